// SPDX-License-Identifier: Apache-2.0

/// The program `thumbturn`.
@main
struct Program {
    static func main() async {
        StandardDescriptors.fill()
        let arguments = Array(CommandLine.arguments.dropFirst())
        Console.standard.exit(with: await CommandLineInterface.run(arguments, console: .standard))
    }
}
