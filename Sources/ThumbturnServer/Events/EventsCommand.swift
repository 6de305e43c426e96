// SPDX-License-Identifier: Apache-2.0

import Administration
import CommandLine
import IdentityModel
import WireFormats

/// `thumbturn events`.
enum EventsCommand {
    static let command = Command(
        name: "events", summary: "shows audit events of accounts, keys and the configuration",
        description: """
            Each event is stored in the transaction of the change that it records. For a change made with a command, the event
            names the operator and the command.
            """,
        examples: ["thumbturn events list --since 24h"],
        subcommands: [list])

    private static let list = Command(
        name: "events list", summary: "lists audit events, newest first",
        description: """
            Lists audit events, newest first. USER is an account ID, e-mail address, phone number or user name. A deleted account
            is found only by its ID.

            Exits with 0 on success, 1 on failure, 2 if the command line is invalid.
            """,
        options: [
            CommandOption(name: "--user", value: "USER", summary: "only events of this account"),
            CommandOption(name: "--connection", value: "NAME", summary: "the connection that USER belongs to"),
            CommandOption(
                name: "--kind", value: "KIND",
                summary: "only events of this kind, such as user.blocked, or user for all kinds that begin with it"
            ),
            CommandOption(
                name: "--since", value: "TIME", summary: "only later events: 2026-01-31T00:00:00Z, or 30m, 24h, 7d ago"),
            CommandOption(name: "--limit", value: "N", summary: "the number of events to show (default: 50)"),
            CommandOption(name: "--json", summary: "print one line of JSON for each event"),
        ] + ServerSettings.options("url", "data", "database"),
        examples: [
            "thumbturn events list --user ada@example.com --since 7d", "thumbturn events list --kind user --json",
        ],
        run: run)

    @Sendable
    private static func run(
        _ arguments: CommandArguments, console: Console
    ) async throws(CommandFailure) -> ExitStatus {
        guard arguments.operands.isEmpty else {
            throw .malformed("events list takes only options. See thumbturn help events list.")
        }
        let settings = try ServerSettings.read(for: arguments, ["url", "data", "database"])
        let table = try EventTable(arguments, at: .now())
        try await StorageSelection.withExisting(settings) { storage, settings throws(CommandFailure) in
            try await table.show(AdministeredServer(storage: storage, url: settings.url), console: console)
        }
        return .success
    }
}

/// A table of audit events, with its filter.
private struct EventTable: Sendable {
    private let limit: Int
    private let user: String?
    private let connection: String?
    private let isJSON: Bool
    private var filter = EventFilter()

    init(_ arguments: CommandArguments, at now: Timestamp) throws(CommandFailure) {
        limit = try ListLimit.read(arguments)
        user = arguments.value("--user")
        connection = arguments.value("--connection")
        isJSON = arguments.contains("--json")
        filter.kind = arguments.value("--kind")
        filter.since = try arguments.value("--since").map { text throws(CommandFailure) in
            if let time = Timestamp(text) { return time }
            guard let seconds = DurationText.seconds(text) else {
                throw .malformed(
                    "--since takes a time such as 2026-01-31T00:00:00Z, or 30m, 24h or 7d, not \(TerminalText.safe(text))."
                )
            }
            return Timestamp(secondsSince1970: max(0, now.secondsSince1970 - Int64(seconds)))
        }
    }

    func show(_ server: AdministeredServer, console: Console) async throws(CommandFailure) {
        var filter = filter
        filter.user = try await userID(at: server)
        let wanted = filter
        let page = try await CommandFailure.mapFailure(to: "The events can't be read") {
            try await EventListing(server: server)(wanted, limit: limit)
        }
        if isJSON {
            for event in page.events { console.printJSON(event.report) }
        } else if page.events.isEmpty {
            console.print("No events.")
        } else {
            var table = TextTable("TIME", "KIND", "USER", "BY", "DETAILS")
            for event in page.events {
                table.append(
                    event.occurredAt.description, event.kind.rawValue, event.user?.rawValue ?? "", event.author,
                    event.summary)
            }
            console.print(table)
        }
        if page.isContinued {
            console.printError("There are older events. Raise --limit, or filter with --user or --kind.")
        }
    }

    /// Returns the ID to filter by. A deleted account is known only by its ID.
    private func userID(at server: AdministeredServer) async throws(CommandFailure) -> UserID? {
        guard let user else { return nil }
        if user.contains("|") { return UserID(rawValue: user) }
        return try await CommandFailure.mapFailure(to: "The account can't be read") {
            try await UserSearch(server: server)(user, in: connection).id
        }
    }
}

extension AuditEvent {
    /// The event as JSON.
    fileprivate var report: JSONObject {
        var json: JSONObject = ["occurred_at": .time(occurredAt), "kind": .string(kind.rawValue)]
        json["user_id"] = .optional(user?.rawValue)
        json["client_id"] = .optional(client)
        json["address"] = .optional(address)
        json["reference"] = .optional(reference)
        json["details"] = .object(details)
        return json
    }

    /// The operator's command, or the client that made the change.
    fileprivate var author: String { operatorCommand.map { "operator: \($0)" } ?? client ?? "" }

    /// The details as text.
    fileprivate var summary: String {
        let isShownElsewhere = operatorCommand == nil ? [] : ["actor", "command"]
        let parts = details.members.filter { !isShownElsewhere.contains($0.name) }.map { member in
            "\(member.name)=\(member.value.stringValue ?? String(decoding: member.value.serialized(), as: UTF8.self))"
        }
        return parts.joined(separator: " ")
    }
}
