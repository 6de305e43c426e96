// SPDX-License-Identifier: Apache-2.0

/// What lets a shell complete the commands of a program.
package struct ShellCompletion {
    private let interface: CommandLineInterface
    private var commands: [Command] { interface.commands }
    private var function: String { "_" + interface.program.replacing("-", with: "_") }

    package init(of interface: CommandLineInterface) {
        self.interface = interface
    }

    /// The command `completion` of a program.
    package static func command(of program: String, interface: @escaping @Sendable () -> CommandLineInterface)
        -> Command
    {
        Command(
            name: "completion", summary: "prints what lets a shell complete commands", operands: "bash|zsh",
            description: """
                Prints a script for bash or zsh. With it, the Tab key completes commands, options and their values.

                Exits with 0 on success, 2 if the command line is invalid.
                """,
            examples: [
                "# In ~/.bashrc", "source <(\(program) completion bash)", "# In ~/.zshrc, after compinit",
                "source <(\(program) completion zsh)",
            ]
        ) { arguments, console throws(CommandFailure) in
            let script = ShellCompletion(of: interface()).script
            switch arguments.operands {
            case ["bash"]: console.write(script)
            // zsh reads the function for bash.
            case ["zsh"]: console.write("autoload -Uz +X bashcompinit && bashcompinit\n" + script)
            default: throw .malformed("completion takes bash or zsh.", help: "completion")
            }
            return .success
        }
    }

    /// The function completes the word under the cursor: a value of the option before it, or else what its command can
    /// be followed by. Where nothing is known, bash completes files.
    package var script: String {
        """
        \(function)() {
            local current=${COMP_WORDS[COMP_CWORD]} previous=${COMP_WORDS[COMP_CWORD-1]} words=
            local command=${COMP_WORDS[1]} verb=${COMP_WORDS[2]}
            [ "$COMP_CWORD" -gt 1 ] || command=
            [ "$COMP_CWORD" -gt 2 ] || verb=
            case "$command $verb" in
        \(cases.joined(separator: "\n"))
            *)
                case "$command" in
        \(commandCases.joined(separator: "\n"))
                esac ;;
            esac
            case "$previous" in
        \(valueCases.joined(separator: "\n"))
            esac
            COMPREPLY=($(compgen -W "$words" -- "$current"))
        }
        complete -o default -F \(function) \(interface.program)

        """
    }

    private var cases: [String] {
        commands.flatMap(\.subcommands).map { #"    "\#($0.name)") words="\#(options(of: $0))" ;;"# }
    }

    private var commandCases: [String] {
        let all = (commands.map(\.name) + ["help"]).joined(separator: " ")
        return [#"        "") words="\#(all)" ;;"#, #"        help) words="\#(all)" ;;"#]
            + commands.map { command in
                let words = command.subcommands.map(\.verb) + [options(of: command)]
                return #"        \#(command.name)) words="\#(words.joined(separator: " "))" ;;"#
            }
    }

    /// The options that take one of several words, and those that take something else, of which nothing is known.
    private var valueCases: [String] {
        let options = commands.flatMap { [$0] + $0.subcommands }.flatMap(\.options)
        let values = Dictionary(options.map { ($0.name, $0.value) }) { first, _ in first }
        return values.sorted { $0.key < $1.key }.compactMap { name, value in
            guard let value else { return nil }
            let choices = value.contains("|") && !value.contains(" ") ? value.split(separator: "|") : []
            return #"    \#(name)) words="\#(choices.joined(separator: " "))" ;;"#
        }
    }

    private func options(of command: Command) -> String {
        (command.options.map(\.name) + ["--help"]).joined(separator: " ")
    }
}
