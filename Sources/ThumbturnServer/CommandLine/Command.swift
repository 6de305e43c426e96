// SPDX-License-Identifier: Apache-2.0

/// A command of the program, with its options and its help text.
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

/// An error that ends a command, with its message for the terminal.
package struct CommandFailure: Error {
    package let message: String
    package let status: ExitStatus

    /// Returns a failure of the command line, or of a file that it names.
    static func malformed(_ message: String) -> CommandFailure { CommandFailure(message: message, status: .malformed) }

    /// Returns a failure of a well-formed command.
    static func failed(_ message: String) -> CommandFailure { CommandFailure(message: message, status: .failure) }
}

extension String {
    func padded(to width: Int) -> String {
        self + String(repeating: " ", count: Swift.max(0, width - count))
    }
}

/// The exit status of the process.
package enum ExitStatus: Int32, Sendable {
    /// The command succeeded, and everything was accepted.
    case success = 0
    /// Something was rejected or failed.
    case failure = 1
    /// The command line or a file it names is malformed.
    case malformed = 2
}
