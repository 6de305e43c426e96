// SPDX-License-Identifier: Apache-2.0

/// Finds the command that was asked for and runs it.
package enum CommandLineInterface {
    static let commands: [Command] = [
        ServeCommand.command, ApplyCommand.command, KeysCommand.command, UsersCommand.command, EventsCommand.command,
        BackupCommand.command, RestoreCommand.command, ClockCommand.command, WhyCommand.command, VerifyCommand.command,
        AuthenticatorCommand.command, BenchCommand.command, VersionCommand.command,
    ]

    /// Runs the words of a command line, without the program's own name.
    package static func run(
        _ words: [String], environment: [String: String] = ProcessEnvironment.variables, console: Console
    ) async -> ExitStatus {
        do {
            return try await dispatch(words, environment, console)
        } catch {
            console.errorLine("thumbturn: \(error.message)")
            return error.status
        }
    }

    private static func dispatch(
        _ words: [String], _ environment: [String: String], _ console: Console
    ) async throws(CommandFailure) -> ExitStatus {
        guard let name = words.first else {
            console.write(overview)
            return .success
        }
        let rest = Array(words.dropFirst())
        if ["help", "--help", "-h"].contains(name) { return try help(rest, console) }
        let command = try command(named: name == "--version" ? VersionCommand.command.name : name)
        if rest.contains("--help") || rest.contains("-h") { return try help([name], console) }
        let arguments = try CommandArguments(rest, options: command.options)
        // Every command that takes settings takes this one.
        if command.options.contains(where: { $0.name == "--data" }) {
            for warning in UnknownVariables.warnings(environment) { console.errorLine("warning: \(warning)") }
        }
        return try await command.run(arguments, console)
    }

    private static func help(_ words: [String], _ console: Console) throws(CommandFailure) -> ExitStatus {
        console.write(try words.first.map { word throws(CommandFailure) in try command(named: word).help } ?? overview)
        return .success
    }

    private static func command(named name: String) throws(CommandFailure) -> Command {
        if let command = commands.first(where: { $0.name == name }) { return command }
        throw .malformed(
            "There is no command \(name)." + Suggestion.text(for: name, among: commands.map(\.name))
                + " See thumbturn help.")
    }

    private static var overview: String {
        let width = commands.map(\.name.count).max() ?? 0
        let rows = commands.map { "  " + $0.name.padded(to: width) + "  " + $0.summary }
        return """
            thumbturn – a passkey identity server, and its tools

            Usage:
              thumbturn COMMAND [OPTION…]

            Commands:
            \(rows.joined(separator: "\n"))

            thumbturn help COMMAND tells more.

            """
    }
}
