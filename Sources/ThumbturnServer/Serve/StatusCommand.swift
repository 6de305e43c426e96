// SPDX-License-Identifier: Apache-2.0

import CommandLine
import Configuration
import IdentityModel
import WireFormats

/// `thumbturn status`.
enum StatusCommand {
    static let command = Command(
        name: "status", summary: "shows whether the server runs, its URL, its owner and how much it stores",
        description: """
            Shows whether a server runs on the database, its URLs, its owner, the numbers of accounts, passkeys and clients, how
            many users of each client still have device keys, and what the configuration asks for that needs mail, if none is sent.
            A load balancer should ask /health/ready of the server instead.

            Exits with 0 if the server runs, 1 if not, 2 if the command line is invalid.
            """,
        options: [CommandOption(name: "--json", summary: "print a JSON object on one line")]
            + ServerSettings.options("url", "data", "database", "messages"),
        examples: ["thumbturn status --data /var/lib/thumbturn", "thumbturn status --json | jq -r .url"]
    ) { arguments, console throws(CommandFailure) in
        guard arguments.operands.isEmpty else {
            throw .malformed("status takes only options. See thumbturn help status.")
        }
        let settings = try ServerSettings.read(for: arguments, ["url", "data", "database", "mail", "messages"])
        let status = try await StorageSelection.withExisting(settings) { storage, settings throws(CommandFailure) in
            try await ServerStatus(of: storage, settings: settings)
        }
        if arguments.contains("--json") {
            console.printJSON(status.report)
        } else {
            for line in status.lines { console.print(line) }
        }
        return status.isRunning ? .success : .failure
    }
}

/// The status of a server, as far as its database and its lock show it.
struct ServerStatus: Sendable {
    let isRunning: Bool
    private let settings: ServerSettings
    private let start: ServerStart?
    private let owners: [User]
    private let counts: (users: Int, passkeys: Int, clients: Int)
    private let passwords: PasswordCounts
    private let deviceKeys: [DeviceKeyStanding]
    private let mail: OutboxSummary
    private let messages: OutboxSummary
    /// The settings that lack mail.
    private let needs: [SendingNeed]
    private let urls: [WebOrigin]

    init(of storage: any Storage, settings: ServerSettings, at now: Timestamp = .now()) async throws(CommandFailure) {
        let stored = try await CommandFailure.mapFailure(to: "The status can't be read") {
            try await storage.read { stored in
                (
                    start: try stored.serverStart.find(),
                    owners: try stored.owners.list().compactMap { try stored.users.find($0) },
                    users: try stored.users.count(), passkeys: try stored.passkeys.count(),
                    passwords: try stored.passwords.count(), deviceKeys: try stored.deviceKeys.count(),
                    mail: try stored.outbox.summary(of: .mail),
                    messages: try stored.outbox.summary(of: .message),
                    documents: try stored.configuration.list()
                )
            }
        }
        // Only the names of hosts are needed, which stay readable if something else is invalid.
        let hosts = stored.documents.filter { $0.kind == .customDomain }.map(\.id).sorted()
        isRunning = InstanceLock.isHeld(settings)
        self.settings = settings
        start = stored.start
        owners = stored.owners
        passwords = stored.passwords
        (mail, messages) = (stored.mail, stored.messages)
        counts = (stored.users, stored.passkeys, stored.documents.count { $0.kind == .client })
        let configuration = try? ConfigurationSnapshot(documents: stored.documents, url: settings.url)
        deviceKeys = stored.deviceKeys.map { DeviceKeyStanding($0, in: configuration, at: now) }
        needs =
            configuration?.unmetNeeds(sendsMail: settings.sendsMail, sendsMessages: settings.sendsMessages) ?? []
        urls = hosts.isEmpty ? [settings.url] : hosts.map(settings.url.at)
    }

    /// Whether the URL is known, because a server was started or because it was given.
    private var isURLKnown: Bool { start != nil || settings.isURLGiven }

    var lines: [String] {
        var rows: [(name: String, text: String)] = [("server", running)]
        rows.append(
            ("url", isURLKnown ? urls.map(\.description).joined(separator: ", ") : "unknown until it is started"))
        rows.append(("owner", owners.isEmpty ? "none yet; thumbturn setup prints the address to become it" : ownerText))
        rows += [
            ("users", "\(counts.users)"), ("passkeys", "\(counts.passkeys)"), ("passwords", passwordText),
        ]
        rows += deviceKeys.map { ("devices", $0.text) }
        rows += [
            ("clients", "\(counts.clients)"),
            ("mail", text(of: mail, isOff: settings.sendsMail == false, listedBy: "mail list")),
        ]
        if settings.messagesURL != nil || messages != OutboxSummary() {
            rows.append(("messages", text(of: messages, listedBy: "messages list")))
        }
        rows += [
            ("database", "\(settings.database) (schema \(settings.database.kind.schema))"),
            ("program", "thumbturn \(Version.current)"),
        ]
        rows += needs.map { ($0.medium == .mail ? "no mail" : "no texts", "\($0.consequence) \($0.path)") }
        return rows.map { "\($0.name.padded(to: 10))\(TerminalText.safe($0.text, limit: 1000))" }
    }

    private var passwordText: String {
        let parts = [(passwords.disabled, "switched off"), (passwords.weak, "with a weak hash")]
        let text = parts.filter { $0.0 > 0 }.map { "\($0.0) \($0.1)" }.joined(separator: ", ")
        return "\(passwords.all)\(text.isEmpty ? "" : " (\(text))")"
    }

    private func text(of summary: OutboxSummary, isOff: Bool = false, listedBy command: String) -> String {
        let waiting = summary.oldest.map { "\(summary.waiting) waiting, the oldest since \($0)" } ?? "none waiting"
        let text = isOff ? "off; \(waiting)" : waiting
        return summary.dead == 0 ? text : "\(text); \(summary.dead) given up: see thumbturn \(command)"
    }

    private var running: String {
        guard let start else { return isRunning ? "running" : "not running; it was never started" }
        return isRunning
            ? "running since \(start.startedAt), version \(start.version)"
            : "not running; last started at \(start.startedAt)"
    }

    private var ownerText: String {
        owners.map { owner in
            let name = owner.identifiers.first.map { "\($0.value) (\(owner.id.rawValue))" } ?? owner.id.rawValue
            return owner.isActive ? name : "\(name), \(owner.state)"
        }.joined(separator: ", ")
    }

    var report: JSONObject {
        var report: JSONObject = ["running": .bool(isRunning)]
        report["url"] = .optional(isURLKnown ? urls.first?.description : nil)
        report["urls"] = .array(isURLKnown ? urls.map { .string("\($0)") } : [])
        report["started_at"] = start.map { .time($0.startedAt) }
        report["server_version"] = .optional(start?.version)
        report["owners"] = .array(owners.map { .string($0.id.rawValue) })
        for (name, count) in [
            ("users", counts.users), ("passkeys", counts.passkeys), ("clients", counts.clients),
            ("passwords", passwords.all), ("passwords_disabled", passwords.disabled),
            ("passwords_weak", passwords.weak), ("mail_waiting", mail.waiting), ("mail_dead", mail.dead),
            ("messages_waiting", messages.waiting), ("messages_dead", messages.dead),
        ] {
            report[name] = .number(JSONNumber(Int64(count)))
        }
        report["device_keys"] = .array(deviceKeys.map { .object($0.report) })
        report["mail_on"] = settings.sendsMail.map(JSONValue.bool) ?? .null
        for (name, medium) in [("mail_needs", SendingNeed.Medium.mail), ("messages_needs", .messages)] {
            let lacking = needs.filter { $0.medium == medium }
            report[name] = .array(
                lacking.map { .object(["path": .string($0.path), "reason": .string($0.consequence)]) })
        }
        report["mail_oldest"] = mail.oldest.map { .time($0) } ?? .null
        report["messages_oldest"] = messages.oldest.map { .time($0) } ?? .null
        report["database"] = .string("\(settings.database)")
        report["schema"] = .number(JSONNumber(Int64(settings.database.kind.schema)))
        report["version"] = .string(Version.current)
        return report
    }
}
