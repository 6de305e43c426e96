// SPDX-License-Identifier: Apache-2.0

import CommandLine

/// Measures passkey sign-ins alone and beside a flood of guessed passwords.
///
/// Each round has three stages: sign-ins alone, sign-ins beside guesses, guesses alone. What else happens on the machine
/// affects all three. The last one tells what the guesses cost the threads that serve sign-ins, too.
struct FloodRun: Sendable {
    private let run: BenchRun
    private static let rounds = 5
    /// More than wait for a hash, so that the surplus finds a connection.
    private static let guessingConnections = 128

    init(request: BenchRequest, console: Console?) {
        run = BenchRun(request: request, console: console)
    }

    func measure(until interruption: Interruption) async throws(CommandFailure) -> FloodReport {
        try await run.withServer { server throws(CommandFailure) in
            try await measure(server, until: interruption)
        }
    }

    private func measure(
        _ server: MeasuredServer, until interruption: Interruption
    ) async throws(CommandFailure) -> FloodReport {
        let account = server.process.map(ProcessAccount.init(of:))
        guard let process = server.process, let account, account.times != nil else {
            throw .failed(
                "The threads of the server can't be inspected. password-flood needs Linux, and a server of this user.")
        }
        var signIns = try run.plan(for: server)
        signIns.work = .scenario(.signIn)
        var guesses = signIns
        guesses.work = .guess
        guesses.connections = Self.guessingConnections
        _ = try run.tryOnce(signIns, on: server)
        await run.settle(server)
        let options = run.request.flood
        let seconds = Double(run.request.duration) / Double(Self.rounds)
        signIns.rate = try await rate(of: signIns, on: server, until: interruption)
        guesses.rate = Double(options.guesses)
        // Nothing has been hashed yet.
        var report = FloodReport(
            signInsPerSecond: signIns.rate ?? 0, guessesPerSecond: options.guesses,
            memoryBefore: account.residentMemory ?? 0)
        _ = try run.tryOnce(guesses, on: server)
        for round in 1...Self.rounds where !interruption.hasArrived {
            func stage(signIns: BenchPlan?, guesses: BenchPlan?) async -> FloodStage {
                await FloodStage(
                    signIns: signIns, guesses: guesses, on: server, of: process, seconds: seconds, until: interruption)
            }
            report.alone.add(await stage(signIns: signIns, guesses: nil))
            report.beside.add(await stage(signIns: signIns, guesses: guesses))
            report.flood.add(await stage(signIns: nil, guesses: guesses))
            run.console?.print("round \(round) of \(Self.rounds)")
        }
        report.hashingThreads = HashingThreads(of: process)?.count ?? 0
        await run.settle(server)
        report.memoryAfter = account.residentMemory ?? 0
        guard report.alone.signIns.operations > 0, report.beside.signIns.operations > 0 else {
            throw .failed("No sign-in succeeded: \(report.firstError ?? "the measurement was too short").")
        }
        return report
    }

    /// A fifth of the rate at which the server can do it, unless the command line has a rate.
    private func rate(
        of signIns: BenchPlan, on server: MeasuredServer, until interruption: Interruption
    ) async throws(CommandFailure) -> Double {
        if let given = run.request.flood.signIns { return Double(given) }
        let observation = BenchObservation(server: server, floor: nil, interruption: interruption)
        let result = await observation.observe(signIns, seconds: max(2, run.request.duration / 2), reportingTo: nil)
        guard result.operations > 0 else {
            throw .failed("No sign-in succeeded: \(result.firstError ?? "the measurement was too short").")
        }
        return result.operationsPerSecond / 5
    }
}
