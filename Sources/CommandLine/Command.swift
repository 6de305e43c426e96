// SPDX-License-Identifier: Apache-2.0

/// A command of the program, with its options and its help page.
package struct Command: Sendable {
    package typealias Run = @Sendable (CommandArguments, Console) async throws(CommandFailure) -> ExitStatus

    /// The name, with that of the command it belongs to, such as `users invite`.
    package let name: String
    /// A phrase for lists, in the third person.
    package let summary: String
    /// The operands that follow the name on a command line. Nothing but options if empty.
    package var operands: String
    /// Paragraphs between empty lines. Lines that begin with spaces may have two columns.
    package let description: String
    package var options: [CommandOption]
    /// Lines to copy. Those that begin with `#` explain the next one.
    package var examples: [String]
    package var subcommands: [Command]
    /// `nil` if one of the subcommands must be named.
    package var run: Run?

    package init(
        name: String, summary: String, operands: String = "", description: String, options: [CommandOption] = [],
        examples: [String] = [], subcommands: [Command] = [], run: Run? = nil
    ) {
        self.name = name
        self.summary = summary
        self.operands = operands
        self.description = description
        self.options = options
        self.examples = examples
        self.subcommands = subcommands
        self.run = run
    }

    /// The last word of the name.
    package var verb: String { name.split(separator: " ").last.map(String.init) ?? name }

    /// The options of the command and of its subcommands.
    var allOptions: [CommandOption] { options + subcommands.flatMap(\.options) }
}

/// An option of a command: `--name`, or `--name VALUE`.
package struct CommandOption: Sendable {
    package let name: String
    package let value: String?
    package let summary: String

    package init(name: String, value: String? = nil, summary: String) {
        self.name = name
        self.value = value
        self.summary = summary
    }

    package var usage: String { value.map { "\(name) \($0)" } ?? name }
}

/// An error that ends a command, with its message for the terminal.
package struct CommandFailure: Error {
    package let message: String
    package let status: ExitStatus
    /// The command whose help page says more, if one does.
    package let help: String?

    package init(message: String, status: ExitStatus, help: String? = nil) {
        self.message = message
        self.status = status
        self.help = help
    }

    /// Returns a failure of the command line, or of a file that it names.
    package static func malformed(_ message: String, help: String? = nil) -> CommandFailure {
        CommandFailure(message: message, status: .malformed, help: help)
    }

    /// Returns a failure of a well-formed command.
    package static func failed(_ message: String) -> CommandFailure {
        CommandFailure(message: message, status: .failure)
    }
}

extension String {
    package func padded(to width: Int) -> String {
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
