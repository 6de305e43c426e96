// SPDX-License-Identifier: Apache-2.0

/// One command of the program: what it is called, what it understands and what it does.
struct Command: Sendable {
    let name: String
    let summary: String
    let synopsis: String
    let description: String
    var options: [CommandOption] = []
    let run: @Sendable (CommandArguments, Console) async throws(CommandFailure) -> ExitStatus

    /// The text of `thumbturn help NAME`.
    var help: String {
        var text = "thumbturn \(name) – \(summary)\n\nUsage:\n  \(synopsis)\n\n\(description)\n"
        guard !options.isEmpty else { return text }
        let width = options.map(\.usage.count).max() ?? 0
        text += "\nOptions:\n"
        for option in options {
            text += "  " + option.usage.padded(to: width) + "  " + option.summary + "\n"
        }
        return text
    }
}

/// An option of a command: `--name`, or `--name VALUE`.
struct CommandOption: Sendable {
    let name: String
    var value: String?
    let summary: String

    var usage: String { value.map { "\(name) \($0)" } ?? name }
}

/// Why a command ends early: what happened and what to do, for the person at the terminal.
package struct CommandFailure: Error {
    package let message: String
    package let status: ExitStatus

    /// The command line, or a file it names, is malformed.
    static func malformed(_ message: String) -> CommandFailure { CommandFailure(message: message, status: .malformed) }

    /// It is well-formed but cannot be done.
    static func failed(_ message: String) -> CommandFailure { CommandFailure(message: message, status: .failure) }
}

extension String {
    func padded(to width: Int) -> String {
        self + String(repeating: " ", count: Swift.max(0, width - count))
    }
}
