// SPDX-License-Identifier: Apache-2.0

import POSIX
import WireFormats

/// `thumbturn why`.
enum WhyCommand {
    static let command = Command(
        name: "why", summary: "explains a rejected request from the log",
        synopsis: "thumbturn why REFERENCE [--log FILE]",
        description: """
            Finds a request in the server's log by the reference in its error response, such as req_0aB…, and explains what
            happened, why, and what to do. Without --log it reads the log from standard input:

              journalctl -u thumbturn -o cat | thumbturn why req_0aB1cD2eF3gH4iJ5

            Exits with 0 if the log has the request, 1 if not, 2 if the command line is invalid or the file can't be read.
            """,
        options: [CommandOption(name: "--log", value: "FILE", summary: "the log (default: standard input)")],
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
