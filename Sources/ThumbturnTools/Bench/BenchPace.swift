// SPDX-License-Identifier: Apache-2.0

/// When operations are due at a fixed rate, whatever the server does. Times are nanoseconds of a monotonic clock.
package struct BenchPace: Sendable {
    private let interval: Double
    private let start: UInt64
    private var count = 0.0

    package init(perSecond rate: Double, from start: UInt64) {
        interval = 1e9 / max(rate, 0.001)
        self.start = start
    }

    /// When the next operation is due.
    package var due: UInt64 { start + UInt64(count * interval) }

    /// Takes the next operation, if it is due. Returns how long it was due before a connection was free for it: what a
    /// client waits because the server is slow is part of its latency, and what this program is late is not.
    package mutating func take(at time: UInt64, freeSince: UInt64) -> UInt64? {
        let due = due
        guard due <= time else { return nil }
        count += 1
        return freeSince > due ? freeSince - due : 0
    }
}
