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
            return BenchWorker(server, sessions: indices.map { BenchSession(plan, index: $0) })
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
            try connection.send(request)
            switch try session.take(try response(of: connection)) {
            case .send(let next): request = next
            case .prepared: request = session.begin()
            case .done: return session.algorithms
            }
        }
    }

    private static func response(of connection: BenchConnection) throws(BenchFailure) -> BenchConnection.Response {
        while true {
            let events = POLLIN | (connection.hasOutput ? POLLOUT : 0)
            var state = pollfd(fd: connection.descriptor, events: Int16(events), revents: 0)
            guard poll(&state, 1, 30_000) > 0 else { throw .noResponse }
            try connection.flush()
            if let response = try connection.receive() { return response }
        }
    }
}
