// SPDX-License-Identifier: Apache-2.0

import CommandLine
import Configuration
import IdentityModel
import OpenIDProvider
import Outbox
import SignIn
import WireFormats

/// What the commands about one kind of the outbox have in common: `list`, `retry`, and what `test` sends.
struct OutboxCommands<Order: OutgoingOrder>: Sendable {
    /// The command that these are subcommands of.
    let name: String
    /// What it is about, such as `mail`, and the plural.
    let thing: String
    let things: String
    /// What seals the orders.
    let purpose: MasterKey.Purpose

    let exitStatus = "Exits with 0 on success, 1 on failure, 2 if the command line is invalid."
    private let readLimit = 10_000
    private let storage = ServerSettings.options("url", "data", "database")

    init(name: String, thing: String, things: String, purpose: MasterKey.Purpose) {
        self.name = name
        self.thing = thing
        self.things = things
        self.purpose = purpose
    }

    var list: Command {
        Command(
            name: "\(name) list", summary: "lists what waits or was given up, newest first",
            description: """
                Lists the \(things) that were not sent yet, and those that were given up, with the reason. Needs the server's master
                key, to show whom they are for.

                \(exitStatus)
                """,
            options: [
                CommandOption(name: "--limit", value: "N", summary: "the number of \(things) to show (default: 50)"),
                CommandOption(name: "--json", summary: "print one line of JSON for each"),
            ] + storage, examples: ["thumbturn \(name) list"]
        ) { arguments, console throws(CommandFailure) in
            try rejectOperands(of: arguments, to: "list")
            let settings = try ServerSettings.read(for: arguments, ["url", "data", "database", "master-key"])
            let limit = try ListLimit.read(arguments)
            try await StorageSelection.withExisting(settings) { storage, settings throws(CommandFailure) in
                let items = try await CommandFailure.mapFailure(to: "The \(things) can't be read") {
                    // Some of these rows are never sent, and not shown.
                    try await storage.read { try $0.outbox.list(Order.kind, limit: readLimit) }
                }
                OrderList(items, limit: limit, seal: try seal(settings))
                    .show(asJSON: arguments.contains("--json"), orElse: "No \(thing) waits.", on: console)
            }
            return .success
        }
    }

    var retry: Command {
        Command(
            name: "\(name) retry", summary: "has what was given up sent again",
            description: """
                Has a running server send again what was given up, as if it were new. Mend the cause first: thumbturn \(name) list
                shows it. What has expired isn't sent any longer.

                \(exitStatus)
                """,
            options: storage, examples: ["thumbturn \(name) retry"]
        ) { arguments, console throws(CommandFailure) in
            try rejectOperands(of: arguments, to: "retry")
            let settings = try ServerSettings.read(for: arguments, ["url", "data", "database"])
            let count = try await StorageSelection.withExisting(settings) { storage, _ throws(CommandFailure) in
                try await CommandFailure.mapFailure(to: "Nothing was changed") {
                    let time = Timestamp.now()
                    return try await storage.withTransaction { try $0.outbox.revive(Order.kind, at: time) }
                }
            }
            console.print(count == 1 ? "1 \(thing) is sent again." : "\(count) \(things) are sent again.")
            return .success
        }
    }

    /// Makes an order and an item of it, which is not stored, and passes them to what sends it.
    func attempt(
        with settings: ServerSettings,
        making order: (ServerSettings, ConfigurationSnapshot) -> Order,
        sending send: (OutboxItem, OrderSeal<Order>, ConfigurationSnapshot) async -> OutboxKind.Outcome
    ) async throws(CommandFailure) -> OutboxKind.Outcome {
        try await StorageSelection.withExisting(settings) { storage, settings throws(CommandFailure) in
            let stored = try await CommandFailure.mapFailure(to: "The configuration can't be read") {
                try await StoredConfiguration.read(storage, url: settings.url)
            }
            let seal = try seal(settings)
            let item = seal.item(order(settings, stored.configuration), about: nil, at: .now())
            return await send(item, seal, stored.configuration)
        }
    }

    /// Says how an attempt ended.
    func report(
        _ outcome: OutboxKind.Outcome, sent: String, on console: Console
    ) throws(CommandFailure) -> ExitStatus {
        switch outcome {
        case .accepted:
            console.print(sent)
            return .success
        case .failed(let reason), .refused(let reason), .unreachable(let reason):
            throw .failed("The \(thing) was not sent. \(TerminalText.safe(reason, limit: 1000))")
        case .interrupted: throw .failed("The \(thing) was not sent: it was interrupted.")
        }
    }

    private func seal(_ settings: ServerSettings) throws(CommandFailure) -> OrderSeal<Order> {
        OrderSeal(key: try MasterKeyFile.load(settings, mayCreate: false).sealingKey(for: purpose))
    }

    private func rejectOperands(of arguments: CommandArguments, to command: String) throws(CommandFailure) {
        guard arguments.operands.isEmpty else {
            throw .malformed("\(name) \(command) takes only options. See thumbturn help \(name) \(command).")
        }
    }
}

/// What one kind of the outbox has, as operators see it.
private struct OrderList<Order: OutgoingOrder> {
    private struct Entry {
        let item: OutboxItem
        let recipient: String?

        var report: JSONObject {
            var report: JSONObject = [
                "id": .string(item.id.rawValue), "created_at": .time(item.createdAt),
                "attempts": .number(JSONNumber(Int64(item.attempts))), "due_at": .time(item.dueAt),
                "dead": .bool(item.diedAt != nil),
            ]
            report["to"] = .optional(recipient)
            report["user_id"] = .optional(item.user?.rawValue)
            report["reason"] = .optional(item.lastError)
            return report
        }
    }

    private let entries: [Entry]

    /// Leaves out what is never sent.
    init(_ items: [OutboxItem], limit: Int, seal: OrderSeal<Order>) {
        let shown = items.lazy.compactMap { item in
            let order = seal.open(item)
            return order?.isSent == false ? nil : Entry(item: item, recipient: order?.recipient)
        }
        entries = Array(shown.prefix(limit))
    }

    func show(asJSON isJSON: Bool, orElse empty: String, on console: Console) {
        guard !isJSON else {
            for entry in entries { console.printJSON(entry.report) }
            return
        }
        var table = TextTable("ID", "TO", "STORED", "ATTEMPTS", "STATE", "REASON")
        for entry in entries {
            let item = entry.item
            table.append(
                item.id.rawValue, entry.recipient ?? "sealed with another key", item.createdAt.description,
                "\(item.attempts)", item.diedAt == nil ? "waits until \(item.dueAt)" : "given up", item.lastError ?? "")
        }
        if table.isEmpty { console.print(empty) } else { console.print(table) }
    }
}
