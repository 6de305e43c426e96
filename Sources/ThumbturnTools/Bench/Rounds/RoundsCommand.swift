// SPDX-License-Identifier: Apache-2.0

import CommandLine

#if canImport(FoundationEssentials)
    import FoundationEssentials
#else
    import Foundation
#endif

/// `thumbturn-tools bench rounds`.
enum RoundsCommand {
    static let command = Command(
        name: "bench rounds", summary: "measures all operations in interleaved rounds, and judges them",
        description: """
            Measures each scenario with its usual parameters once per round, and prints the medians of the rounds as JSON. On
            standard error there is a line for each gate: a limit that no change may exceed.

            Exits with 0 on success, 1 if nothing could be measured, if starting takes too long or, with --gate, if any gate
            is missed, 2 if the command line or a file is invalid.
            """,
        options: [
            CommandOption(name: "--rounds", value: "N", summary: "the number of rounds (default: 5)"),
            CommandOption(
                name: "--duration", value: "S", summary: "the length of a measurement, in seconds (default: 10)"),
            CommandOption(
                name: "--quick", summary: "one round of one second each, with few users, to check that everything works"
            ),
            CommandOption(
                name: "--starts", value: "FILE", summary: "how the server starts, as ServerTrials start writes it"),
            CommandOption(
                name: "--report", value: "FILE", summary: "judge or record this earlier result instead of measuring"),
            CommandOption(name: "--record", value: "FILE", summary: "write the results to a page in Markdown"),
            CommandOption(name: "--gate", summary: "fail if any gate is missed"),
            BenchCommand.program,
        ],
        examples: [
            "thumbturn-tools bench rounds --quick", "thumbturn-tools bench rounds --report report.json --gate",
        ],
        run: run)

    @Sendable
    private static func run(_ arguments: CommandArguments, console: Console) async throws(CommandFailure) -> ExitStatus
    {
        guard arguments.operands.isEmpty else {
            throw .malformed("bench rounds takes only options.", help: "bench rounds")
        }
        let report = try await report(arguments, console: console)
        if let path = arguments.value("--record") { try write(RoundsPage(of: report).text, to: path) }
        for gate in report.gates { console.printError(gate.text) }
        let isMissed = report.gates.contains { !$0.holds && ($0.isOfStarts || arguments.contains("--gate")) }
        return isMissed ? .failure : .success
    }

    /// Reads a report, or measures and prints one.
    private static func report(
        _ arguments: CommandArguments, console: Console
    ) async throws(CommandFailure) -> RoundsReport {
        if let path = arguments.value("--report") { return try read(path) }
        let isQuick = arguments.contains("--quick")
        let rounds = try arguments.number("--rounds", in: 1...1000)
        let seconds = try arguments.number("--duration", in: 1...86_400)
        let starts: StartTimes? = try arguments.value("--starts").map(read)
        let run = RoundsRun(
            rounds: isQuick ? 1 : rounds ?? 5, seconds: isQuick ? 1 : seconds ?? 10, users: isQuick ? .quick : .full,
            program: arguments.value("--program"), console: console)
        let report = RoundsReport(results: try await run.measure(), starts: starts)
        console.print(try json(report))
        return report
    }

    private static func read<Value: Decodable>(_ path: String) throws(CommandFailure) -> Value {
        let bytes = try Files.read(path)
        do {
            return try JSONDecoder().decode(Value.self, from: Data(bytes))
        } catch {
            throw .malformed("\(path) is not a result of this benchmark: \(error)")
        }
    }

    private static func json(_ report: RoundsReport) throws(CommandFailure) -> String {
        let encoder = JSONEncoder()
        encoder.outputFormatting = [.prettyPrinted, .sortedKeys]
        do {
            return String(decoding: try encoder.encode(report), as: UTF8.self)
        } catch {
            throw .failed("The results can't be written as JSON: \(error)")
        }
    }

    private static func write(_ text: String, to path: String) throws(CommandFailure) {
        do {
            try Data(text.utf8).write(to: URL(fileURLWithPath: path))
        } catch {
            throw .failed("\(path) can't be written: \(error)")
        }
    }
}
