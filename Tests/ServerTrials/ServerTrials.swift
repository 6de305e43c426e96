// SPDX-License-Identifier: Apache-2.0

import Foundation
import ServerHarness
import WireFormats

/// Trials and measurements that take too long for tests, run by scripts/trials and scripts/bench.
/// Usage: ServerTrials crash [ROUNDS [SEED]] | flood [COUNT] | start [STARTS [FILE]]
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
        case "start":
            let json = JSONValue.object(try ServerMeasurement(starts: number ?? 21).run()).serialized()
            if let path = words.dropFirst(2).first { try Data(json + [0x0A]).write(to: URL(filePath: path)) }
        default:
            say("Usage: ServerTrials crash [ROUNDS [SEED]] | flood [COUNT] | start [STARTS [FILE]]")
            exit(2)
        }
    }

    private static func crash(rounds: Int, seed: UInt64) throws {
        say("seed \(seed): scripts/trials crash \(rounds) \(seed) does the same again")
        let summary = try CrashTrial(rounds: rounds, seed: seed).run { say($0) }
        say(
            """
            \(summary.rounds) rounds, \(summary.killedStarts) of the starts killed as well, \(summary.users) users, \
            \(summary.acknowledged) operations acknowledged, \(summary.contradictions.count) contradictions
            """)
        for text in summary.contradictions { say(text) }
        if !summary.contradictions.isEmpty { exit(1) }
    }
}

/// Writes a line at once. `print` buffers lines when the output is not a terminal.
func say(_ line: String) {
    FileHandle.standardOutput.write(Data((line + "\n").utf8))
}
