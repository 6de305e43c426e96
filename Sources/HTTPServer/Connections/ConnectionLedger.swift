// SPDX-License-Identifier: Apache-2.0

import POSIX

/// How many connections there are: altogether, from each network and on each loop.
package final class ConnectionLedger: Sendable {
    package struct Entry: Hashable, Sendable {
        var number: UInt64
        var loop: Int
        var network: ArraySlice<UInt8>?
    }

    /// Room for a connection.
    package struct Admission: Sendable {
        package var entry: Entry
        /// An idle connection that has to make room for it.
        package var displaced: Entry?
    }

    private struct Counts: Sendable {
        var last: UInt64 = 0
        var total = 0
        var perLoop: [Int]
        var perNetwork = Tally<ArraySlice<UInt8>>()
        var idle = IdleQueue()
        /// The numbers of those that were asked to make room and have not gone yet.
        var leaving: Set<UInt64> = []
        var whenEmpty: [CheckedContinuation<Void, Never>] = []
    }

    /// How many connections there may be beyond the limit, while others make room: a loop that is busy is slow to close.
    static let mostLeaving = 64

    private let limit: Int
    private let limitPerNetwork: Int
    private let counts: Locked<Counts>

    package init(loops: Int, limit: Int, limitPerNetwork: Int) {
        self.limit = limit
        self.limitPerNetwork = limitPerNetwork
        counts = Locked(Counts(perLoop: Array(repeating: 0, count: max(loops, 1))))
    }

    var total: Int { counts.withLock { $0.total } }

    /// Room for one more connection, on the loop that has the fewest; nil when there is none. When all is full, the
    /// connection that has been idle for the longest makes room.
    /// - Parameter network: what to count it under, or nil for a peer whose connections are not limited.
    package func admit(_ network: ArraySlice<UInt8>?) -> Admission? {
        counts.withLock { counts in
            if let network, counts.perNetwork[network] >= limitPerNetwork { return nil }
            var displaced: Entry?
            if counts.total - counts.leaving.count >= limit {
                guard counts.leaving.count < Self.mostLeaving, let oldest = counts.idle.popFirst() else { return nil }
                counts.leaving.insert(oldest.number)
                displaced = oldest
            }
            if let network { counts.perNetwork[network] += 1 }
            let loop = counts.perLoop.indices.min { counts.perLoop[$0] < counts.perLoop[$1] } ?? 0
            counts.perLoop[loop] += 1
            counts.total += 1
            counts.last &+= 1
            let entry = Entry(number: counts.last, loop: loop, network: network)
            // A peer that says nothing is the first to make room.
            counts.idle.append(entry)
            return Admission(entry: entry, displaced: displaced)
        }
    }

    /// From now on the connection may be asked to make room.
    package func rest(_ entry: Entry) {
        counts.withLock { $0.idle.append(entry) }
    }

    /// The connection is in use; also where it was to make room, and is used again.
    package func use(_ entry: Entry) {
        counts.withLock { counts in
            counts.idle.remove(entry)
            counts.leaving.remove(entry.number)
        }
    }

    package func release(_ entry: Entry) {
        let waiting = counts.withLock { counts -> [CheckedContinuation<Void, Never>] in
            counts.idle.remove(entry)
            counts.leaving.remove(entry.number)
            counts.total -= 1
            counts.perLoop[entry.loop] -= 1
            if let network = entry.network { counts.perNetwork[network] -= 1 }
            guard counts.total == 0 else { return [] }
            defer { counts.whenEmpty = [] }
            return counts.whenEmpty
        }
        for continuation in waiting { continuation.resume() }
    }

    /// Waits until there is no connection.
    func waitUntilEmpty() async {
        await withCheckedContinuation { continuation in
            let isEmpty = counts.withLock { counts in
                guard counts.total > 0 else { return true }
                counts.whenEmpty.append(continuation)
                return false
            }
            if isEmpty { continuation.resume() }
        }
    }
}
