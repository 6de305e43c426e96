// SPDX-License-Identifier: Apache-2.0

import CommandLine
import Configuration
import IdentityModel
import OpenIDProvider
import Outbox
import SignIn
import WireFormats

/// `thumbturn mail`.
enum MailCommand {
    static let command = Command(
        name: "mail", summary: "tries the mail server out, lists mail that waits, and sends it again",
        description: """
            Shows what the server has to send, and whether it can. A mail is stored with what causes it, and sent by a running
            server: again and again for a day if the mail server is down. What is refused for good, or is a day old, stays for 30
            days until it is sent again.
            """,
        examples: ["thumbturn mail test you@example.com", "thumbturn mail list", "thumbturn mail retry"],
        subcommands: [test, list, retry])

    private static let sending = ServerSettings.options(
        "url", "data", "database", "mail", "mail-from", "mail-password-file", "mail-token-file")
    private static let storage = ServerSettings.options("url", "data", "database")
    private static let readLimit = 10_000
    private static let exitStatus = "Exits with 0 on success, 1 on failure, 2 if the command line is invalid."

    private static let test = Command(
        name: "mail test", summary: "sends a mail, and says what the mail server answers", operands: "ADDRESS",
        description: """
            Sends a mail to ADDRESS at once, with the settings of the server, which need not run. It prints what the mail server
            answered, or why nothing could be sent.

            \(exitStatus)
            """,
        options: sending, examples: ["thumbturn mail test you@example.com"]
    ) { arguments, console throws(CommandFailure) in
        guard arguments.operands.count == 1, let text = arguments.operands.first else {
            throw .malformed("mail test takes one ADDRESS. See thumbturn help mail test.")
        }
        let settings = try ServerSettings.read(
            for: arguments,
            [
                "url", "data", "database", "master-key", "mail", "mail-from", "mail-password", "mail-password-file",
                "mail-token-file",
            ])
        do throws(MailAddressRejection) {
            _ = try MailAddress(text)
        } catch {
            throw .malformed("\(error)")
        }
        guard let transport = MailTransport(settings.mail), let sender = settings.sender else {
            throw .failed("No mail server is set. Give --mail, as the server has it, such as smtps://USER@HOST.")
        }
        defer { transport.close() }
        let outcome = try await StorageSelection.withExisting(settings) { storage, settings throws(CommandFailure) in
            let stored = try await CommandFailure.mapFailure(to: "The configuration can't be read") {
                try await StoredConfiguration.read(storage, url: settings.url)
            }
            let master = try MasterKeyFile.load(settings, mayCreate: false)
            let seal = MailSeal(key: master.sealingKey(for: .outgoingMail))
            let order = MailOrder(
                .test, to: text, at: settings.url.host, in: stored.configuration.tenant.enabledLocales)
            let item = seal.item(order, about: nil, at: .now())
            let rendering = MailRendering(seal: seal, sender: sender, configuration: { stored.configuration })
            do throws(MailRendering.Failure) {
                return await transport.send(try rendering.message(of: item), named: item.id.rawValue)
            } catch {
                return .refused(reason: "\(error)")
            }
        }
        switch outcome {
        case .accepted:
            console.print("The mail server took the mail to \(TerminalText.safe(text)). Look whether it arrives.")
            return .success
        case .failed(let reason), .refused(let reason), .unreachable(let reason):
            throw .failed("The mail was not sent. \(TerminalText.safe(reason, limit: 1000))")
        case .interrupted: throw .failed("The mail was not sent: it was interrupted.")
        }
    }

    private static let list = Command(
        name: "mail list", summary: "lists mail that waits or was given up, newest first",
        description: """
            Lists mail that was not sent yet, and what was given up, with the reason. Needs the server's master key for the
            addresses.

            \(exitStatus)
            """,
        options: [
            CommandOption(name: "--limit", value: "N", summary: "the number of mails to show (default: 50)"),
            CommandOption(name: "--json", summary: "print one line of JSON for each mail"),
        ] + storage, examples: ["thumbturn mail list"]
    ) { arguments, console throws(CommandFailure) in
        guard arguments.operands.isEmpty else {
            throw .malformed("mail list takes only options. See thumbturn help mail list.")
        }
        let settings = try ServerSettings.read(for: arguments, ["url", "data", "database", "master-key"])
        let limit = try ListLimit.read(arguments)
        try await StorageSelection.withExisting(settings) { storage, settings throws(CommandFailure) in
            let items = try await CommandFailure.mapFailure(to: "The mail can't be read") {
                // Some of these rows are never sent, and not shown.
                try await storage.read { try $0.outbox.list(.mail, limit: Self.readLimit) }
            }
            let master = try MasterKeyFile.load(settings, mayCreate: false)
            MailList(items, limit: limit, seal: MailSeal(key: master.sealingKey(for: .outgoingMail)))
                .show(asJSON: arguments.contains("--json"), on: console)
        }
        return .success
    }

    private static let retry = Command(
        name: "mail retry", summary: "has mail that was given up sent again",
        description: """
            Has a running server send again what was given up, as if it were new. Mend the cause first: thumbturn mail list shows
            it. A link that has expired isn't sent any longer.

            \(exitStatus)
            """,
        options: storage, examples: ["thumbturn mail retry"]
    ) { arguments, console throws(CommandFailure) in
        guard arguments.operands.isEmpty else {
            throw .malformed("mail retry takes only options. See thumbturn help mail retry.")
        }
        let settings = try ServerSettings.read(for: arguments, ["url", "data", "database"])
        let count = try await StorageSelection.withExisting(settings) { storage, _ throws(CommandFailure) in
            try await CommandFailure.mapFailure(to: "Nothing was changed") {
                let time = Timestamp.now()
                return try await storage.withTransaction { try $0.outbox.revive(.mail, at: time) }
            }
        }
        console.print(count == 1 ? "1 mail is sent again." : "\(count) mails are sent again.")
        return .success
    }
}

/// The mail of the outbox as operators see it.
private struct MailList {
    private struct Entry {
        let item: OutboxItem
        let address: String?

        var report: JSONObject {
            var report: JSONObject = [
                "id": .string(item.id.rawValue), "created_at": .time(item.createdAt),
                "attempts": .number(JSONNumber(Int64(item.attempts))), "due_at": .time(item.dueAt),
                "dead": .bool(item.diedAt != nil),
            ]
            report["to"] = .optional(address)
            report["user_id"] = .optional(item.user?.rawValue)
            report["reason"] = .optional(item.lastError)
            return report
        }
    }

    private let entries: [Entry]

    /// Leaves out what is never sent.
    init(_ items: [OutboxItem], limit: Int, seal: MailSeal) {
        let shown = items.lazy.compactMap { item in
            let order = seal.open(item)
            return order?.content == .nothing ? nil : Entry(item: item, address: order?.address)
        }
        entries = Array(shown.prefix(limit))
    }

    func show(asJSON isJSON: Bool, on console: Console) {
        guard !isJSON else {
            for entry in entries { console.printJSON(entry.report) }
            return
        }
        var table = TextTable("ID", "TO", "STORED", "ATTEMPTS", "STATE", "REASON")
        for entry in entries {
            let item = entry.item
            table.append(
                item.id.rawValue, entry.address ?? "sealed with another key", item.createdAt.description,
                "\(item.attempts)", item.diedAt == nil ? "waits until \(item.dueAt)" : "given up", item.lastError ?? "")
        }
        if table.isEmpty { console.print("No mail waits.") } else { console.print(table) }
    }
}
