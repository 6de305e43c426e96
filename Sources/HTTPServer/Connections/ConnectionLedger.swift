// SPDX-License-Identifier: Apache-2.0

/// How many connections there are: altogether, from each network and on each loop.
final class ConnectionLedger: Sendable {
    struct Entry: Hashable, Sendable {
        var number: UInt64
        var loop: Int
        var network: ArraySlice<UInt8>?
    }

    private struct Counts: Sendable {
        var last: UInt64 = 0
        var total = 0
        var perLoop: [Int]
        var perNetwork: [ArraySlice<UInt8>: Int] = [:]
        var whenEmpty: [CheckedContinuation<Void, Never>] = []
    }

    private let limit: Int
    private let limitPerNetwork: Int
    private let counts: Locked<Counts>

    init(loops: Int, limit: Int, limitPerNetwork: Int) {
        self.limit = limit
        self.limitPerNetwork = limitPerNetwork
        counts = Locked(Counts(perLoop: Array(repeating: 0, count: max(loops, 1))))
    }

    var total: Int { counts.withLock { $0.total } }

    /// Room for one more connection, on the loop that has the fewest; nil when there is none.
    /// - Parameter network: what to count it under, or nil for a peer whose connections are not limited.
    func admit(_ network: ArraySlice<UInt8>?) -> Entry? {
        counts.withLock { counts in
            guard counts.total < limit else { return nil }
            if let network {
                guard counts.perNetwork[network, default: 0] < limitPerNetwork else { return nil }
                counts.perNetwork[network, default: 0] += 1
            }
            let loop = counts.perLoop.indices.min { counts.perLoop[$0] < counts.perLoop[$1] } ?? 0
            counts.perLoop[loop] += 1
            counts.total += 1
            counts.last &+= 1
            return Entry(number: counts.last, loop: loop, network: network)
        }
    }

    func release(_ entry: Entry) {
        let waiting = counts.withLock { counts -> [CheckedContinuation<Void, Never>] in
            counts.total -= 1
            counts.perLoop[entry.loop] -= 1
            if let network = entry.network, let count = counts.perNetwork[network] {
                counts.perNetwork[network] = count > 1 ? count - 1 : nil
            }
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
                if counts.total > 0 { counts.whenEmpty.append(continuation) }
                return counts.total == 0
            }
            if isEmpty { continuation.resume() }
        }
    }
}
