// SPDX-License-Identifier: Apache-2.0

import POSIX
import Synchronization

/// A fixed number of counters, which any thread increments without a lock.
///
/// Unchecked because a pointer is not `Sendable`; what it points to is.
@available(macOS 15, *)
package final class Counters: @unchecked Sendable {
    package let count: Int
    private let values: UnsafeMutablePointer<Atomic<UInt64>>

    package init(count: Int) {
        self.count = count
        values = .allocate(capacity: count)
        for index in 0..<count { (values + index).initialize(to: Atomic(0)) }
    }

    deinit {
        values.deinitialize(count: count)
        values.deallocate()
    }

    package func add(_ amount: UInt64 = 1, at index: Int) {
        values[index].wrappingAdd(amount, ordering: .relaxed)
    }

    package subscript(index: Int) -> UInt64 { values[index].load(ordering: .relaxed) }
}

/// Counters for keys that are few, but not known beforehand.
package final class KeyedCounters<Key: Hashable & Sendable>: Sendable {
    private let counts: Locked<[Key: UInt64]>

    /// The first keys are shown before anything is counted.
    package init(_ keys: [Key] = []) {
        counts = Locked(Dictionary(keys.map { ($0, 0) }, uniquingKeysWith: { first, _ in first }))
    }

    package func add(_ key: Key) {
        counts.withLock { $0[key, default: 0] += 1 }
    }

    package var all: [Key: UInt64] { counts.withLock(\.self) }
}
