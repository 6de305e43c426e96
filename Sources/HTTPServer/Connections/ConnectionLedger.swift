// SPDX-License-Identifier: Apache-2.0

import POSIX

/// The counts of open connections in total, per network and per event loop.
package final class ConnectionLedger: Sendable {
    package struct Entry: Hashable, Sendable {
        var number: UInt64
        var loop: Int
        var network: ArraySlice<UInt8>?
    }

    /// The admission of a new connection.
    package struct Admission: Sendable {
        package var entry: Entry
        /// The idle connection to close in exchange.
        package var displaced: Entry?
    }

    private struct Counts: Sendable {
        var last: UInt64 = 0
        var total = 0
        var perLoop: [Int]
        var perNetwork = Tally<ArraySlice<UInt8>>()
        var idle = IdleQueue()
        /// The numbers of displaced connections that haven't closed yet.
        var pendingDisplacements: Set<UInt64> = []
        var emptyWaiters: [CheckedContinuation<Void, Never>] = []
    }

    /// The maximum number of displaced connections that haven't closed yet. A busy loop may take a while to close them.
    static let maximumPendingDisplacements = 64

    private let limit: Int
    private let limitPerNetwork: Int
    private let counts: Locked<Counts>

    package init(loops: Int, limit: Int, limitPerNetwork: Int) {
        self.limit = limit
        self.limitPerNetwork = limitPerNetwork
        counts = Locked(Counts(perLoop: Array(repeating: 0, count: max(loops, 1))))
    }

    var total: Int { counts.withLock { $0.total } }

    /// Admits a connection on the loop that has the fewest. At the limit, the connection that has been idle longest is
    /// displaced. Returns `nil` if the network is at its limit or no connection can be displaced.
    /// - Parameter network: the network to count the connection under, or `nil` for a peer without a limit.
    package func admit(_ network: ArraySlice<UInt8>?) -> Admission? {
        counts.withLock { counts in
            if let network, counts.perNetwork[network] >= limitPerNetwork { return nil }
            var displaced: Entry?
            if counts.total - counts.pendingDisplacements.count >= limit {
                guard counts.pendingDisplacements.count < Self.maximumPendingDisplacements,
                    let oldest = counts.idle.popFirst()
                else { return nil }
                counts.pendingDisplacements.insert(oldest.number)
                displaced = oldest
            }
            if let network { counts.perNetwork[network] += 1 }
            let loop = counts.perLoop.indices.min { counts.perLoop[$0] < counts.perLoop[$1] } ?? 0
            counts.perLoop[loop] += 1
            counts.total += 1
            counts.last &+= 1
            let entry = Entry(number: counts.last, loop: loop, network: network)
            // A new connection counts as idle until its peer sends something.
            counts.idle.append(entry)
            return Admission(entry: entry, displaced: displaced)
        }
    }

    /// Marks the connection as idle, so that it may be displaced.
    package func markIdle(_ entry: Entry) {
        counts.withLock { $0.idle.append(entry) }
    }

    /// Marks the connection as active, even if it was about to be displaced.
    package func markActive(_ entry: Entry) {
        counts.withLock { counts in
            counts.idle.remove(entry)
            counts.pendingDisplacements.remove(entry.number)
        }
    }

    package func release(_ entry: Entry) {
        let waiting = counts.withLock { counts -> [CheckedContinuation<Void, Never>] in
            counts.idle.remove(entry)
            counts.pendingDisplacements.remove(entry.number)
            counts.total -= 1
            counts.perLoop[entry.loop] -= 1
            if let network = entry.network { counts.perNetwork[network] -= 1 }
            guard counts.total == 0 else { return [] }
            defer { counts.emptyWaiters = [] }
            return counts.emptyWaiters
        }
        for continuation in waiting { continuation.resume() }
    }

    /// Waits until every connection is closed.
    func waitUntilEmpty() async {
        await withCheckedContinuation { continuation in
            let isEmpty = counts.withLock { counts in
                guard counts.total > 0 else { return true }
                counts.emptyWaiters.append(continuation)
                return false
            }
            if isEmpty { continuation.resume() }
        }
    }
}
