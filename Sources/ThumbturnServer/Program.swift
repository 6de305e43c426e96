// SPDX-License-Identifier: Apache-2.0

import CommandLine

/// The program `thumbturn`.
@main
struct Program {
    static func main() async {
        StandardDescriptors.fill()
        let arguments = Array(Swift.CommandLine.arguments.dropFirst())
        Console.standard.exit(with: await CommandLineInterface.thumbturn.run(arguments, console: .standard))
    }
}
