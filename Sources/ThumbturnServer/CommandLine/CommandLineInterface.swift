// SPDX-License-Identifier: Apache-2.0

import Cryptography
import WireFormats

/// The command line of the program: finds a command and runs it.
package enum CommandLineInterface {
    /// All commands, by what they are for.
    static let sections: [(title: String, commands: [Command])] = [
        ("Run a server:", [ServeCommand.command, SetupCommand.command, StatusCommand.command]),
        ("Configure it:", [ClientsCommand.command, APIsCommand.command, ApplyCommand.command, ConfigCommand.command]),
        (
            "Operate it:",
            [
                UsersCommand.command, EventsCommand.command, WhyCommand.command, DoctorCommand.command,
                KeysCommand.command, BackupCommand.command, RestoreCommand.command, ClockCommand.command,
            ]
        ),
        (
            "Test passkeys:",
            [VerifyCommand.command, AuthenticatorCommand.command, BenchCommand.command]
        ),
        ("About the program:", [VersionCommand.command, CompletionCommand.command]),
    ]

    private static let commands = sections.flatMap(\.commands)

    /// The names of all commands, with their subcommands.
    package static var names: [String] {
        commands.flatMap { [$0.name] + $0.subcommands.map(\.name) }
    }

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
            console.write(overview(width: console.width(in: environment)))
            return .success
        }
        let rest = Array(words.dropFirst())
        if isHelp(name) || name == "help" { return try help(rest, environment: environment, console: console) }
        let isVersion = ["--version", "-v", "-V"].contains(name)
        let command = try command(named: isVersion ? VersionCommand.command.name : name)
        if rest.prefix(while: { $0 != "--" }).contains(where: isHelp) {
            let page = command.subcommands.first { $0.verb == rest.first } ?? command
            console.write(HelpPage(command: page, width: console.width(in: environment)).text)
            return .success
        }
        let (chosen, arguments) = try choose(rest, of: command)
        guard let run = chosen.run else { throw missingVerb(of: command) }
        // Every command with settings has this option.
        if chosen.options.contains(where: { $0.name == "--data" }) {
            let variables = try EnvironmentFile.standard.environment(for: arguments, over: environment)
            for warning in UnknownVariables.warnings(variables) { console.printError("warning: \(warning)") }
        }
        return try await run(arguments, console)
    }

    /// Finds the subcommand that a command line names, and reads its arguments.
    private static func choose(
        _ words: [String], of command: Command
    ) throws(CommandFailure) -> (Command, CommandArguments) {
        guard !command.subcommands.isEmpty else {
            return (command, try CommandArguments(words, of: command.name, options: command.options))
        }
        // Options may stand before the subcommand.
        let isFirst = words.first.map { !$0.hasPrefix("-") } ?? false
        let verb =
            try isFirst
            ? words.first : CommandArguments(words, of: command.name, options: command.allOptions).operands.first
        guard let verb else {
            let others = command.subcommands.flatMap(\.options)
            return (
                command, try CommandArguments(words, of: command.name, options: command.options, others: others)
            )
        }
        guard let chosen = command.subcommands.first(where: { $0.verb == verb }) else {
            if command.run != nil, !command.operands.isEmpty {
                return (command, try CommandArguments(words, of: command.name, options: command.options))
            }
            throw .malformed(
                "There is no command \(command.name) \(TerminalText.safe(verb))."
                    + Suggestion.text(for: verb, among: command.subcommands) + " \(command.seeHelp)")
        }
        var arguments = try CommandArguments(
            words, of: chosen.name, options: chosen.options, others: command.allOptions)
        arguments.dropVerb()
        return (chosen, arguments)
    }

    private static func missingVerb(of command: Command) -> CommandFailure {
        let verbs = command.subcommands.map(\.verb)
        let known = verbs.count < 2 ? "" : verbs.dropLast().joined(separator: ", ") + " or "
        return .malformed("\(command.name) needs \(known)\(verbs.last ?? ""). \(command.seeHelp)")
    }

    private static func isHelp(_ word: String) -> Bool { ["--help", "-h"].contains(word) }

    private static func help(
        _ words: [String], environment: [String: String], console: Console
    ) throws(CommandFailure) -> ExitStatus {
        let width = console.width(in: environment)
        let names = words.filter { $0 != "help" && !isHelp($0) }
        guard let name = names.first else {
            console.write(overview(width: width))
            return .success
        }
        var page = try command(named: name)
        if names.count > 1, !page.subcommands.isEmpty {
            guard let subcommand = page.subcommands.first(where: { $0.verb == names[1] }) else {
                throw .malformed(
                    "There is no command \(name) \(TerminalText.safe(names[1]))."
                        + Suggestion.text(for: names[1], among: page.subcommands) + " \(page.seeHelp)")
            }
            page = subcommand
        }
        console.write(HelpPage(command: page, width: width).text)
        return .success
    }

    private static func command(named name: String) throws(CommandFailure) -> Command {
        if let command = commands.first(where: { $0.name == name }) { return command }
        guard !name.hasPrefix("-") else {
            throw .malformed("Options come after a command, such as thumbturn serve. See thumbturn help.")
        }
        throw .malformed(
            "There is no command \(TerminalText.safe(name))." + Suggestion.text(for: name, among: commands)
                + " See thumbturn help.")
    }

    private static func overview(width: Int) -> String {
        let column = commands.map(\.name.count).max() ?? 0
        var lines = ["thumbturn – a passkey identity server, and its tools", "", "Usage:"]
        lines += ["  thumbturn COMMAND [OPTION…]"]
        for section in sections {
            lines += ["", section.title]
            lines += HelpPage.list(section.commands.map { ($0.name.padded(to: column), $0.summary) }, width: width)
        }
        lines += [""]
        lines += TextWrapping.lines(
            "Run thumbturn help COMMAND for a page about a command. Start with thumbturn serve, which needs no options.",
            width: width)
        return lines.joined(separator: "\n") + "\n"
    }
}

/// `thumbturn version`.
enum VersionCommand {
    static let version = "0.1.0"

    static let command = Command(
        name: "version", summary: "prints the version",
        description: "Prints the versions of thumbturn and of OpenSSL. --version and -v do the same.",
        examples: ["thumbturn version"]
    ) { arguments, console throws(CommandFailure) in
        guard arguments.operands.isEmpty else { throw .malformed("version takes no arguments.") }
        console.print("thumbturn \(version) (\(CryptographyLibrary.version))")
        return .success
    }
}
