// SPDX-License-Identifier: Apache-2.0

import IdentityModel
import WireFormats

/// Lists accounts, a page at a time.
struct UserListing: Sendable {
    private let limit: Int
    private let start: UserID?
    private let connection: String?
    private let isJSON: Bool

    init(_ arguments: CommandArguments) throws(CommandFailure) {
        limit = try ListLimit.read(arguments)
        start = arguments.value("--after").map { UserID(rawValue: $0) }
        connection = arguments.value("--connection")
        isJSON = arguments.contains("--json")
    }

    func show(_ storage: any Storage, _ settings: ServerSettings, _ console: Console) async throws(CommandFailure) {
        let found = try await page(of: storage)
        // Accounts of a connection that is not configured any more can still be listed.
        if found.isEmpty, let connection {
            try await UserSearch(storage, settings).requireConnection(named: connection)
        }
        let shown = found.prefix(limit)
        if isJSON {
            for user in shown { console.jsonLine(user.report) }
        } else {
            var table = TextTable("ID", "CONNECTION", "IDENTIFIER", "NAME", "STATE", "CREATED")
            for user in shown {
                table.append(
                    user.id.rawValue, user.connection, user.identifiers.first?.value ?? "", user.profile.name ?? "",
                    user.isBlocked ? "blocked" : "", user.createdAt.description)
            }
            if table.isEmpty { console.line("Nobody.") } else { console.report(table) }
        }
        if found.count > limit, let last = shown.last {
            console.errorLine("There are more: --after '\(TerminalText.safe(last.id.rawValue))'")
        }
    }

    /// One more than is to be shown, if there is one.
    private func page(of storage: any Storage) async throws(CommandFailure) -> [User] {
        var found: [User] = []
        var last = start
        while found.count <= limit {
            let more = try await accounts(after: last, in: storage)
            found += more.filter { connection == nil || connection == $0.connection }
            guard more.count > limit else { break }
            last = more.last?.id
        }
        return Array(found.prefix(limit + 1))
    }

    private func accounts(after id: UserID?, in storage: any Storage) async throws(CommandFailure) -> [User] {
        try await CommandFailure.telling("The accounts can't be read") {
            do {
                return try await storage.read { [limit] in try $0.users.list(after: id, limit: limit + 1) }
            } catch StorageConflict.notFound {
                throw CommandFailure.failed(
                    "There is no account \(TerminalText.safe(id?.rawValue ?? "")) to go on behind: it may be deleted. "
                        + "List from the beginning.")
            }
        }
    }
}

extension Console {
    /// A value on one line. What comes from outside may be in it: JSON escapes the rest of what a terminal obeys.
    func jsonLine(_ object: JSONObject) {
        let text = String(decoding: JSONValue.object(object).serialized(), as: UTF8.self)
        line(TerminalText.escapedJSON(text))
    }
}

extension TerminalText {
    /// JSON with escapes for what is not visible: the same value for programs, and safe on a terminal.
    static func escapedJSON(_ text: String) -> String {
        text.unicodeScalars.reduce(into: "") { output, scalar in
            let isSafe = safe(String(scalar)) == String(scalar)
            guard !isSafe, scalar != "\u{FFFD}" else { return output.unicodeScalars.append(scalar) }
            for unit in String(scalar).utf16 {
                let digits = String(unit, radix: 16)
                output += "\\u" + String(repeating: "0", count: 4 - digits.count) + digits
            }
        }
    }
}
