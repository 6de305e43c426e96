// SPDX-License-Identifier: Apache-2.0

package import CommandLine
import POSIX
import WireFormats

/// The file with the environment variables of the server that a machine runs, as the service has them. Commands read it
/// too, so that they are about the same server.
package struct EnvironmentFile: Sendable {
    package static let standard = EnvironmentFile(path: "/etc/thumbturn/thumbturn.env")

    let path: String

    package init(path: String) {
        self.path = path
    }

    /// Whether there is a file that this user can't read.
    var isHidden: Bool { !FileAccess.canRead(path) && access(path, F_OK) == 0 }

    /// Returns the environment of a command: the variables of the process, and those of the file that it doesn't have.
    /// The file says nothing about a server whose data is somewhere else.
    package func environment(
        over variables: [String: String], isElsewhere: Bool
    ) throws(CommandFailure) -> [String: String] {
        let names = ["THUMBTURN_DATA", "THUMBTURN_DATABASE"]
        let isNamed = names.contains { variables[$0].map { !$0.isEmpty } ?? false }
        guard !isElsewhere, !isNamed, FileAccess.canRead(path) else { return variables }
        // An empty variable counts as unset.
        return try read().merging(variables) { own, given in given.isEmpty ? own : given }
    }

    func environment(
        for arguments: CommandArguments, over variables: [String: String] = ProcessEnvironment.variables
    ) throws(CommandFailure) -> [String: String] {
        try environment(
            over: variables, isElsewhere: arguments.contains("--data") || arguments.contains("--database"))
    }

    private func read() throws(CommandFailure) -> [String: String] {
        var variables: [String: String] = [:]
        let lines = try Files.readText(path).split(separator: "\n", omittingEmptySubsequences: false)
        for (index, line) in lines.enumerated() {
            let line = Self.trimmed(line)
            guard let first = line.first, first != "#", first != ";" else { continue }
            do throws(LineProblem) {
                let (name, value) = try Self.assignment(in: line)
                variables[name] = value
            } catch {
                throw .malformed("\(path), line \(index + 1): \(error.text)")
            }
        }
        return variables
    }

    private struct LineProblem: Error {
        let text: String

        init(_ text: String) { self.text = text }
    }

    /// Reads `NAME=VALUE`. What systemd's unquoting would change further is rejected, so that both read the same.
    private static func assignment(in line: Substring) throws(LineProblem) -> (name: String, value: String) {
        let form = "Write NAME=VALUE, such as THUMBTURN_URL=https://login.example.com."
        guard let equals = line.firstIndex(of: "=") else { throw LineProblem("There is no =. \(form)") }
        let name = trimmed(line[..<equals])
        guard !name.isEmpty, name.utf8.allSatisfy(isNameByte) else {
            throw LineProblem("\(TerminalText.safe(String(name))) is not the name of a variable. \(form)")
        }
        let value = trimmed(line[line.index(after: equals)...])
        guard !value.contains("\\") else {
            throw LineProblem("The value of \(name) has a backslash. Leave it out: each variable is on one line.")
        }
        guard let quote = value.first, quote == "\"" || quote == "'" else { return (String(name), String(value)) }
        let inner = value.dropFirst().dropLast()
        guard value.count > 1, value.last == quote, !inner.contains(quote) else {
            throw LineProblem(
                "The value of \(name) begins with \(quote) and doesn't end with it. Quote all of it, or nothing.")
        }
        return (String(name), String(inner))
    }

    private static func isNameByte(_ byte: UInt8) -> Bool {
        switch byte {
        case UInt8(ascii: "A")...UInt8(ascii: "Z"), UInt8(ascii: "a")...UInt8(ascii: "z"),
            UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "_"):
            true
        default: false
        }
    }

    private static func trimmed(_ text: Substring) -> Substring {
        let isSpace = { (character: Character) in [" ", "\t", "\r"].contains(character) }
        let start = text.drop(while: isSpace)
        return start.lastIndex { !isSpace($0) }.map { start[...$0] } ?? ""
    }
}
