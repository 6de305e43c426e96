// SPDX-License-Identifier: Apache-2.0

import Foundation
import POSIX
import TestSupport

/// Kills a server in the middle of its work, again and again on the same data, and compares what it says afterwards with
/// everything that it had acknowledged.
///
/// The seed decides what people do and after how many answers the server is killed. When exactly, and how the threads
/// take turns, no seed decides.
package struct CrashTrial: Sendable {
    package struct Summary: Sendable {
        package var rounds = 0
        package var people = 0
        package var acknowledged = 0
        /// How many starts were killed as well.
        package var killedStarts = 0
        package var contradictions: [String] = []
    }

    package var rounds: Int
    package var seed: UInt64
    package var threads = 4
    /// How many requests are answered at most before the server is killed.
    package var longestRound = 200
    /// What else happens to the data while the server is dead: to prove that the trial notices.
    package var sabotage: @Sendable (ProgramFolder) throws -> Void = { _ in }

    package init(rounds: Int, seed: UInt64) {
        self.rounds = rounds
        self.seed = seed
    }

    /// Runs it until something contradicts, or to the end.
    package func run(_ report: (String) -> Void = { _ in }) throws -> Summary {
        var randomness = SeededGenerator(seed: seed)
        let folder = try ProgramFolder()
        let crowds = (0..<threads).map { Crowd("s\(seed)-t\($0)", seed: randomness.next()) }
        var summary = Summary()
        var program = try RunningProgram(on: folder)
        for round in 1...max(1, rounds) {
            let answers = Int.random(in: 1...longestRound, using: &randomness)
            try kill(program, atWorkOf: crowds, after: answers)
            if UInt64.random(in: 0..<3, using: &randomness) == 0 {
                try killAtStart(folder, after: UInt32.random(in: 0..<60_000, using: &randomness))
                summary.killedStarts += 1
            }
            try sabotage(folder)
            program = try RunningProgram(on: folder)
            try audit(program, by: crowds)
            summary.rounds = round
            summary.contradictions = crowds.flatMap(\.contradictions)
            report("round \(round): killed after \(answers) answers, \(summary.contradictions.count) contradictions")
            guard summary.contradictions.isEmpty else { break }
        }
        if summary.contradictions.isEmpty {
            _ = try program.stop()
            program = try RunningProgram(on: folder)
            try audit(program, by: crowds, everybody: true)
        }
        _ = try program.stop()
        summary.contradictions = crowds.flatMap(\.contradictions)
        summary.people = crowds.map(\.people.count).reduce(0, +)
        summary.acknowledged = crowds.map(\.acknowledged).reduce(0, +)
        return summary
    }

    private func kill(_ program: RunningProgram, atWorkOf crowds: [Crowd], after answers: Int) throws {
        let port = try program.port()
        let answered = Monitor(0)
        Thread.detachNewThread {
            // Whatever happens in the meantime, the server does not outlive the round.
            _ = answered.wait { $0 >= answers ? true : nil }
            program.kill()
        }
        try Workers.run(crowds.count) { number in
            crowds[number].work(at: port) { answered.update { $0 += 1 } }
            // One who has found a contradiction does no more, and must not keep the others waiting.
            if !crowds[number].contradictions.isEmpty { answered.update { $0 += answers } }
        }
        _ = try program.waitForEnd()
    }

    /// A start may be cut off anywhere too; this is a moment and not a wait for something.
    private func killAtStart(_ folder: ProgramFolder, after microseconds: UInt32) throws {
        let program = try RunningProgram(spawnedOn: folder)
        usleep(microseconds)
        program.kill()
    }

    private func audit(_ program: RunningProgram, by crowds: [Crowd], everybody: Bool = false) throws {
        let port = try program.port()
        try Workers.run(crowds.count) { crowds[$0].audit(at: port, everybody: everybody) }
    }
}
