// SPDX-License-Identifier: Apache-2.0

import POSIX
package import WireFormats

/// A clock and an uptime that change only when a test moves them.
package final class ManualClock: Sendable {
    /// The initial time.
    package static let start = Timestamp(secondsSince1970: 1_800_000_000)

    private let state = Locked<(uptime: Int64, offset: Int64)>((0, 0))

    package init() {}

    package var now: Timestamp {
        state.withLock { Timestamp(secondsSince1970: Self.start.secondsSince1970 + $0.uptime + $0.offset) }
    }

    /// The uptime in nanoseconds.
    package var uptime: UInt64 { state.withLock { UInt64($0.uptime) * 1_000_000_000 } }

    /// Advances the clock and the uptime.
    package func advance(seconds: Int64) { state.withLock { $0.uptime += seconds } }

    /// Sets the clock forward or back, while the uptime stays the same.
    package func jump(seconds: Int64) { state.withLock { $0.offset += seconds } }
}
