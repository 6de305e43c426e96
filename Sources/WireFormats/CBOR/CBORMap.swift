// SPDX-License-Identifier: Apache-2.0

/// A CBOR map whose entries stay in the order in which they stood.
package struct CBORMap: Hashable, Sendable {
    package struct Entry: Hashable, Sendable {
        package var key: CBOR
        package var value: CBOR

        package init(key: CBOR, value: CBOR) {
            self.key = key
            self.value = value
        }
    }

    package var entries: [Entry]

    package init(_ entries: [Entry]) {
        self.entries = entries
    }

    package init(_ pairs: [(CBOR, CBOR)]) {
        entries = pairs.map { Entry(key: $0.0, value: $0.1) }
    }

    package var count: Int { entries.count }

    package var isEmpty: Bool { entries.isEmpty }

    package subscript(key: CBOR) -> CBOR? {
        entries.first { $0.key == key }?.value
    }

    package subscript(text: String) -> CBOR? {
        self[.text(text)]
    }

    package subscript(label: Int) -> CBOR? {
        self[.int(label)]
    }
}

extension CBORMap: ExpressibleByDictionaryLiteral {
    package init(dictionaryLiteral pairs: (CBOR, CBOR)...) {
        self.init(pairs)
    }
}
