// SPDX-License-Identifier: Apache-2.0

package import WireFormats

/// A field of a log record.
package struct LogField: Sendable {
    package var name: LogFieldName
    package var value: JSONValue

    package init(_ name: LogFieldName, value: JSONValue) {
        self.name = name
        self.value = value
    }
}

/// The name of a log field, escaped for every form of the log. Whether its value is withheld is decided once, here.
package struct LogFieldName: Sendable {
    package let text: String
    /// Whether the value never appears in a log.
    package let isSecret: Bool
    /// `,"name":`
    let jsonPrefix: [UInt8]
    /// ` name=`
    let logfmtPrefix: [UInt8]

    package init(_ text: String) {
        self.text = text
        isSecret = LogSecrets.withholds(text)
        let safe = TerminalText.safe(text, limit: LogLine.textLimit)
        // Readers disagree about two members of the same name.
        let isReserved = ["time", "level", "event"].contains(text)
        jsonPrefix =
            [UInt8(ascii: ",")] + JSONValue.string(safe + (isReserved ? "_" : "")).serialized() + [UInt8(ascii: ":")]
        var prefix: [UInt8] = [UInt8(ascii: " ")]
        LogLine.appendValue(.string(safe), as: .logfmt, to: &prefix)
        logfmtPrefix = prefix + [UInt8(ascii: "=")]
    }
}

/// Recognizes, by their names, values that never appear in a log.
enum LogSecrets {
    /// What stands in their place.
    static let mark: JSONValue = "…"

    /// Whether the value of this name is withheld, however the name is spelled: `client_secret`, `Client-Secret`,
    /// `clientSecret`.
    static func withholds(_ name: String) -> Bool {
        let letters = String(name.lowercased().filter { $0.isLetter || $0.isNumber })
        return names.contains(letters) || parts.contains { letters.contains($0) }
            || endings.contains { letters.hasSuffix($0) }
    }

    private static let names: Set<String> = [
        "dpop", "otp", "clientdatajson", "clientdata", "attestationobject", "authenticatordata", "authnresponse",
        "userhandle", "challenge",
    ]
    private static let parts = [
        "secret", "password", "authorization", "cookie", "assertion", "signature", "verifier", "privatekey",
        "masterkey",
    ]
    /// Not `code`: problems have one.
    private static let endings = ["token", "session", "ticket", "invitation"]
}
