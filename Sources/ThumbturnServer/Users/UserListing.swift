// SPDX-License-Identifier: Apache-2.0

import CommandLine
import IdentityModel
import WireFormats

/// A page of the list of accounts.
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

    func show(storage: any Storage, settings: ServerSettings, console: Console) async throws(CommandFailure) {
        let found = try await page(of: storage)
        // Accounts of a connection that is no longer configured can still be listed.
        if found.isEmpty, let connection {
            try await UserSearch(storage: storage, settings: settings).requireConnection(named: connection)
        }
        let shown = found.prefix(limit)
        if isJSON {
            for user in shown { console.printJSON(user.report) }
        } else {
            var table = TextTable("ID", "CONNECTION", "IDENTIFIER", "NAME", "STATE", "CREATED")
            for user in shown {
                table.append(
                    user.id.rawValue, user.connection, user.identifiers.first?.value ?? "", user.profile.name ?? "",
                    user.isActive ? "" : user.state, user.createdAt.description)
            }
            if table.isEmpty { console.print("No accounts.") } else { console.print(table) }
        }
        if found.count > limit, let last = shown.last {
            console.printError(
                "There are more accounts. Continue with --after '\(TerminalText.safe(last.id.rawValue))'")
        }
    }

    /// Returns the accounts of the page, and one more if there is one.
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
        try await CommandFailure.mapFailure(to: "The accounts can't be read") {
            do {
                return try await storage.read { [limit] in try $0.users.list(after: id, limit: limit + 1) }
            } catch StorageConflict.notFound {
                throw CommandFailure.failed(
                    "There is no account \(TerminalText.safe(id?.rawValue ?? "")) to continue after. It may have been deleted. "
                        + "List from the beginning.")
            }
        }
    }
}

extension Console {
    /// Prints a value on one line. Characters that control a terminal are escaped.
    func printJSON(_ object: JSONObject) {
        let text = String(decoding: JSONValue.object(object).serialized(), as: UTF8.self)
        print(TerminalText.escapedJSON(text))
    }
}

extension TerminalText {
    /// Returns JSON of the same value with escapes for invisible characters, which is safe to print.
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
