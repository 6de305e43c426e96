// SPDX-License-Identifier: Apache-2.0

import AllocationCounter

/// Measures cases in turn, round by round: whatever disturbs the machine for a while disturbs all of them alike.
struct BenchmarkRun {
    struct CaseFailed: Error {
        let name: String
    }

    let rounds: Int
    let millisecondsPerCase: Int

    func measure(_ cases: [BenchmarkCase]) throws(CaseFailed) -> [Measurement] {
        var repetitions: [Int] = []
        var measurements: [Measurement] = []
        for benchmark in cases {
            repetitions.append(try warmUp(benchmark))
            measurements.append(Measurement(of: benchmark, allocations: try countAllocations(of: benchmark)))
        }
        for round in 0..<rounds {
            for position in cases.indices {
                // Each round begins elsewhere, so that no case always runs on the heels of the same one.
                let index = (position + round * 5) % cases.count
                let time = try time(cases[index], repetitions: repetitions[index])
                measurements[index].nanoseconds.append(Double(time) / Double(repetitions[index]))
            }
        }
        return measurements
    }

    /// Runs the case until its caches and the processor's are warm; returns how many repetitions fill its time.
    private func warmUp(_ benchmark: BenchmarkCase) throws(CaseFailed) -> Int {
        let budget = Int64(millisecondsPerCase) * 1_000_000
        var repetitions = 1
        while true {
            let spent = try time(benchmark, repetitions: repetitions)
            if spent >= budget / 4 { return max(1, Int(Int64(repetitions) * budget / spent)) }
            repetitions *= 2
        }
    }

    private func time(_ benchmark: BenchmarkCase, repetitions: Int) throws(CaseFailed) -> Int64 {
        var isGood = true
        let start = CPUTime.nanoseconds
        for _ in 0..<repetitions where !benchmark.operation() {
            isGood = false
        }
        let end = CPUTime.nanoseconds
        guard isGood else { throw CaseFailed(name: benchmark.name) }
        return end - start
    }

    private func countAllocations(of benchmark: BenchmarkCase) throws(CaseFailed) -> Measurement.Allocations? {
        guard AllocationCounter_is_available() else { return nil }
        let repetitions = 64
        AllocationCounter_start()
        var isGood = true
        for _ in 0..<repetitions where !benchmark.operation() {
            isGood = false
        }
        let count = AllocationCounter_stop()
        guard isGood else { throw CaseFailed(name: benchmark.name) }
        return Measurement.Allocations(
            requests: Double(count.requests) / Double(repetitions), bytes: Double(count.bytes) / Double(repetitions))
    }
}
