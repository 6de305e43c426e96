// SPDX-License-Identifier: Apache-2.0

import IdentityModel
import WireFormats

/// `thumbturn events`.
enum EventsCommand {
    static let command = Command(
        name: "events", summary: "shows what happened to accounts, keys and the configuration",
        synopsis: "thumbturn events list [OPTION…]",
        description: """
            list  shows audit events, the newest first

            Each event was stored together with the change that it records. Who changed something with a command is the
            operator, and the event names the command. USER is an account's id, or an e-mail address, telephone number or
            user name; an account that was deleted is found by its id.

            Ends with 0 if it is done, 1 if it can't be, 2 if the command line is wrong.
            """,
        options: ServerSettings.options("url", "data", "database") + [
            CommandOption(name: "--user", value: "USER", summary: "only those of this account"),
            CommandOption(name: "--connection", value: "NAME", summary: "where USER is looked for"),
            CommandOption(
                name: "--kind", value: "KIND", summary: "only those of this kind, such as user.blocked, or user for all"
            ),
            CommandOption(
                name: "--since", value: "TIME", summary: "only later ones: 2026-01-31T00:00:00Z, or 30m, 24h, 7d ago"),
            CommandOption(name: "--limit", value: "N", summary: "how many to show (default: 50)"),
            CommandOption(name: "--json", summary: "print JSON: one line for each event"),
        ],
        run: run)

    @Sendable
    private static func run(
        _ arguments: CommandArguments, _ console: Console
    ) async throws(CommandFailure) -> ExitStatus {
        _ = try Verb.read(arguments, of: "events", among: ["list"])
        guard arguments.operands.count == 1 else {
            throw .malformed("events list takes no further words. See thumbturn help events.")
        }
        let settings = try ServerSettings.read(for: arguments, ["url", "data", "database"])
        let listing = try EventListing(arguments, at: .now())
        try await StorageSelection.withExisting(settings) { storage throws(CommandFailure) in
            try await listing.show(storage, settings, console)
        }
        return .success
    }
}
