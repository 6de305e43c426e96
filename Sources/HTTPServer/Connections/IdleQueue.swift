// SPDX-License-Identifier: Apache-2.0

/// The idle connections, longest idle first.
package struct IdleQueue: Sendable {
    private struct Place: Sendable {
        var stamp: UInt64
        var entry: ConnectionLedger.Entry
    }

    /// The logical time at which each connection last became idle, by connection number.
    private var stamps: [UInt64: UInt64] = [:]
    /// The queue, including stale entries of connections that have been active since.
    private var places: [Place] = []
    private var start = 0
    private var lastStamp: UInt64 = 0

    package init() {}

    /// The number of queue entries, including stale ones.
    package var placeCount: Int { places.count - start }

    package mutating func append(_ entry: ConnectionLedger.Entry) {
        lastStamp &+= 1
        stamps[entry.number] = lastStamp
        places.append(Place(stamp: lastStamp, entry: entry))
        // Stale entries are removed once they outnumber the others, so that the amortized cost is constant.
        guard places.count > 2 * stamps.count + 64 else { return }
        places = places[start...].filter { stamps[$0.entry.number] == $0.stamp }
        start = 0
    }

    package mutating func remove(_ entry: ConnectionLedger.Entry) {
        stamps[entry.number] = nil
    }

    package mutating func popFirst() -> ConnectionLedger.Entry? {
        while start < places.count {
            let place = places[start]
            start += 1
            if stamps[place.entry.number] == place.stamp {
                stamps[place.entry.number] = nil
                return place.entry
            }
        }
        return nil
    }
}
