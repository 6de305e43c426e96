// SPDX-License-Identifier: Apache-2.0

import WireFormats

/// The command line of a program: finds a command and runs it.
package struct CommandLineInterface: Sendable {
    /// The name of the program.
    package let program: String
    /// What the program is. Follows its name in the overview.
    package let title: String
    /// All commands, by what they are for.
    package let sections: [(title: String, commands: [Command])]
    /// The last paragraph of the overview.
    package let advice: String
    /// Commands that somebody could expect here, with the command line that they have in another program.
    package var commandsElsewhere: [String: String] = [:]
    /// Called before a command runs.
    package var prepare:
        @Sendable (Command, CommandArguments, _ environment: [String: String], Console) throws(CommandFailure) -> Void =
            { _, _, _, _ in }

    package init(program: String, title: String, sections: [(title: String, commands: [Command])], advice: String) {
        self.program = program
        self.title = title
        self.sections = sections
        self.advice = advice
    }

    package var commands: [Command] { sections.flatMap(\.commands) }

    /// The names of all commands, with their subcommands.
    package var names: [String] {
        commands.flatMap { [$0.name] + $0.subcommands.map(\.name) }
    }

    /// Runs a command line, given without the program's name.
    package func run(
        _ words: [String], environment: [String: String] = ProcessEnvironment.variables, console: Console
    ) async -> ExitStatus {
        do {
            return try await dispatch(words, environment: environment, console: console)
        } catch {
            let help = error.help.map { " See \(program) help\($0.isEmpty ? "" : " ")\($0)." } ?? ""
            console.printError("\(program): \(error.message)\(help)")
            return error.status
        }
    }

    private func dispatch(
        _ words: [String], environment: [String: String], console: Console
    ) async throws(CommandFailure) -> ExitStatus {
        guard let name = words.first else {
            console.write(overview(width: console.width(in: environment)))
            return .success
        }
        let rest = Array(words.dropFirst())
        if isHelp(name) || name == "help" { return try help(rest, environment: environment, console: console) }
        let isVersion = ["--version", "-v", "-V"].contains(name)
        let command = try command(named: isVersion ? "version" : name)
        if rest.prefix(while: { $0 != "--" }).contains(where: isHelp) {
            let page = command.subcommands.first { $0.verb == rest.first } ?? command
            console.write(HelpPage(program: program, command: page, width: console.width(in: environment)).text)
            return .success
        }
        let (chosen, arguments) = try choose(rest, of: command)
        guard let run = chosen.run else { throw missingVerb(of: command) }
        try prepare(chosen, arguments, environment, console)
        return try await run(arguments, console)
    }

    /// Finds the subcommand that a command line names, and reads its arguments.
    private func choose(
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
            throw unknownSubcommand(verb, of: command)
        }
        var arguments = try CommandArguments(
            words, of: chosen.name, options: chosen.options, others: command.allOptions)
        arguments.dropVerb()
        return (chosen, arguments)
    }

    private func unknownSubcommand(_ verb: String, of command: Command) -> CommandFailure {
        .malformed(
            "There is no command \(command.name) \(TerminalText.safe(verb))."
                + Suggestion.text(for: verb, among: command.subcommands), help: command.name)
    }

    private func missingVerb(of command: Command) -> CommandFailure {
        let verbs = command.subcommands.map(\.verb)
        let known = verbs.count < 2 ? "" : verbs.dropLast().joined(separator: ", ") + " or "
        return .malformed("\(command.name) needs \(known)\(verbs.last ?? "").", help: command.name)
    }

    private func isHelp(_ word: String) -> Bool { ["--help", "-h"].contains(word) }

    private func help(
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
                throw unknownSubcommand(names[1], of: page)
            }
            page = subcommand
        }
        console.write(HelpPage(program: program, command: page, width: width).text)
        return .success
    }

    private func command(named name: String) throws(CommandFailure) -> Command {
        if let command = commands.first(where: { $0.name == name }) { return command }
        guard !name.hasPrefix("-") else {
            let example = commands.first.map { ", such as \(program) \($0.name)" } ?? ""
            throw .malformed("Options come after a command\(example).", help: "")
        }
        if let other = commandsElsewhere[name] {
            throw .malformed("The command \(name) is in another program: \(other).")
        }
        throw .malformed(
            "There is no command \(TerminalText.safe(name)).\(Suggestion.text(for: name, among: commands))", help: "")
    }

    private func overview(width: Int) -> String {
        let column = commands.map(\.name.count).max() ?? 0
        var lines = ["\(program) – \(title)", "", "Usage:", "  \(program) COMMAND [OPTION…]"]
        for section in sections {
            lines += ["", section.title]
            lines += HelpPage.list(section.commands.map { ($0.name.padded(to: column), $0.summary) }, width: width)
        }
        lines += [""]
        lines += TextWrapping.lines("Run \(program) help COMMAND for a page about a command. \(advice)", width: width)
        return lines.joined(separator: "\n") + "\n"
    }
}
