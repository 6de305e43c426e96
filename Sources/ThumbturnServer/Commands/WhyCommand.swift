// SPDX-License-Identifier: Apache-2.0

import POSIX
import WireFormats

/// `thumbturn why`.
enum WhyCommand {
    static let command = Command(
        name: "why", summary: "explains a refused request from the log",
        synopsis: "thumbturn why REFERENCE [--log FILE]",
        description: """
            Looks in the server's log for the request that a client was told the reference of, such as req_0aB…, and says
            what happened, why, and what to do. Without --log it reads the log from standard input:

              journalctl -u thumbturn -o cat | thumbturn why req_0aB1cD2eF3gH4iJ5

            Ends with 0 if the log has the request, 1 if it has not, 2 if the command line is wrong or the file can't be read.
            """,
        options: [CommandOption(name: "--log", value: "FILE", summary: "the log (default: standard input)")],
        run: run)

    @Sendable
    private static func run(_ arguments: CommandArguments, _ console: Console) throws(CommandFailure) -> ExitStatus {
        guard let reference = arguments.operands.first, arguments.operands.count == 1 else {
            throw .malformed("why needs one REFERENCE. See thumbturn help why.")
        }
        guard isReference(reference) else {
            throw .malformed(
                "\(TerminalText.safe(reference)) is not a reference. It is the text in an error's \"reference\", "
                    + "req_ and 16 letters, digits, - or _.")
        }
        let path = arguments.value("--log").flatMap { $0 == "-" ? nil : $0 }
        let found = try search(for: reference, in: path, console)
        guard !found.isEmpty else {
            throw .failed(
                "The log has no request \(reference). Is it the log of that time, and of the server that was asked?")
        }
        console.write(found.map { LogExplanation($0).text }.joined(separator: "\n"))
        return .success
    }

    private static func search(
        for reference: String, in path: String?, _ console: Console
    ) throws(CommandFailure) -> [JSONObject] {
        guard let path else {
            var search = LogSearch(for: reference, readSome: console.readSome)
            return search.run()
        }
        let descriptor = open(path, O_RDONLY | O_CLOEXEC)
        guard descriptor >= 0, FileAccess.canRead(path) else {
            if descriptor >= 0 { close(descriptor) }
            throw .malformed("\(path) can't be read. Is the path right, and may you read it?")
        }
        defer { close(descriptor) }
        var search = LogSearch(for: reference) { Files.readSome($0, from: descriptor) }
        return search.run()
    }

    /// As the server makes them.
    private static func isReference(_ text: String) -> Bool {
        text.hasPrefix("req_") && text.utf8.count == 20 && Base64URL.decode(text.utf8.dropFirst(4)) != nil
    }
}
