// SPDX-License-Identifier: Apache-2.0

/// A counter per key. Keys whose count is zero take no memory.
package struct Tally<Key: Hashable & Sendable>: Sendable {
    private var counts: [Key: Int] = [:]

    package init() {}

    package var isEmpty: Bool { counts.isEmpty }

    package subscript(key: Key) -> Int {
        get { counts[key, default: 0] }
        set { counts[key] = newValue == 0 ? nil : newValue }
    }
}
