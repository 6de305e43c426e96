// SPDX-License-Identifier: Apache-2.0

import CommandLine

/// `thumbturn-tools enumeration`.
enum EnumerationCommand {
    static let command = Command(
        name: "enumeration", summary: "checks that a server doesn't tell who has an account",
        description: """
            Starts a server with users, and asks each endpoint of the plain ceremony API that takes a name about names that
            exist and as many that don't. Sends passwords to the token endpoint, wrong ones and for names without an account,
            accounts without a password, with one that is switched off, and that are blocked; a quarter as many of each,
            because hashes take long. Judges whether status, header fields, the shape of bodies, the lengths of credential
            IDs or the time tell them apart.

            Exits with 0 if nothing does, 1 if something does or the server doesn't start, 2 if the command line is invalid.
            """,
        options: [
            CommandOption(name: "--names", value: "N", summary: "the number of names of each kind (default: 4000)"),
            BenchCommand.program,
        ],
        examples: ["thumbturn-tools enumeration --names 1000"]
    ) { arguments, console throws(CommandFailure) in
        guard arguments.operands.isEmpty else {
            throw .malformed("enumeration takes only options.", help: "enumeration")
        }
        let names = try arguments.number("--names", in: 10...1_000_000) ?? 4000
        let program = try BenchServer.program(arguments.value("--program"))
        let folder = try BenchFolder()
        let passwords = PasswordProbe(max(10, names / 4), after: names)
        try await folder.seed(passwords.users, havingPasswords: true)
        try await BenchDatabase(in: folder.data).use { storage throws(CommandFailure) in
            try await passwords.prepare(storage)
        }
        let server = try await BenchServer(program, in: folder, tokens: .rs256ID, hasPasswords: true)
        defer { server.stop() }
        var faults: [String] = []
        for endpoint in NamedEndpoint.allCases {
            let comparison = try EnumerationProbe(of: endpoint, at: server.measured).compare(names)
            console.print("enumeration: \(endpoint): \(comparison.summary)")
            faults += comparison.faults.map { "enumeration: \(endpoint): \($0)" }
        }
        for (kind, comparison) in try passwords.compare(at: server.measured) {
            console.print("enumeration: password of \(kind): \(comparison.summary)")
            faults += comparison.faults.map { "enumeration: password: \($0)" }
        }
        for fault in faults { console.print(fault) }
        return faults.isEmpty ? .success : .failure
    }
}
