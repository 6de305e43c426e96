// SPDX-License-Identifier: Apache-2.0

import WireFormats

/// An explanation of a line of the log: what happened, why, and what to do.
struct LogExplanation {
    private let fields: JSONObject

    init(_ fields: JSONObject) {
        self.fields = fields
    }

    /// The explanation, ending with a newline.
    var text: String {
        var text = "What happened\n  \(event)\n"
        if let reason = shown("explanation") { text += "Why\n  \(reason)\n" }
        for name in ["code", "step", "received", "allowed", "cause"] {
            if let value = shown(name) { text += "  \(name.padded(to: 8))  \(value)\n" }
        }
        return text + "What to do\n  \(shown("remedy") ?? remedy)\n"
    }

    private var remedy: String {
        guard let code = fields["code"]?.stringValue else { return "Nothing. The request was not rejected." }
        return ErrorRemedy.text(for: code, client: shown("client"))
            ?? "Look the code up in docs/error-codes.md, and compare the request with /openapi.json."
    }

    private var event: String {
        var parts = [shown("time"), shown("method"), shown("path")].compactMap(\.self)
        if let status = shown("status") { parts.append("returned \(status)") }
        for (name, word) in [("host", "at"), ("client", "for the client"), ("address", "from"), ("user", "as")] {
            if let value = shown(name), !value.isEmpty { parts.append("\(word) \(value)") }
        }
        return parts.joined(separator: " ")
    }

    /// Returns a field that is safe to print, or `nil` if it is missing or secret.
    private func shown(_ name: String) -> String? {
        guard !LogSecrets.withholds(name) else { return nil }
        return switch fields[name] {
        case .string(let text)?: TerminalText.safe(text, limit: 600)
        case .number(let number)?: TerminalText.safe(number.text, limit: 24)
        case .array(let items)?:
            items.prefix(20).compactMap(\.stringValue).map { TerminalText.safe($0) }.joined(separator: ", ")
        default: nil
        }
    }
}
