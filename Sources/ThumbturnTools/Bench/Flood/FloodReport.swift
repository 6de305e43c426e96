// SPDX-License-Identifier: Apache-2.0

import CommandLine
import WireFormats

/// The result of the scenario `password-flood`.
package struct FloodReport: Sendable {
    package let signInsPerSecond: Double
    package let guessesPerSecond: Int
    package var alone = FloodStage()
    package var beside = FloodStage()
    package var flood = FloodStage()
    package var hashingThreads = 0
    /// Resident memory before the first hash, in bytes.
    package var memoryBefore: Int
    package var memoryAfter = 0

    package init(signInsPerSecond: Double, guessesPerSecond: Int, memoryBefore: Int) {
        self.signInsPerSecond = signInsPerSecond
        self.guessesPerSecond = guessesPerSecond
        self.memoryBefore = memoryBefore
    }

    package var firstError: String? {
        alone.signIns.firstError ?? beside.signIns.firstError ?? beside.guesses.firstError
    }

    /// The p99 of the sign-ins beside the flood, as a multiple of theirs alone.
    package var latencyRatio: Double? { ratio(beside.signIns.percentiles?.p99, to: alone.signIns.percentiles?.p99) }

    /// CPU time per sign-in in threads that don't hash, in microseconds.
    package var costAlone: Double? { cost(alone.otherTime, per: alone.signIns.operations) }
    /// The same beside the flood, with what the guesses cost these threads.
    package var costBeside: Double? { cost(beside.otherTime, per: beside.signIns.operations) }
    /// CPU time per guess in threads that don't hash, without sign-ins.
    package var costOfGuess: Double? { cost(flood.otherTime, per: flood.guesses.operations) }
    /// CPU time per sign-in beside the flood, without what the guesses cost.
    package var costBesideWithoutGuesses: Double? {
        guard let costBeside, let costOfGuess else { return nil }
        return costBeside - costOfGuess * Double(beside.guesses.operations) / Double(beside.signIns.operations)
    }
    package var costRatio: Double? { ratio(costBesideWithoutGuesses, to: costAlone) }

    package var memoryGrowth: Int { max(beside.peakMemory, flood.peakMemory) - memoryBefore }
    /// The memory of the hashes, and some for the connections of the flood.
    package var memoryBudget: Int { hashingThreads * 19 << 20 + Self.connectionMemory }
    static let connectionMemory = 8 << 20

    /// The guesses that were answered with neither 403 nor 429.
    package var stray: Int {
        [beside, flood].reduce(0) { sum, stage in
            sum + stage.guesses.errors
                + stage.guesses.statuses.filter { ![403, 429].contains($0.key) }.values.reduce(0, +)
        }
    }

    package var gates: [RoundsGate] {
        [
            RoundsGate("p99 of sign-ins beside the flood, times alone", latencyRatio, atMost: 1.5),
            RoundsGate("CPU per sign-in beside the flood, times alone", costRatio, atMost: 1.03),
            RoundsGate("password requests without 403 or 429", Double(stray), atMost: 0),
            RoundsGate("failed sign-ins", Double(alone.signIns.errors + beside.signIns.errors), atMost: 0),
            RoundsGate("growth of memory, MB", Self.megabytes(memoryGrowth), atMost: Self.megabytes(memoryBudget)),
        ]
    }

    static func megabytes(_ bytes: Int) -> Double { Double(bytes) / 1_048_576 }

    private func cost(_ seconds: Double, per operations: Int) -> Double? {
        operations > 0 ? seconds * 1e6 / Double(operations) : nil
    }

    private func ratio(_ value: Double?, to other: Double?) -> Double? {
        guard let value, let other, other > 0 else { return nil }
        return value / other
    }
}

extension FloodReport {
    package var text: String {
        let rows = [
            ("sign-ins alone", Self.text(of: alone.signIns, in: alone, cost: costAlone)),
            ("sign-ins beside the flood", Self.text(of: beside.signIns, in: beside, cost: costBeside)),
            ("  without the CPU of the guesses", "\(DecimalText(costBesideWithoutGuesses, digits: 1)) µs"),
            ("ratio of p99", "\(DecimalText(latencyRatio, digits: 2))"),
            ("ratio of CPU", "\(DecimalText(costRatio, digits: 3))"),
            ("guesses beside sign-ins", Self.text(of: beside.guesses)),
            ("guesses alone", Self.text(of: flood.guesses)),
            ("CPU per guess beside its hash", "\(DecimalText(costOfGuess, digits: 1)) µs"),
            (
                "CPU of hashing threads",
                Self.processors(beside) + " beside sign-ins, " + Self.processors(flood) + " alone"
            ),
            (
                "server memory",
                [memoryBefore, beside.peakMemory, flood.peakMemory, memoryAfter]
                    .map { "\(DecimalText(Self.megabytes($0), digits: 1))" }.joined(separator: ", ")
                    + " MB: before, beside sign-ins, flood alone, after"
            ),
        ]
        let width = rows.map(\.0.count).max() ?? 0
        let title =
            "password-flood, \(DecimalText(signInsPerSecond, digits: 0)) passkey sign-ins and \(guessesPerSecond) "
            + "guessed passwords per second, \(hashingThreads) hashing threads"
        return (["", title] + rows.map { "  " + $0.0.padded(to: width) + "  " + $0.1 }).joined(separator: "\n") + "\n"
    }

    private static func text(of tally: BenchTally, in stage: FloodStage, cost: Double?) -> String {
        let percentiles = tally.percentiles
        return
            "p50 \(DecimalText(percentiles?.p50, digits: 2)) ms, p99 \(DecimalText(percentiles?.p99, digits: 2)) ms, "
            + "\(DecimalText(cost, digits: 1)) µs outside hashing threads, \(tally.operations) in "
            + "\(DecimalText(stage.seconds, digits: 1)) s, \(tally.errors) errors"
    }

    private static func text(of guesses: BenchTally) -> String {
        let statuses = guesses.statuses.sorted { $0.key < $1.key }.map { "\($0.value) got \($0.key)" }
        return (statuses + ["\(guesses.errors) errors"]).joined(separator: ", ")
    }

    private static func processors(_ stage: FloodStage) -> String {
        "\(DecimalText(stage.seconds > 0 ? stage.hashingTime / stage.seconds : nil, digits: 2))"
    }

    /// The result on one line. Values that could not be measured are null.
    package var jsonLine: String {
        func statuses(_ stage: FloodStage) -> JSONValue {
            .object(
                JSONObject(
                    stage.guesses.statuses.sorted { $0.key < $1.key }
                        .map { ("\($0.key)", .number(JSONNumber(Int64($0.value)))) }))
        }
        func decimal(_ value: Double?, digits: Int) -> JSONValue { DecimalText(value, digits: digits).json }
        let members: JSONObject = [
            "scenario": .string(BenchScenario.passwordFlood.rawValue),
            "sign_ins_per_s": decimal(signInsPerSecond, digits: 1),
            "guesses_per_s": .number(JSONNumber(Int64(guessesPerSecond))),
            "alone_p50_ms": decimal(alone.signIns.percentiles?.p50, digits: 3),
            "alone_p99_ms": decimal(alone.signIns.percentiles?.p99, digits: 3),
            "beside_p50_ms": decimal(beside.signIns.percentiles?.p50, digits: 3),
            "beside_p99_ms": decimal(beside.signIns.percentiles?.p99, digits: 3),
            "p99_ratio": decimal(latencyRatio, digits: 3),
            "alone_cpu_us": decimal(costAlone, digits: 1),
            "beside_cpu_us": decimal(costBesideWithoutGuesses, digits: 1),
            "guess_cpu_us": decimal(costOfGuess, digits: 1), "cpu_ratio": decimal(costRatio, digits: 3),
            "beside_statuses": statuses(beside), "flood_statuses": statuses(flood),
            "hashing_threads": .number(JSONNumber(Int64(hashingThreads))),
            "rss_before_mb": decimal(Self.megabytes(memoryBefore), digits: 1),
            "rss_peak_mb": decimal(Self.megabytes(memoryBefore + memoryGrowth), digits: 1),
            "rss_after_mb": decimal(Self.megabytes(memoryAfter), digits: 1),
            "errors": .number(JSONNumber(Int64(alone.signIns.errors + beside.signIns.errors + stray))),
        ]
        return String(decoding: JSONValue.object(members).serialized(), as: UTF8.self)
    }
}
