// SPDX-License-Identifier: Apache-2.0

import CommandLine
import POSIX
import WireFormats

#if canImport(FoundationEssentials)
    import FoundationEssentials
#else
    import Foundation
#endif

/// The measurements of `bench rounds`: every operation once per round, each with a server and a database of its own.
///
/// Each round starts with a different operation, so that a slow minute of the machine affects all of them. What is
/// measured is the process of the server, so the load needs no process of its own.
struct RoundsRun: Sendable {
    let rounds: Int
    /// The length of one measurement.
    let seconds: Int
    let users: RoundsUsers
    let program: String?
    let console: Console

    func measure() async throws(CommandFailure) -> RoundsResults {
        let results = try await Interruption.withSignals { interruption throws(CommandFailure) in
            try await measure(until: interruption)
        }
        var medians: [String: OperationMedians] = [:]
        for operation in RoundsOperation.all {
            let tokens = operation.tokens.rawValue
            guard let found = OperationMedians(of: results[operation.name] ?? [], tokens: tokens) else {
                throw .failed("The server's CPU time can't be measured here. That needs Linux's /proc.")
            }
            medians[operation.name] = found
        }
        return RoundsResults(
            date: String(Timestamp.now().description.prefix(10)), machine: Machine.description, rounds: rounds,
            seconds: seconds, users: users.usual, few: users.few, many: users.many, operations: medians)
    }

    private func measure(until interruption: Interruption) async throws(CommandFailure) -> [String: [BenchResult]] {
        let seeded = try BenchFolder()
        console.printError("registering \(users.many) users")
        try await seeded.seed(users.many) { console.printError("\($0) of \(users.many) users") }
        let all = RoundsOperation.all
        var results: [String: [BenchResult]] = [:]
        for round in 0..<rounds {
            for operation in all[(round % all.count)...] + all[..<(round % all.count)] {
                let request = BenchRequest(
                    operation, users: users[operation.users], seconds: seconds,
                    data: operation.users == .many ? seeded.data : nil, program: program)
                let result = try await BenchRun(request: request, console: nil).measure(until: interruption)
                guard !interruption.hasArrived else { throw .failed("Interrupted. Nothing is reported.") }
                results[operation.name, default: []].append(result)
                console.printError(
                    "round \(round + 1), \(operation.name): \(DecimalText(result.processorTime, digits: 1)) µs of CPU "
                        + "per operation, \(DecimalText(result.operationsPerSecond, digits: 0)) per second, "
                        + "\(result.errors) errors")
            }
        }
        return results
    }
}

/// The machine that the numbers are measured on.
enum Machine {
    /// The number and the model of the processors, and the system.
    static var description: String {
        var system = utsname()
        uname(&system)
        let information = (try? Files.readText("/proc/cpuinfo")) ?? ""
        let model = information.split(separator: "\n").first { $0.hasPrefix("model name") }?
            .split(separator: ":", maxSplits: 1).last.map { String($0.dropFirst()) }
        return "\(ProcessInfo.processInfo.processorCount) processors, \(model ?? text(of: system.machine)), "
            + text(of: system.sysname)
    }

    private static func text(of characters: some Any) -> String {
        withUnsafeBytes(of: characters) { String(decoding: $0.prefix { $0 != 0 }, as: UTF8.self) }
    }
}
