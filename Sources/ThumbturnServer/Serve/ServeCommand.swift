// SPDX-License-Identifier: Apache-2.0

import Configuration
import HTTPServer
import IdentityModel

/// `thumbturn serve`.
enum ServeCommand {
    static let command = Command(
        name: "serve", summary: "runs the identity server",
        synopsis: "thumbturn serve [OPTION…]",
        description: """
            Answers Auth0's passkey, token and account interfaces for the domains that are configured. Without a configuration
            it makes a working one for its own URL and says what it made. Everything is kept in one folder.

            Each option is also a variable of the environment (docs/operations/settings.md). The log goes to standard error,
            one line for each request. Ends in order on SIGTERM and SIGINT; reads the certificates again on SIGHUP.
            """,
        options: ServerSettings.options(),
        run: run)

    @Sendable
    private static func run(
        _ arguments: CommandArguments, _ console: Console
    ) async throws(CommandFailure) -> ExitStatus {
        guard #available(macOS 15, *) else {
            throw .failed("The server needs macOS 15 or later.")
        }
        guard arguments.operands.isEmpty else {
            throw .malformed("serve takes options only. See thumbturn help serve.")
        }
        let settings = try ServerSettings.readWithConfiguration(for: arguments)
        let signals = try TerminationSignals()
        let lock = try InstanceLock(settings)
        let storage = try StorageSelection.open(settings)
        do {
            try await serve(settings, storage, (signals, console))
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
        _ settings: ServerSettings, _ storage: any Storage,
        _ process: (signals: TerminationSignals, console: Console)
    ) async throws(CommandFailure) {
        let configuration = InitialConfiguration(settings: settings, storage: storage, console: process.console)
        let stored = try await configuration.prepare()
        // Where keys are stored, a new master key would open none of them, and stand in the place of the right one.
        let hasKeys = try await configuration.hasKeys(stored.configuration)
        let master = try MasterKeyFile.load(settings, mayCreate: !hasKeys)
        let log = Log.standard(level: settings.logLevel)
        defer { log.flush() }
        let server = try await RunningServer(settings, master, storage, stored, log: log)
        let places = server.addresses.map(\.description).joined(separator: ", ")
        process.console.line("Thumbturn answers at \(stored.configuration.url), listening on \(places).")
        for await signal in process.signals.arrivals {
            if signal == .terminate { break }
            server.reloadCertificates()
        }
        await server.stop()
    }
}
