// SPDX-License-Identifier: Apache-2.0

package import CommandLine

/// The program `thumbturn-tools`.
@main
struct Program {
    static func main() async {
        StandardDescriptors.fill()
        let arguments = Array(Swift.CommandLine.arguments.dropFirst())
        Console.standard.exit(with: await CommandLineInterface.tools.run(arguments, console: .standard))
    }
}

extension CommandLineInterface {
    /// The command line of the program `thumbturn-tools`.
    package static let tools: CommandLineInterface = {
        var interface = CommandLineInterface(
            program: "thumbturn-tools", title: "tools for those who develop or measure",
            sections: [
                ("Test passkeys:", [AuthenticatorCommand.command]),
                ("Measure a server:", [BenchCommand.command, EnumerationCommand.command]),
                (
                    "About the program:",
                    [version, ShellCompletion.command(of: "thumbturn-tools") { .tools }]
                ),
            ],
            advice: "The server is another program, thumbturn.")
        interface.commandsElsewhere = [
            "serve": "thumbturn serve", "verify": "thumbturn verify", "why": "thumbturn why",
        ]
        return interface
    }()
}

/// The command `version`.
private let version = Version.command(
    of: "thumbturn-tools",
    description: "Prints the version, which is that of thumbturn. --version and -v do the same.")
