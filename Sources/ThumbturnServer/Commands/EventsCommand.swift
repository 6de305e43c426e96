// SPDX-License-Identifier: Apache-2.0

import IdentityModel
import WireFormats

/// `thumbturn events`.
enum EventsCommand {
    static let command = Command(
        name: "events", summary: "shows audit events of accounts, keys and the configuration",
        synopsis: "thumbturn events list [OPTION…]",
        description: """
            list  lists audit events, newest first

            Each event is stored in the transaction of the change that it records. For a change made with a command, the
            event names the operator and the command. USER is an account ID, e-mail address, phone number or user name. A
            deleted account is found only by its ID.

            Exits with 0 on success, 1 on failure, 2 if the command line is invalid.
            """,
        options: ServerSettings.options("url", "data", "database") + [
            CommandOption(name: "--user", value: "USER", summary: "only events of this account"),
            CommandOption(name: "--connection", value: "NAME", summary: "the connection that USER belongs to"),
            CommandOption(
                name: "--kind", value: "KIND",
                summary: "only events of this kind, such as user.blocked, or user for all"
            ),
            CommandOption(
                name: "--since", value: "TIME", summary: "only later events: 2026-01-31T00:00:00Z, or 30m, 24h, 7d ago"),
            CommandOption(name: "--limit", value: "N", summary: "the number of events to show (default: 50)"),
            CommandOption(name: "--json", summary: "print one line of JSON for each event"),
        ],
        run: run)

    @Sendable
    private static func run(
        _ arguments: CommandArguments, console: Console
    ) async throws(CommandFailure) -> ExitStatus {
        _ = try Verb.read(arguments, of: "events", among: ["list"])
        guard arguments.operands.count == 1 else {
            throw .malformed("events list takes no further arguments. See thumbturn help events.")
        }
        let settings = try ServerSettings.read(for: arguments, ["url", "data", "database"])
        let listing = try EventListing(arguments, at: .now())
        try await StorageSelection.withExisting(settings) { storage throws(CommandFailure) in
            try await listing.show(storage: storage, settings: settings, console: console)
        }
        return .success
    }
}
