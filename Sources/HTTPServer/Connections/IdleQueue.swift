// SPDX-License-Identifier: Apache-2.0

/// The idle connections, longest idle first.
package struct IdleQueue: Sendable {
    private struct Item: Sendable {
        var stamp: UInt64
        var entry: ConnectionLedger.Entry
    }

    /// The logical time at which each connection last became idle, by connection number.
    private var stamps: [UInt64: UInt64] = [:]
    /// The queue, including stale entries of connections that have been active since.
    private var items: [Item] = []
    private var start = 0
    private var lastStamp: UInt64 = 0

    package init() {}

    /// The number of queue entries, including stale ones.
    package var itemCount: Int { items.count - start }

    package mutating func append(_ entry: ConnectionLedger.Entry) {
        lastStamp &+= 1
        stamps[entry.number] = lastStamp
        items.append(Item(stamp: lastStamp, entry: entry))
        // Stale entries are removed once they outnumber the others, so that the amortized cost is constant.
        guard items.count > 2 * stamps.count + 64 else { return }
        items = items[start...].filter { stamps[$0.entry.number] == $0.stamp }
        start = 0
    }

    package mutating func remove(_ entry: ConnectionLedger.Entry) {
        stamps[entry.number] = nil
    }

    package mutating func popFirst() -> ConnectionLedger.Entry? {
        while start < items.count {
            let item = items[start]
            start += 1
            if stamps[item.entry.number] == item.stamp {
                stamps[item.entry.number] = nil
                return item.entry
            }
        }
        return nil
    }
}
