// SPDX-License-Identifier: Apache-2.0

import Cryptography

/// `thumbturn version`.
enum VersionCommand {
    static let version = "0.1.0"

    static let command = Command(
        name: "version", summary: "says which version this is", synopsis: "thumbturn version",
        description: "Prints the version of the program and of the OpenSSL it runs with."
    ) { arguments, console throws(CommandFailure) in
        if let operand = arguments.operands.first { throw .malformed("version takes no \"\(operand)\".") }
        console.line("thumbturn \(version) (\(CryptographyLibrary.version))")
        return .success
    }
}
