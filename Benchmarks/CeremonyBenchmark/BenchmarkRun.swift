// SPDX-License-Identifier: Apache-2.0

import AllocationCounter
import POSIX

/// A run that measures all cases in each round, so that a temporary disturbance affects all of them.
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
                // Each round starts at another case, so that no case always follows the same one.
                let index = (position + round * 5) % cases.count
                let time = try time(cases[index], repetitions: repetitions[index])
                measurements[index].nanoseconds.append(Double(time) / Double(repetitions[index]))
            }
        }
        return measurements
    }

    /// Warms up the case and returns the number of repetitions that fill its time.
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
        var isSuccess = true
        let start = CPUTime.nanoseconds
        for _ in 0..<repetitions where !benchmark.operation() {
            isSuccess = false
        }
        let end = CPUTime.nanoseconds
        guard isSuccess else { throw CaseFailed(name: benchmark.name) }
        return end - start
    }

    private func countAllocations(of benchmark: BenchmarkCase) throws(CaseFailed) -> Measurement.Allocations? {
        guard AllocationCounter_is_available() else { return nil }
        let repetitions = 64
        AllocationCounter_start()
        var isSuccess = true
        for _ in 0..<repetitions where !benchmark.operation() {
            isSuccess = false
        }
        let count = AllocationCounter_stop()
        guard isSuccess else { throw CaseFailed(name: benchmark.name) }
        return Measurement.Allocations(
            requests: Double(count.requests) / Double(repetitions), bytes: Double(count.bytes) / Double(repetitions))
    }
}

/// An operation to measure.
struct BenchmarkCase {
    let name: String
    /// The case with the minimum cost of this one, for the column of ratios.
    var counterpart: String?
    /// Performs the operation once and returns whether it succeeded.
    let operation: () -> Bool

    /// Returns a case whose operation fails by throwing.
    static func of<Result>(
        _ name: String, counterpart: String? = nil, operation: @escaping () throws -> Result
    ) -> BenchmarkCase {
        BenchmarkCase(name: name, counterpart: counterpart) { (try? operation()) != nil }
    }
}

/// The CPU time of the current thread, which other programs don't affect.
enum CPUTime {
    static var nanoseconds: Int64 {
        var time = timespec()
        clock_gettime(CLOCK_THREAD_CPUTIME_ID, &time)
        return Int64(time.tv_sec) * 1_000_000_000 + Int64(time.tv_nsec)
    }
}
