// SPDX-License-Identifier: Apache-2.0

/// How many there are of each key. Those of which there are none take no memory, however many keys come and go.
package struct Tally<Key: Hashable & Sendable>: Sendable {
    private var counts: [Key: Int] = [:]

    package init() {}

    package var isEmpty: Bool { counts.isEmpty }

    package subscript(key: Key) -> Int {
        get { counts[key, default: 0] }
        set { counts[key] = newValue == 0 ? nil : newValue }
    }
}
