// SPDX-License-Identifier: Apache-2.0

import Configuration
import Dispatch
import POSIX

/// Drives some of the connections on one thread.
///
/// Unchecked because everything except the tally and the stop flag is confined to that thread.
final class BenchWorker: @unchecked Sendable {
    /// A connection with the state of its current operation.
    private struct Lane {
        var connection: BenchConnection?
        var session: BenchSession
        var isIdle = true
        var idleSince: UInt64 = 0
        var sentAt: UInt64 = 0
        /// The time spent waiting for the server during this operation.
        var latency: UInt64 = 0

        func isOverdue(at time: UInt64) -> Bool { !isIdle && time > sentAt + 30_000_000_000 }
    }

    private let server: MeasuredServer
    private var lanes: [Lane]
    /// `nil` if each operation begins when the previous one has finished.
    private var pace: BenchPace?
    private let tally = Locked(BenchTally())
    private let isStopping = Locked(false)

    /// - Parameter rate: How many operations begin per second; `nil` for as many as the server can do.
    init(_ server: MeasuredServer, sessions: [BenchSession], rate: Double?) {
        self.server = server
        pace = rate.map { BenchPace(perSecond: $0, from: Self.now) }
        lanes = sessions.map { Lane(session: $0) }
    }

    /// Returns the outcomes since the last call.
    func take() -> BenchTally { tally.withLock { $0.take() } }

    /// Stops starting new operations.
    func stop() { isStopping.withLock { $0 = true } }

    /// Runs until it is stopped and all operations have finished, or two seconds after it was stopped.
    func run() {
        beginIdle()
        var deadline: UInt64?
        while true {
            if deadline == nil, isStopping.withLock({ $0 }) { deadline = Self.now + 2_000_000_000 }
            if let deadline, lanes.allSatisfy(\.isIdle) || Self.now > deadline { break }
            wait()
            for index in lanes.indices where lanes[index].isOverdue(at: Self.now) { fail(.noResponse, at: index) }
            if deadline == nil { beginIdle() }
        }
        lanes = []
    }

    private func beginIdle() {
        for index in lanes.indices where lanes[index].isIdle {
            guard pace != nil else {
                begin(index)
                continue
            }
            guard let waited = pace?.take(at: Self.now, freeSince: lanes[index].idleSince) else { return }
            begin(index, after: waited)
        }
    }

    private func wait() {
        var states = lanes.map { lane in
            guard let connection = lane.connection else { return pollfd(fd: -1, events: 0, revents: 0) }
            let events = POLLIN | (connection.hasOutput ? POLLOUT : 0)
            return pollfd(fd: connection.descriptor, events: Int16(events), revents: 0)
        }
        guard poll(&states, nfds_t(states.count), timeout) > 0 else { return }
        for index in states.indices where states[index].revents != 0 { advance(index) }
    }

    /// In milliseconds, and not beyond the time at which the next operation is due.
    private var timeout: Int32 {
        guard let due = pace?.due else { return 50 }
        let now = Self.now
        return due > now ? min(50, Int32(clamping: (due - now) / 1_000_000 + 1)) : 0
    }

    /// - Parameter waited: how long the operation has waited for a connection.
    private func begin(_ index: Int, after waited: UInt64 = 0) {
        do throws(BenchFailure) {
            lanes[index].latency = waited
            try send(lanes[index].session.begin(), at: index)
        } catch {
            fail(error, at: index)
        }
    }

    private func send(_ request: [UInt8], at index: Int) throws(BenchFailure) {
        let connection: BenchConnection
        if let open = lanes[index].connection {
            connection = open
        } else {
            connection = try BenchConnection(port: server.port, isVersion6: server.isVersion6)
            lanes[index].connection = connection
        }
        lanes[index].isIdle = false
        lanes[index].sentAt = Self.now
        try connection.send(request)
    }

    private func advance(_ index: Int) {
        do throws(BenchFailure) {
            guard let connection = lanes[index].connection else { return }
            try connection.flush()
            guard let response = try connection.receive() else { return }
            lanes[index].latency += Self.now - lanes[index].sentAt
            switch try lanes[index].session.take(response) {
            case .send(let request): try send(request, at: index)
            case .prepared: rest(index)
            case .done:
                let latency = lanes[index].latency
                tally.withLock { $0.record(nanoseconds: latency, status: response.status) }
                rest(index)
            }
        } catch {
            fail(error, at: index)
        }
    }

    private func rest(_ index: Int) {
        lanes[index].isIdle = true
        lanes[index].idleSince = Self.now
    }

    private func fail(_ failure: BenchFailure, at index: Int) {
        tally.withLock { $0.record(failure: "\(failure)") }
        rest(index)
        // The connection stays usable after an error response.
        if case .rejected = failure { return }
        lanes[index].connection = nil
        lanes[index].session.reset()
        if case .notConnected = failure { usleep(10_000) }
    }

    private static var now: UInt64 { DispatchTime.now().uptimeNanoseconds }
}

extension MeasuredServer {
    var isVersion6: Bool { url.host.hasPrefix("[") }
}
