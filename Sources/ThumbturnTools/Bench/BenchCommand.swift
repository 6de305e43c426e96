// SPDX-License-Identifier: Apache-2.0

import CommandLine

/// `thumbturn-tools bench`.
enum BenchCommand {
    static let command = Command(
        name: "bench", summary: "measures what each operation costs a server, next to its cryptography",
        description: """
            Repeats one scenario on every connection, starting each operation when the previous one has finished. Reports
            operations per second, latency and errors, and what each operation cost the server: CPU time, durable units
            (database commits) and memory. The crypto floor is the time that the scenario's signatures take on their own,
            measured during the same run.

            The scenarios:

              sign-in           /passkey/challenge, then /oauth/token with a passkey
              sign-up           /passkey/register, then /oauth/token with a new passkey
              refresh           /oauth/token with a single-use refresh token
              challenge         /passkey/challenge only
              userinfo          /userinfo with an access token
              page              /login, the sign-in page of an authorization request
              page-sign-in      /login/challenge, then /login/passkey, to the session and the code
              authorize         /authorize in a browser with a session, to the code
              password-sign-in  /oauth/token with a password of the default cost
              password-flood    passkey sign-ins at a fixed rate, alone and beside a flood of wrong passwords
              live              /health/live, the cheapest request there is

            Without --url, it starts its own server in a temporary folder, registers the users first and removes the folder
            afterwards. With --url, it measures a server that is already running on this machine. To add users to that
            server, run bench seed while it is stopped, then start it with --rate-limits off.

            Exits with 0 if every operation succeeded, 1 if an operation failed, nothing could be measured or, with --gate,
            a limit is missed, 2 if the command line is invalid.
            """,
        options: [
            CommandOption(name: "--users", value: "N", summary: "the number of users (default: 1000)"),
            CommandOption(name: "--connections", value: "C", summary: "the number of connections (default: 32)"),
            CommandOption(name: "--duration", value: "S", summary: "how long to measure, in seconds (default: 10)"),
            CommandOption(
                name: "--scenario", value: "NAME",
                summary: "what to measure (default: sign-in)"),
            CommandOption(
                name: "--tokens", value: BenchTokens.allCases.map(\.rawValue).joined(separator: "|"),
                summary:
                    "how tokens are signed: both ES256, only the ID token RS256, or both RS256 (default: rs256-id)"),
            CommandOption(
                name: "--scope", value: "WORDS",
                summary: "the scope of sign-ins; offline_access adds a refresh token (default: openid profile email)"),
            CommandOption(name: "--json", summary: "print the result as a JSON object on the last line"),
            CommandOption(
                name: "--url", value: "URL",
                summary: "the server to measure (default: its own server)"),
            CommandOption(
                name: "--client", value: "ID", summary: "the client ID to use at --url (default: thumbturn-web)"),
            CommandOption(
                name: "--data", value: "DIR",
                summary: "a seeded folder to copy, or with --url the data folder of the server"),
            program,
            CommandOption(
                name: "--guesses", value: "N", summary: "password-flood: wrong passwords per second (default: 200)"),
            CommandOption(
                name: "--sign-ins", value: "N",
                summary: "password-flood: passkey sign-ins per second (default: a fifth of what the server can do)"),
            CommandOption(name: "--gate", summary: "password-flood: fail if a limit is missed"),
        ],
        examples: [
            "thumbturn-tools bench", "thumbturn-tools bench --scenario password-flood --guesses 500",
            "thumbturn-tools bench --scenario refresh --connections 64",
        ],
        subcommands: [seed, RoundsCommand.command], run: run)

    /// The option of commands that start a server.
    static let program = CommandOption(
        name: "--program", value: "FILE", summary: "the server's program (default: thumbturn, beside this program)")

    private static let seed = Command(
        name: "bench seed", summary: "adds users to the database of a stopped server", operands: "--users N",
        description: """
            Adds users to a database until it has N, with a configuration if it has none. The server must be stopped.

            Anyone can derive the private keys of these users. It therefore refuses a database that has other users. Never use a
            seeded database for anything else.

            Exits with 0 on success, 1 on failure, 2 if the command line is invalid.
            """,
        options: [
            CommandOption(name: "--users", value: "N", summary: "the number of users"),
            CommandOption(name: "--passwords", summary: "give each of them a password, too"),
            CommandOption(
                name: "--url", value: "URL", summary: "the URL of the server (default: http://localhost:8080)"),
            CommandOption(
                name: "--data", value: "DIR", summary: "the data folder of the server (default: thumbturn-data)"),
        ],
        examples: ["thumbturn-tools bench seed --users 100000 --data bench-data"]
    ) { arguments, console throws(CommandFailure) in
        try await SeedRequest(arguments).carryOut(console)
        return .success
    }

    @Sendable
    private static func run(
        _ arguments: CommandArguments, console: Console
    ) async throws(CommandFailure) -> ExitStatus {
        let request = try BenchRequest(arguments)
        if request.scenario == .passwordFlood { return try await measureFlood(request, console: console) }
        let run = BenchRun(request: request, console: console)
        let result = try await Interruption.withSignals { interruption throws(CommandFailure) in
            try await run.measure(until: interruption)
        }
        let report = BenchReport(request: request, result: result)
        console.write(report.text)
        if request.isJSON { console.print(report.jsonLine) }
        return result.errors == 0 ? .success : .failure
    }

    private static func measureFlood(
        _ request: BenchRequest, console: Console
    ) async throws(CommandFailure) -> ExitStatus {
        let run = FloodRun(request: request, console: console)
        let report = try await Interruption.withSignals { interruption throws(CommandFailure) in
            try await run.measure(until: interruption)
        }
        console.write(report.text)
        for gate in report.gates { console.printError(gate.text) }
        if request.isJSON { console.print(report.jsonLine) }
        return request.flood.isGate && report.gates.contains { !$0.holds } ? .failure : .success
    }
}
