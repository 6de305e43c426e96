// SPDX-License-Identifier: Apache-2.0

package import CommandLine
import Cryptography

extension CommandLineInterface {
    /// The command line of the program `thumbturn`.
    package static let thumbturn: CommandLineInterface = {
        var interface = CommandLineInterface(
            program: "thumbturn", title: "a passkey identity server",
            sections: [
                ("Run a server:", [ServeCommand.command, SetupCommand.command, StatusCommand.command]),
                (
                    "Configure it:",
                    [ClientsCommand.command, APIsCommand.command, ApplyCommand.command, ConfigCommand.command]
                ),
                (
                    "Operate it:",
                    [
                        UsersCommand.command, MailCommand.command, MessagesCommand.command, EventsCommand.command,
                        WhyCommand.command,
                        DoctorCommand.command,
                        KeysCommand.command, BackupCommand.command, RestoreCommand.command, ClockCommand.command,
                    ]
                ),
                ("Look into ceremonies:", [VerifyCommand.command]),
                (
                    "About the program:",
                    [version, ShellCompletion.command(of: "thumbturn") { .thumbturn }]
                ),
            ],
            advice: "Start with thumbturn serve, which needs no options. "
                + "Tools for developers are in another program, thumbturn-tools.")
        interface.commandsElsewhere = [
            "authenticator": "thumbturn-tools authenticator", "bench": "thumbturn-tools bench",
        ]
        // Every command with settings has this option.
        interface.prepare = { command, arguments, environment, console throws(CommandFailure) in
            guard command.options.contains(where: { $0.name == "--data" }) else { return }
            let variables = try EnvironmentFile.standard.environment(for: arguments, over: environment)
            for warning in UnknownVariables.warnings(variables) { console.printError("warning: \(warning)") }
        }
        return interface
    }()
}

/// The command `version`.
private let version = Version.command(
    of: "thumbturn",
    description: "Prints the versions of thumbturn and of OpenSSL. --version and -v do the same."
) { CryptographyLibrary.version }
