// SPDX-License-Identifier: Apache-2.0

import CommandLine
import Configuration
import HTTPEndpoints
import HTTPServer
import IdentityModel
import WireFormats

/// `thumbturn serve`.
enum ServeCommand {
    static let command = Command(
        name: "serve", summary: "runs the identity server",
        description: """
            Serves sign-in pages, an OpenID Provider and Auth0's passkey API for the configured domains. Without a
            configuration it creates a working one for its own URL and prints what it created. All data is in one folder.

            While the server has no owner, it prints an address at which the owner creates an account. Add your application
            with thumbturn clients add; the server takes up the change without a restart.

            Each option can also be set by an environment variable, such as THUMBTURN_URL for --url, or by a line in
            /etc/thumbturn/thumbturn.env, which all commands read. The log goes to standard error, one line for each request.
            Stop the server with Ctrl-C or SIGTERM: it finishes pending requests. On SIGHUP it reloads its certificates.
            """,
        options: ServerSettings.options,
        examples: [
            "# On this machine, at http://localhost:8080",
            "thumbturn serve",
            "# With a certificate of its own",
            "thumbturn serve --url https://login.example.com --listen 0.0.0.0:443 \\",
            "    --tls-cert chain.pem --tls-key key.pem --data /var/lib/thumbturn",
            "# Behind a proxy on the same machine that has the certificate",
            "thumbturn serve --url https://login.example.com --trusted-proxy 127.0.0.1",
        ],
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
        let metrics = settings.metricsListen.map { ServerMetrics(servedAt: $0) }
        let database = try StorageSelection.open(settings, observer: metrics?.storageObserver)
        do {
            try await serve(settings, database: database, metrics: metrics, signals: signals, console: console)
        } catch {
            await database.storage.close()
            throw error
        }
        await database.storage.close()
        withExtendedLifetime(lock) {}
        return .success
    }

    @available(macOS 15, *)
    private static func serve(
        _ settings: ServerSettings, database: OpenDatabase, metrics: ServerMetrics?, signals: TerminationSignals,
        console: Console
    ) async throws(CommandFailure) {
        let storage = database.storage
        let configuration = InitialConfiguration(settings: settings, storage: storage, console: console)
        let stored = try await configuration.prepare()
        // A new master key could not open stored keys, and would take the place of the right one.
        let hasKeys = try await configuration.hasKeys(stored.configuration)
        let master = try MasterKeyFile.load(settings, mayCreate: !hasKeys)
        let log = Log.standard(level: settings.logLevel)
        defer { log.flush() }
        // Without a thread for it, the first browser waits.
        try? StaticFiles.prepare()
        let server = try await RunningServer(
            settings, master: master, database: database, stored: stored, log: log, metrics: metrics)
        if let introduction = await configuration.introduction() { console.print(introduction) }
        let addresses = server.addresses.map(\.description).joined(separator: ", ")
        console.print("Thumbturn is running at \(stored.configuration.url), listening on \(addresses).")
        if let address = server.metricsAddress { console.print("Its metrics are at http://\(address)/metrics.") }
        do throws(CommandFailure) {
            try await settings.recordStart(in: storage, at: .now())
        } catch {
            console.printError("warning: \(error.message)")
        }
        await announceSetup(
            of: stored.configuration, in: settings.dataDirectory, storage: storage, log: log, console: console)
        for await signal in signals.arrivals {
            if signal == .terminate { break }
            server.reloadCertificates()
        }
        await server.stop()
    }

    /// Prints the address of the set-up while the server has no owner. The log gets the address without its code.
    /// Without the address the server still works, so a failure is only a warning.
    private static func announceSetup(
        of configuration: ConfigurationSnapshot, in folder: String, storage: any Storage, log: Log, console: Console
    ) async {
        let (url, hosts) = (configuration.url, configuration.domains.keys.sorted())
        let origin = hosts.contains(url.host) ? url : url.at(hosts.first ?? url.host)
        do throws(CommandFailure) {
            // Another terminal may be in another folder.
            let data = FileAccess.absolutePath(of: folder)
            let command =
                "thumbturn clients add Notes --type spa --origin \(configuration.exampleOrigin) --data \(data)"
            guard let address = try await SetupAddress.issue(in: storage, at: origin) else {
                if !configuration.hasOwnClients {
                    console.print("Add your application: \(command) prints what to paste into it.")
                }
                return
            }
            console.print(
                """
                It has no owner yet. Open this address within an hour to create the owner's account:

                  \(address.text)

                Then add your application, in another terminal:

                  \(command)

                """)
            log.write(
                .setupCodeIssued,
                fields: ["page": .string(address.page), "expires_at": .string("\(address.expiresAt)")])
        } catch {
            console.printError("warning: \(error.message)")
        }
    }
}
