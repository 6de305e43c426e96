// SPDX-License-Identifier: Apache-2.0

import Administration
import CommandLine
import Configuration
import IdentityModel
import WireFormats

/// `thumbturn clients`.
enum ClientsCommand {
    static let command = Command(
        name: "clients", summary: "adds, lists, shows and removes applications",
        description: """
            A client is an application that signs users in with the server. A running server picks up a change within seconds.

            CLIENT is a client ID, or a name that only one client has. For settings that these commands don't have, use thumbturn
            config show and thumbturn apply.
            """,
        examples: [
            "thumbturn clients add Notes --type spa --origin http://localhost:5173", "thumbturn clients list",
        ],
        subcommands: [add, list, show, remove])

    private static let exitStatus = "Exits with 0 on success, 1 on failure, 2 if the command line is invalid."
    private static let json = CommandOption(name: "--json", summary: "print one line of JSON for each client")
    private static let settings = ServerSettings.options("url", "data", "database")

    private static let add = Command(
        name: "clients add", summary: "adds an application, and prints what to paste into it",
        operands: "NAME [--type spa|web|native]",
        description: """
            Adds an application to the stored configuration. Prints its ID, its secret if it has one, the issuer, and what to paste
            into the application. The secret is stored as a hash only, so it can't be shown again.

            The types:

              spa     a page that signs users in itself, with thumbturn.js or Auth0's SDKs; it has no secret
              web     a web application that redirects to the server's pages, and can keep a secret
              native  an app on a phone or a computer; it has no secret

            \(exitStatus)
            """,
        options: [
            CommandOption(
                name: "--type", value: "spa|web|native",
                summary: "the type of application (default: native with --ios, --android or --device)"),
            CommandOption(
                name: "--origin", value: "URL",
                summary:
                    "the origin of its pages, such as http://localhost:5173, where passkeys may be used; may be repeated"
            ),
            CommandOption(
                name: "--callback", value: "URL",
                summary: """
                    where the server's pages return to, such as https://notes.example.com/callback; may be repeated (default for \
                    spa: its origins)
                    """),
            CommandOption(
                name: "--ios", value: "TEAM.BUNDLE",
                summary: "for native: the team and the bundle of an app on Apple's systems, which may use passkeys then"
            ),
            CommandOption(
                name: "--android", value: "PACKAGE=SHA256",
                summary: """
                    for native: the package of an Android app and the fingerprint of a certificate that signs it, as keytool prints \
                    it; may be repeated for other certificates
                    """),
            CommandOption(
                name: "--device",
                summary: "for native: a television or a command line, which shows a code that users enter elsewhere"),
            CommandOption(
                name: "--api", value: "AUDIENCE",
                summary: "the API that it calls, such as urn:notes:api, which is added if there is none"),
            CommandOption(
                name: "--id", value: "ID", summary: "the client ID (default: made from NAME, with a random ending)"),
            CommandOption(name: "--json", summary: "print one line of JSON"),
            CommandOption(
                name: "--host", value: "HOST", summary: "the host of the issuer (default: the only host, or the URL's)"),
        ] + settings,
        examples: [
            "# A page on a developer's machine",
            "thumbturn clients add Notes --type spa --origin http://localhost:5173 \\",
            "    --api urn:notes:api",
            "# A web application with a server, such as Grafana",
            "thumbturn clients add Grafana --type web \\",
            "    --callback https://grafana.example.com/login/generic_oauth",
            "# An app with passkeys, which docs/guides/ios.md describes",
            "thumbturn clients add 'Notes for iOS' --ios ABCDE12345.com.example.notes",
            "# A television",
            "thumbturn clients add 'Notes on TV' --device",
        ]
    ) { arguments, console throws(CommandFailure) in
        let draft = try ClientDraft(arguments)
        let settings = try ServerSettings.read(for: arguments, ["url", "data", "database"])
        try await StorageSelection.withExisting(settings) { storage, settings throws(CommandFailure) in
            let origin = try await HostSelection(storage: storage, settings: settings).origin(
                named: arguments.value("--host"), for: "The issuer")
            let server = AdministeredServer(storage: storage, url: settings.url)
            let report = try await ClientChange(
                server: server, administrator: arguments.administrator, console: console
            ).add(draft, at: origin)
            if arguments.contains("--json") { console.printJSON(report.json) } else { console.write(report.text) }
        }
        return .success
    }

    private static let list = Command(
        name: "clients list", summary: "lists all applications",
        description: "Lists all applications by name.\n\n\(exitStatus)",
        options: [json] + settings,
        examples: ["thumbturn clients list", "thumbturn clients list --json | jq -r .client_id"]
    ) { arguments, console throws(CommandFailure) in
        guard arguments.operands.isEmpty else {
            throw .malformed("clients list takes only options. See thumbturn help clients list.")
        }
        let settings = try ServerSettings.read(for: arguments, ["url", "data", "database"])
        try await StorageSelection.withExisting(settings) { storage, settings throws(CommandFailure) in
            let clients = try await CommandFailure.mapFailure(to: "The clients can't be read") {
                try await ClientListing(server: AdministeredServer(storage: storage, url: settings.url))()
            }
            if arguments.contains("--json") {
                for client in clients { console.printJSON(client.document.withoutSecrets.json) }
                return
            }
            var table = TextTable("ID", "NAME", "TYPE", "SECRET", "CALLBACKS", "ORIGINS")
            for client in clients {
                let client = client.client
                table.append(
                    client.id, client.name, client.applicationType.shortName,
                    client.authentication.secret == nil ? "" : "yes", client.callbacks.map(\.text).summary,
                    client.webOrigins.map(\.description).summary)
            }
            if table.isEmpty {
                console.print("No clients. Add one with thumbturn clients add.")
            } else {
                console.print(table)
            }
        }
        return .success
    }

    private static let show = Command(
        name: "clients show", summary: "shows an application, and what to paste into it", operands: "CLIENT",
        description: """
            Shows an application as thumbturn clients add did, without its secret, which is stored as a hash only. With --json, it
            prints the client as it is stored.

            CLIENT is a client ID, or a name that only one client has.

            \(exitStatus)
            """,
        options: [
            CommandOption(name: "--json", summary: "print the stored client as one line of JSON"),
            CommandOption(
                name: "--host", value: "HOST", summary: "the host of the issuer (default: the only host, or the URL's)"),
        ] + settings,
        examples: ["thumbturn clients show Notes"]
    ) { arguments, console throws(CommandFailure) in
        let name = try clientName(arguments, of: "show")
        let settings = try ServerSettings.read(for: arguments, ["url", "data", "database"])
        try await StorageSelection.withExisting(settings) { storage, settings throws(CommandFailure) in
            let server = AdministeredServer(storage: storage, url: settings.url)
            let found = try await CommandFailure.mapFailure(to: "The clients can't be read") {
                try await ClientSearch(server: server)(name)
            }
            if arguments.contains("--json") { return console.printJSON(found.document.withoutSecrets.json) }
            let origin = try await HostSelection(storage: storage, settings: settings).origin(
                named: arguments.value("--host"), for: "The issuer")
            console.write(ClientReport(found, at: origin).text)
        }
        return .success
    }

    private static let remove = Command(
        name: "clients remove", summary: "removes an application, and says what ends", operands: "CLIENT",
        description: """
            Removes an application with its grants. Users can't sign in with it any longer, and its refresh tokens stop working.
            Accounts, passkeys and the sessions of browsers stay. Other APIs accept the application's access tokens until they
            expire.

            On a terminal it asks first, unless --yes is given. CLIENT is a client ID, or a name that only one client has.

            \(exitStatus)
            """,
        options: [CommandOption(name: "--yes", summary: "don't ask")] + settings,
        examples: ["thumbturn clients remove Notes", "thumbturn clients remove notes-7kq2mx4d --yes"]
    ) { arguments, console throws(CommandFailure) in
        let name = try clientName(arguments, of: "remove")
        let settings = try ServerSettings.read(for: arguments, ["url", "data", "database"])
        try await StorageSelection.withExisting(settings) { storage, settings throws(CommandFailure) in
            let server = AdministeredServer(storage: storage, url: settings.url)
            try await ClientChange(server: server, administrator: arguments.administrator, console: console)
                .remove(name, asksFirst: console.isInteractive && !arguments.contains("--yes"))
        }
        return .success
    }

    private static func clientName(_ arguments: CommandArguments, of verb: String) throws(CommandFailure) -> String {
        guard let name = arguments.operands.first, arguments.operands.count == 1 else {
            throw .malformed("clients \(verb) takes one CLIENT. See thumbturn help clients \(verb).")
        }
        return name
    }
}

extension [String] {
    /// The first text, and how many there are more.
    fileprivate var summary: String {
        guard let first else { return "" }
        return count == 1 ? first : "\(first) and \(count - 1) more"
    }
}
