// SPDX-License-Identifier: Apache-2.0

import POSIX

/// Counts concurrent work, and records the highest number.
package final class ConcurrencyCounter: Sendable {
    private let counts = Locked((current: 0, highest: 0))

    package init() {}

    package var highest: Int { counts.withLock { $0.highest } }

    package func enter() {
        counts.withLock { counts in
            counts.current += 1
            counts.highest = max(counts.highest, counts.current)
        }
    }

    package func leave() {
        counts.withLock { $0.current -= 1 }
    }
}
