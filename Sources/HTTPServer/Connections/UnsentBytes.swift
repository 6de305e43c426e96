// SPDX-License-Identifier: Apache-2.0

/// The bytes that one loop's connections have not sent yet, because their peers don't read.
struct UnsentBytes: Sendable {
    private(set) var total = 0
    private var counts: [UInt64: Int] = [:]
    /// The connections with unsent bytes, the one that has waited longest first.
    private var waiting = IdleQueue()

    /// Counts bytes of a connection. Returns the connections to close, so that no more than `limit` are left.
    mutating func add(
        _ count: Int, of entry: ConnectionLedger.Entry, upTo limit: Int
    ) -> [ConnectionLedger.Entry] {
        if counts[entry.number] == nil { waiting.append(entry) }
        counts[entry.number, default: 0] += count
        total += count
        var displaced: [ConnectionLedger.Entry] = []
        while total > limit, let longest = waiting.popFirst() {
            total -= counts.removeValue(forKey: longest.number) ?? 0
            displaced.append(longest)
        }
        return displaced
    }

    /// Releases bytes of a connection, unless it was displaced.
    mutating func remove(_ count: Int, of entry: ConnectionLedger.Entry) {
        guard let counted = counts[entry.number] else { return }
        total -= count
        counts[entry.number] = counted > count ? counted - count : nil
        if counted <= count { waiting.remove(entry) }
    }
}
