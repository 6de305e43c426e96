// SPDX-License-Identifier: Apache-2.0

import Cryptography

/// The command line of the program: finds a command and runs it.
package enum CommandLineInterface {
    static let commands: [Command] = [
        ServeCommand.command, SetupCommand.command, ApplyCommand.command, KeysCommand.command, UsersCommand.command,
        EventsCommand.command, BackupCommand.command, RestoreCommand.command, ClockCommand.command, WhyCommand.command,
        VerifyCommand.command,
        AuthenticatorCommand.command, BenchCommand.command, VersionCommand.command,
    ]

    /// Runs a command line, given without the program's name.
    package static func run(
        _ words: [String], environment: [String: String] = ProcessEnvironment.variables, console: Console
    ) async -> ExitStatus {
        do {
            return try await dispatch(words, environment: environment, console: console)
        } catch {
            console.printError("thumbturn: \(error.message)")
            return error.status
        }
    }

    private static func dispatch(
        _ words: [String], environment: [String: String], console: Console
    ) async throws(CommandFailure) -> ExitStatus {
        guard let name = words.first else {
            console.write(overview)
            return .success
        }
        let rest = Array(words.dropFirst())
        if ["help", "--help", "-h"].contains(name) { return try help(rest, console: console) }
        let command = try command(named: name == "--version" ? VersionCommand.command.name : name)
        if rest.contains("--help") || rest.contains("-h") { return try help([name], console: console) }
        let arguments = try CommandArguments(rest, options: command.options)
        // Every command with settings has this option.
        if command.options.contains(where: { $0.name == "--data" }) {
            for warning in UnknownVariables.warnings(environment) { console.printError("warning: \(warning)") }
        }
        return try await command.run(arguments, console)
    }

    private static func help(_ words: [String], console: Console) throws(CommandFailure) -> ExitStatus {
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

            Run thumbturn help COMMAND for details.

            """
    }
}

/// `thumbturn version`.
enum VersionCommand {
    static let version = "0.1.0"

    static let command = Command(
        name: "version", summary: "prints the version", synopsis: "thumbturn version",
        description: "Prints the versions of thumbturn and of OpenSSL."
    ) { arguments, console throws(CommandFailure) in
        guard arguments.operands.isEmpty else { throw .malformed("version takes no arguments.") }
        console.print("thumbturn \(version) (\(CryptographyLibrary.version))")
        return .success
    }
}
