// SPDX-License-Identifier: Apache-2.0

/// The program `thumbturn`.
@main
struct Program {
    static func main() {
        let arguments = Array(CommandLine.arguments.dropFirst())
        Console.standard.exit(with: CommandLineInterface.run(arguments, console: .standard))
    }
}
