// SPDX-License-Identifier: Apache-2.0

/// The version of Thumbturn's programs.
package enum Version {
    package static let current = "0.1.0"

    /// The command `version` of a program.
    ///
    /// - Parameter library: What else is printed, such as the version of a library.
    package static func command(
        of program: String, description: String, library: @escaping @Sendable () -> String? = { nil }
    ) -> Command {
        Command(
            name: "version", summary: "prints the version", description: description, examples: ["\(program) version"]
        ) { arguments, console throws(CommandFailure) in
            guard arguments.operands.isEmpty else { throw .malformed("version takes no arguments.") }
            console.print("\(program) \(current)" + (library().map { " (\($0))" } ?? ""))
            return .success
        }
    }
}
