// SPDX-License-Identifier: Apache-2.0

/// The connections that do nothing, first those that have done so for the longest.
package struct IdleQueue: Sendable {
    private struct Place: Sendable {
        var stamp: UInt64
        var entry: ConnectionLedger.Entry
    }

    /// By the connection's number: when it came to rest last.
    private var stamps: [UInt64: UInt64] = [:]
    /// Some of these have been active since, and are passed over.
    private var places: [Place] = []
    private var start = 0
    private var lastStamp: UInt64 = 0

    package init() {}

    /// How many places are kept, those of connections that have been active since too.
    package var placeCount: Int { places.count - start }

    package mutating func append(_ entry: ConnectionLedger.Entry) {
        lastStamp &+= 1
        stamps[entry.number] = lastStamp
        places.append(Place(stamp: lastStamp, entry: entry))
        // What has become stale is removed when it is more than the rest, so that the cost of it is constant.
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
