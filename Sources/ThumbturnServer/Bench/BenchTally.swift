// SPDX-License-Identifier: Apache-2.0

/// The outcomes of a number of operations.
package struct BenchTally: Sendable {
    /// The latency of each successful operation, in nanoseconds.
    package private(set) var latencies: [UInt32] = []
    package private(set) var errors = 0
    /// A description of the first error.
    package private(set) var firstError: String?

    package init() {}

    package var operations: Int { latencies.count }

    package mutating func record(nanoseconds: UInt64) { latencies.append(UInt32(clamping: nanoseconds)) }

    package mutating func record(failure: String) {
        errors += 1
        firstError = firstError ?? failure
    }

    package mutating func add(_ other: BenchTally) {
        latencies += other.latencies
        errors += other.errors
        firstError = firstError ?? other.firstError
    }

    /// Returns the current values and resets them.
    mutating func take() -> BenchTally {
        let taken = self
        self = BenchTally()
        return taken
    }

    /// The latency percentiles, or `nil` without a successful operation.
    package var percentiles: Percentiles? {
        guard !latencies.isEmpty else { return nil }
        let sorted = latencies.sorted()
        return Percentiles(
            p50: Self.percentile(50, of: sorted), p95: Self.percentile(95, of: sorted),
            p99: Self.percentile(99, of: sorted))
    }

    /// In milliseconds.
    package struct Percentiles: Hashable, Sendable {
        package let p50: Double
        package let p95: Double
        package let p99: Double
    }

    private static func percentile(_ share: Int, of sorted: [UInt32]) -> Double {
        let rank = (share * sorted.count + 99) / 100
        return Double(sorted[max(0, rank - 1)]) / 1e6
    }
}
