// SPDX-License-Identifier: Apache-2.0

import Administration
import CommandLine
import Configuration
import WireFormats

/// `thumbturn apis`.
enum APIsCommand {
    static let command = Command(
        name: "apis", summary: "adds, lists and removes the APIs that tokens are for",
        description: """
            An API is what an application calls with an access token. The token names it as its audience, so that an API can
            reject tokens for others. A running server picks up a change within seconds.

            thumbturn clients add has the option --api, which adds an application together with its API.
            """,
        examples: ["thumbturn apis add urn:notes:api --scope read:notes", "thumbturn apis list"],
        subcommands: [add, list, remove])

    private static let exitStatus = "Exits with 0 on success, 1 on failure, 2 if the command line is invalid."
    private static let settings = ServerSettings.options("url", "data", "database")

    private static let add = Command(
        name: "apis add", summary: "adds an API", operands: "AUDIENCE",
        description: """
            Adds an API to the stored configuration. AUDIENCE is what applications ask for as audience, and what the API compares:
            a text without spaces, often a URL, which need not lead anywhere.

            \(exitStatus)
            """,
        options: [
            CommandOption(name: "--name", value: "NAME", summary: "what users see (default: AUDIENCE)"),
            CommandOption(
                name: "--scope", value: "SCOPE",
                summary: "what an application may ask for there, such as read:notes; may be repeated"),
        ] + settings,
        examples: [
            "thumbturn apis add urn:notes:api --scope read:notes --scope write:notes"
        ]
    ) { arguments, console throws(CommandFailure) in
        let draft = try APIDraft(arguments)
        return try await withServer(arguments) { server throws(CommandFailure) in
            try await APIChange(server: server, administrator: arguments.administrator, console: console).add(draft)
        }
    }

    private static let list = Command(
        name: "apis list", summary: "lists all APIs",
        description: "Lists all APIs by audience, with the clients whose refresh tokens are for them.\n\n\(exitStatus)",
        options: [CommandOption(name: "--json", summary: "print one line of JSON for each API")] + settings,
        examples: ["thumbturn apis list", "thumbturn apis list --json | jq -r .identifier"]
    ) { arguments, console throws(CommandFailure) in
        guard arguments.operands.isEmpty else {
            throw .malformed("apis list takes only options. See thumbturn help apis list.")
        }
        return try await withServer(arguments) { server throws(CommandFailure) in
            let apis = try await CommandFailure.mapFailure(to: "The APIs can't be read") {
                try await APIListing(server: server)()
            }
            var table = TextTable("AUDIENCE", "NAME", "SCOPES", "CLIENTS")
            for found in apis {
                let (api, clients) = (found.api, found.clients)
                let scopes = api.scopes.map(\.value)
                if arguments.contains("--json") {
                    console.printJSON([
                        "identifier": .string(api.identifier), "name": .string(api.name),
                        "scopes": .array(scopes.map(JSONValue.string)),
                        "clients": .array(clients.map { .string($0.id) }),
                    ])
                } else {
                    table.append(
                        api.identifier, api.name, scopes.joined(separator: " "),
                        clients.map(\.name).joined(separator: ", "))
                }
            }
            if arguments.contains("--json") { return }
            if table.isEmpty {
                console.print("No APIs. Add one with thumbturn apis add.")
            } else {
                console.print(table)
            }
        }
    }

    private static let remove = Command(
        name: "apis remove", summary: "removes an API, and says what ends", operands: "AUDIENCE",
        description: """
            Removes an API with its grants. Nobody gets a token for it any longer. The API itself accepts the tokens that it has
            until they expire.

            On a terminal it asks first, unless --yes is given.

            \(exitStatus)
            """,
        options: [CommandOption(name: "--yes", summary: "don't ask")] + settings,
        examples: ["thumbturn apis remove urn:notes:api"]
    ) { arguments, console throws(CommandFailure) in
        guard let audience = arguments.operands.first, arguments.operands.count == 1 else {
            throw .malformed("apis remove takes one AUDIENCE. See thumbturn help apis remove.")
        }
        return try await withServer(arguments) { server throws(CommandFailure) in
            try await APIChange(server: server, administrator: arguments.administrator, console: console)
                .remove(audience, asksFirst: console.isInteractive && !arguments.contains("--yes"))
        }
    }

    private static func withServer(
        _ arguments: CommandArguments, _ body: (AdministeredServer) async throws(CommandFailure) -> Void
    ) async throws(CommandFailure) -> ExitStatus {
        let settings = try ServerSettings.read(for: arguments, ["url", "data", "database"])
        try await StorageSelection.withExisting(settings) { storage, settings throws(CommandFailure) in
            try await body(AdministeredServer(storage: storage, url: settings.url))
        }
        return .success
    }
}
