// SPDX-License-Identifier: Apache-2.0

import Dispatch
import POSIX

#if canImport(FoundationEssentials)
    import FoundationEssentials
#else
    import Foundation
#endif

/// The load of all connections, spread over a few threads.
final class BenchLoad: Sendable {
    private let workers: [BenchWorker]
    private let threads = DispatchGroup()

    /// Starts the load.
    init(_ plan: BenchPlan, on server: MeasuredServer) {
        // Leaves half of the processors to the server.
        let count = min(plan.connections, max(1, ProcessInfo.processInfo.activeProcessorCount / 2))
        workers = (0..<count).map { worker in
            let indices = stride(from: worker, to: plan.connections, by: count)
            return BenchWorker(
                server, sessions: indices.map { BenchSession(plan, index: $0) },
                rate: plan.rate.map { $0 / Double(count) })
        }
        for (number, worker) in workers.enumerated() {
            DispatchQueue(label: "bench \(number)", qos: .userInitiated).async(group: threads) { worker.run() }
        }
    }

    /// Returns the outcomes since the last call.
    func take() -> BenchTally {
        workers.reduce(into: BenchTally()) { $0.add($1.take()) }
    }

    /// Stops the load and waits for running operations.
    func stop() async {
        for worker in workers { worker.stop() }
        await withCheckedContinuation { ended in
            threads.notify(queue: .global()) { ended.resume() }
        }
    }

    /// Carries out one operation and returns the algorithms of its tokens.
    static func tryOnce(_ plan: BenchPlan, on server: MeasuredServer) throws(BenchFailure) -> IssuedAlgorithms {
        var session = BenchSession(plan, index: plan.connections)
        let connection = try BenchConnection(port: server.port, isVersion6: server.isVersion6)
        var request = session.begin()
        while true {
            switch try session.take(try connection.exchange(request)) {
            case .send(let next): request = next
            case .prepared: request = session.begin()
            case .done: return session.algorithms
            }
        }
    }
}

/// The outcomes of a number of operations.
package struct BenchTally: Sendable {
    /// The latency of each successful operation, in nanoseconds.
    package private(set) var latencies: [UInt32] = []
    package private(set) var errors = 0
    /// How many operations ended with each status.
    package private(set) var statuses: [Int: Int] = [:]
    /// A description of the first error.
    package private(set) var firstError: String?

    package init() {}

    package var operations: Int { latencies.count }

    package mutating func record(nanoseconds: UInt64, status: Int = 200) {
        latencies.append(UInt32(clamping: nanoseconds))
        statuses[status, default: 0] += 1
    }

    package mutating func record(failure: String) {
        errors += 1
        firstError = firstError ?? failure
    }

    package mutating func add(_ other: BenchTally) {
        latencies += other.latencies
        errors += other.errors
        statuses.merge(other.statuses, uniquingKeysWith: +)
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
