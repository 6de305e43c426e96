// SPDX-License-Identifier: Apache-2.0

import Foundation
import ServerHarness
import WireFormats

/// Trials and measurements that take too long for tests, run by scripts/trials and scripts/bench.
/// Usage: ServerTrials crash [ROUNDS [SEED]] | flood [COUNT] | stuffing [COUNT [SEED [wait]]] | start [STARTS [FILE]]
@main
struct ServerTrials {
    static func main() throws {
        let words = Array(CommandLine.arguments.dropFirst())
        let number = words.dropFirst().first.flatMap { Int($0) }
        switch words.first {
        case "crash":
            let seed = words.dropFirst(2).first.flatMap { UInt64($0) } ?? UInt64.random(in: 1...999_999)
            try crash(rounds: number ?? 50, seed: seed)
        case "flood": try FloodReport(count: number ?? 100_000).run()
        case "stuffing":
            let seed = words.dropFirst(2).first.flatMap { UInt64($0) } ?? UInt64.random(in: 1...999_999)
            try stuff(count: number ?? 10_000, seed: seed, waits: words.last == "wait")
        case "start":
            let json = JSONValue.object(try ServerMeasurement(starts: number ?? 21).run()).serialized()
            if let path = words.dropFirst(2).first { try Data(json + [0x0A]).write(to: URL(filePath: path)) }
        default:
            say(
                "Usage: ServerTrials crash [ROUNDS [SEED]] | flood [COUNT] | stuffing [COUNT [SEED [wait]]] | start [STARTS [FILE]]"
            )
            exit(2)
        }
    }

    private static func stuff(count: Int, seed: UInt64, waits: Bool) throws {
        say("seed \(seed): scripts/trials stuffing \(count) \(seed) does the same again")
        let trial = StuffingTrial(count: count, seed: seed, waits: waits)
        var faults: [String] = []
        for origin in Stuffing.Origin.allCases {
            faults += try trial.run(from: origin) { say("\(origin.rawValue): \($0)") }
        }
        for fault in faults { say(fault) }
        if !faults.isEmpty { exit(1) }
    }

    private static func crash(rounds: Int, seed: UInt64) throws {
        say("seed \(seed): scripts/trials crash \(rounds) \(seed) does the same again")
        let summary = try CrashTrial(rounds: rounds, seed: seed).run { say($0) }
        say(
            """
            \(summary.rounds) rounds, \(summary.killedStarts) of the starts killed as well, \(summary.users) users, \
            \(summary.acknowledged) operations acknowledged, \(summary.codes) codes accepted, \(summary.mails) mails (\(summary.repeatedMails) sent twice), \
            \(summary.contradictions.count) contradictions
            """)
        for text in summary.contradictions { say(text) }
        if !summary.contradictions.isEmpty { exit(1) }
    }
}

/// Writes a line at once. `print` buffers lines when the output is not a terminal.
func say(_ line: String) {
    FileHandle.standardOutput.write(Data((line + "\n").utf8))
}
