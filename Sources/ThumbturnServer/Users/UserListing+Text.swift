// SPDX-License-Identifier: Apache-2.0

import Administration
import CommandLine
import IdentityModel
import WireFormats

extension UserListing.Request {
    init(_ arguments: CommandArguments) throws(CommandFailure) {
        self.init(limit: try ListLimit.read(arguments))
        start = arguments.value("--after").map { UserID(rawValue: $0) }
        connection = arguments.value("--connection")
        isOfDeviceKeys = arguments.contains("--device-keys")
    }
}

extension UserListing.Page {
    func show(asJSON isJSON: Bool, on console: Console) {
        if isJSON {
            for user in users { console.printJSON(json(of: user)) }
        } else {
            let table = table
            if table.isEmpty { console.print("No accounts.") } else { console.print(table) }
        }
        if isContinued, let last = users.last {
            console.printError(
                "There are more accounts. Continue with --after '\(TerminalText.safe(last.id.rawValue))'")
        }
    }

    private var table: TextTable {
        var table = TextTable(
            "ID", "CONNECTION", "IDENTIFIER", "NAME", "STATE", "CREATED", deviceKeys.isEmpty ? "" : "DEVICE KEYS OF")
        for user in users {
            table.append(
                user.id.rawValue, user.connection, user.identifiers.first?.value ?? "", user.profile.name ?? "",
                user.isActive ? "" : user.state, user.createdAt.description,
                clients(of: user).joined(separator: ", "))
        }
        return table
    }

    private func json(of user: User) -> JSONObject {
        var json = user.report
        if !deviceKeys.isEmpty { json["device_key_clients"] = .array(clients(of: user).map(JSONValue.string)) }
        return json
    }

    /// The clients that the account has device keys of.
    private func clients(of user: User) -> [String] { Set(deviceKeys[user.id, default: []].map(\.client)).sorted() }
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
