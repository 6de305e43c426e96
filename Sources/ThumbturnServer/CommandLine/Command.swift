// SPDX-License-Identifier: Apache-2.0

/// A command of the program, with its options and its help page.
struct Command: Sendable {
    typealias Run = @Sendable (CommandArguments, Console) async throws(CommandFailure) -> ExitStatus

    /// The name, with that of the command it belongs to, such as `users invite`.
    let name: String
    /// A phrase for lists, in the third person.
    let summary: String
    /// The operands that follow the name on a command line. Nothing but options if empty.
    var operands = ""
    /// Paragraphs between empty lines. Lines that begin with spaces may have two columns.
    let description: String
    var options: [CommandOption] = []
    /// Lines to copy. Those that begin with `#` explain the next one.
    var examples: [String] = []
    var subcommands: [Command] = []
    /// `nil` if one of the subcommands must be named.
    var run: Run?

    /// The last word of the name.
    var verb: String { name.split(separator: " ").last.map(String.init) ?? name }

    /// The options of the command and of its subcommands.
    var allOptions: [CommandOption] { options + subcommands.flatMap(\.options) }

    /// The remedy that names the help page.
    var seeHelp: String { "See thumbturn help \(name)." }
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
