// SPDX-License-Identifier: Apache-2.0

import CommandLine

/// `thumbturn doctor`.
enum DoctorCommand {
    static let command = Command(
        name: "doctor", summary: "finds out what is wrong with an installation, and says what to do",
        description: """
            Examines the data folder, the database, the master key and the configuration and, if the server runs, what browsers
            and apps see of it at each domain: the name, the certificate, the proxy, and the association files. It changes nothing.
            Run it on the server's machine, as the server's user.

            Each finding has a code, a cause and a remedy; docs/operations/doctor.md lists them all. A request that is not answered
            ends after five seconds, and the other checks go on.

            Exits with 0 if nothing was found, 1 if anything was, warnings too, 2 if the command line is invalid.
            """,
        options: [
            CommandOption(
                name: "--domain", value: "DOMAIN",
                summary: "the only domain to look at from outside (default: all domains)"
            ),
            CommandOption(name: "--json", summary: "print a JSON object on one line"),
        ] + ServerSettings.options("url", "data", "database", "tls-cert", "tls-key"),
        examples: ["thumbturn doctor --data /var/lib/thumbturn", "thumbturn doctor --json | jq -r '.findings[].code'"]
    ) { arguments, console throws(CommandFailure) in
        guard arguments.operands.isEmpty else {
            throw .malformed("doctor takes only options. See thumbturn help doctor.")
        }
        let settings = try ServerSettings.read(
            for: arguments, ["url", "data", "database", "tls-cert", "tls-key", "master-key", "mail"])
        let diagnosis = try await Doctor(settings, domain: arguments.value("--domain")).examine()
        if arguments.contains("--json") {
            console.printJSON(diagnosis.json)
        } else {
            for line in diagnosis.lines { console.print(line) }
        }
        return diagnosis.findings.isEmpty ? .success : .failure
    }
}
