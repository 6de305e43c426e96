// SPDX-License-Identifier: Apache-2.0

import Configuration
import HTTPServer
import IdentityModel
import WireFormats

/// `thumbturn serve`.
enum ServeCommand {
    static let command = Command(
        name: "serve", summary: "runs the identity server",
        synopsis: "thumbturn serve [OPTION…]",
        description: """
            Serves Auth0's passkey, token and account APIs for the configured domains. Without a configuration it creates a
            working one for its own URL and prints what it created. All data is in one folder.

            Each option can also be set by an environment variable (docs/operations/settings.md). The log goes to standard
            error, one line for each request. Shuts down gracefully on SIGTERM and SIGINT. Reloads the certificates on SIGHUP.
            """,
        options: ServerSettings.options(),
        run: run)

    @Sendable
    private static func run(
        _ arguments: CommandArguments, console: Console
    ) async throws(CommandFailure) -> ExitStatus {
        guard #available(macOS 15, *) else {
            throw .failed("The server needs macOS 15 or later.")
        }
        guard arguments.operands.isEmpty else {
            throw .malformed("serve takes only options. See thumbturn help serve.")
        }
        let settings = try ServerSettings.readWithConfiguration(for: arguments)
        let signals = try TerminationSignals()
        let lock = try InstanceLock(settings)
        let storage = try StorageSelection.open(settings)
        do {
            try await serve(settings, storage: storage, signals: signals, console: console)
        } catch {
            await storage.close()
            throw error
        }
        await storage.close()
        withExtendedLifetime(lock) {}
        return .success
    }

    @available(macOS 15, *)
    private static func serve(
        _ settings: ServerSettings, storage: any Storage, signals: TerminationSignals, console: Console
    ) async throws(CommandFailure) {
        let configuration = InitialConfiguration(settings: settings, storage: storage, console: console)
        let stored = try await configuration.prepare()
        // A new master key could not open stored keys, and would take the place of the right one.
        let hasKeys = try await configuration.hasKeys(stored.configuration)
        let master = try MasterKeyFile.load(settings, mayCreate: !hasKeys)
        let log = Log.standard(level: settings.logLevel)
        defer { log.flush() }
        let server = try await RunningServer(settings, master: master, storage: storage, stored: stored, log: log)
        let addresses = server.addresses.map(\.description).joined(separator: ", ")
        console.print("Thumbturn is running at \(stored.configuration.url), listening on \(addresses).")
        await announceSetup(of: stored.configuration, storage: storage, log: log, console: console)
        for await signal in signals.arrivals {
            if signal == .terminate { break }
            server.reloadCertificates()
        }
        await server.stop()
    }

    /// Prints the address of the set-up while the server has no owner. The log gets the address without its code. Without the
    /// address the server still works, so a failure is only a warning.
    private static func announceSetup(
        of configuration: ConfigurationSnapshot, storage: any Storage, log: Log, console: Console
    ) async {
        let (url, hosts) = (configuration.url, configuration.domains.keys.sorted())
        let origin = hosts.contains(url.host) ? url : url.at(hosts.first ?? url.host)
        do throws(CommandFailure) {
            guard let address = try await SetupAddress.issue(in: storage, at: origin) else { return }
            console.print(
                "It has no owner yet. Open this address within an hour to create the owner's account:\n\n  \(address.text)\n"
            )
            log.info(
                "setup.code-issued",
                fields: ["page": .string(address.page), "expires_at": .string("\(address.expiresAt)")])
        } catch {
            console.printError("warning: \(error.message)")
        }
    }
}
