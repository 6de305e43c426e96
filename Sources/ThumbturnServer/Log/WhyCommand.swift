// SPDX-License-Identifier: Apache-2.0

import CommandLine
import POSIX
import WireFormats

/// `thumbturn why`.
enum WhyCommand {
    static let command = Command(
        name: "why", summary: "explains a rejected request from the log",
        operands: "REFERENCE",
        description: """
            Finds a request in the server's log by the reference in its error response, such as req_0aB…, and explains what
            happened, why, and what to do. Without --log it reads the log from standard input.

            Exits with 0 if the log has the request, 1 if not, 2 if the command line is invalid or the file can't be read.
            """,
        options: [CommandOption(name: "--log", value: "FILE", summary: "the log (default: standard input)")],
        examples: [
            "thumbturn why req_0aB1cD2eF3gH4iJ5 --log thumbturn.log",
            "journalctl -u thumbturn -o cat | thumbturn why req_0aB1cD2eF3gH4iJ5",
        ],
        run: run)

    @Sendable
    private static func run(_ arguments: CommandArguments, console: Console) throws(CommandFailure) -> ExitStatus {
        guard let reference = arguments.operands.first, arguments.operands.count == 1 else {
            throw .malformed("why needs one REFERENCE. See thumbturn help why.")
        }
        guard isReference(reference) else {
            throw .malformed(
                "\(TerminalText.safe(reference)) is not a reference. A reference is the \"reference\" of an error response: "
                    + "req_ and 16 letters, digits, - or _.")
        }
        let path = arguments.value("--log").flatMap { $0 == "-" ? nil : $0 }
        let found = try search(for: reference, in: path, console: console)
        guard !found.isEmpty else {
            throw .failed(
                "The log has no request \(reference). Check that it is the right server's log and covers that time.")
        }
        console.write(found.map { LogExplanation($0).text }.joined(separator: "\n"))
        return .success
    }

    private static func search(
        for reference: String, in path: String?, console: Console
    ) throws(CommandFailure) -> [JSONObject] {
        guard let path else {
            var search = LogSearch(for: reference, readSome: console.readSome)
            return search.run()
        }
        let descriptor = open(path, O_RDONLY | O_CLOEXEC)
        guard descriptor >= 0, FileAccess.canRead(path) else {
            if descriptor >= 0 { close(descriptor) }
            throw .malformed("\(path) can't be read. Check the path and its permissions.")
        }
        defer { close(descriptor) }
        var search = LogSearch(for: reference) { Files.readSome($0, from: descriptor) }
        return search.run()
    }

    /// Whether the text has the form of a reference.
    private static func isReference(_ text: String) -> Bool {
        text.hasPrefix("req_") && text.utf8.count == 20 && Base64URL.decode(text.utf8.dropFirst(4)) != nil
    }
}

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
        if let reason = shown("reason") {
            parts.append("A ceremony failed on the device: \(reason)" + (shown("error").map { " (\($0))" } ?? ""))
        }
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
