// SPDX-License-Identifier: Apache-2.0

/// A CBOR data item (RFC 8949) of the kinds that WebAuthn uses, without tags and indefinite lengths.
package enum CBOR: Sendable {
    case unsigned(UInt64)
    /// The number −1 − n.
    case negative(UInt64)
    case bytes([UInt8])
    case text(String)
    case array([CBOR])
    case map(CBORMap)
    case bool(Bool)
    case null
    case undefined
    case float(Double)

    package static func int(_ value: Int) -> CBOR {
        value >= 0 ? .unsigned(UInt64(value)) : .negative(UInt64(-1 - value))
    }

    /// The integer, or `nil` if the item is not one or doesn't fit.
    package var intValue: Int? {
        switch self {
        case .unsigned(let value): Int(exactly: value)
        case .negative(let distance): Int(exactly: distance).map { -1 - $0 }
        default: nil
        }
    }

    package var bytesValue: [UInt8]? {
        if case .bytes(let bytes) = self { bytes } else { nil }
    }

    package var textValue: String? {
        if case .text(let text) = self { text } else { nil }
    }

    package var arrayValue: [CBOR]? {
        if case .array(let items) = self { items } else { nil }
    }

    package var mapValue: CBORMap? {
        if case .map(let map) = self { map } else { nil }
    }

    package var boolValue: Bool? {
        if case .bool(let value) = self { value } else { nil }
    }
}

/// Text compares by its bytes (``ExactText``), and floating-point numbers by theirs: NaN equals itself, −0.0 is not
/// 0.0.
extension CBOR: Hashable {
    package static func == (left: CBOR, right: CBOR) -> Bool {
        switch (left, right) {
        case (.unsigned(let left), .unsigned(let right)): left == right
        case (.negative(let left), .negative(let right)): left == right
        case (.bytes(let left), .bytes(let right)): left == right
        case (.text(let left), .text(let right)): ExactText(left) == ExactText(right)
        case (.array(let left), .array(let right)): left == right
        case (.map(let left), .map(let right)): left == right
        case (.bool(let left), .bool(let right)): left == right
        case (.float(let left), .float(let right)): left.bitPattern == right.bitPattern
        case (.null, .null), (.undefined, .undefined): true
        default: false
        }
    }

    package func hash(into hasher: inout Hasher) {
        switch self {
        case .unsigned(let value):
            hasher.combine(0 as UInt8)
            hasher.combine(value)
        case .negative(let distance):
            hasher.combine(1 as UInt8)
            hasher.combine(distance)
        case .bytes(let bytes):
            hasher.combine(2 as UInt8)
            hasher.combine(bytes)
        case .text(let text):
            hasher.combine(3 as UInt8)
            hasher.combine(ExactText(text))
        case .array(let items):
            hasher.combine(4 as UInt8)
            hasher.combine(items)
        case .map(let map):
            hasher.combine(5 as UInt8)
            hasher.combine(map)
        case .bool(let value): hasher.combine(value ? 21 : 20 as UInt8)
        case .null: hasher.combine(22 as UInt8)
        case .undefined: hasher.combine(23 as UInt8)
        case .float(let value):
            hasher.combine(27 as UInt8)
            hasher.combine(value.bitPattern)
        }
    }
}

/// A CBOR map that keeps the order of its entries.
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

/// Why bytes are rejected as CBOR.
package enum CBORRejection: Error, Hashable, Sendable {
    case truncated
    case trailingBytes(Int)
    /// Additional information 28, 29 or 30, or 31 where it has no meaning.
    case reservedAdditionalInformation
    /// An item of indefinite length, or the break that would end one.
    case indefiniteLength
    case tagNotAllowed
    case unsupportedSimpleValue
    case tooDeep
    case tooManyItems
    case lengthTooLarge
    case duplicateKey
    /// A map key that is neither an integer nor a string of bytes or text.
    case keyTypeNotAllowed
    case invalidUTF8
    /// Canonical form: a head that is longer than necessary.
    case notMinimal
    /// Canonical form: map keys that are not in ascending order.
    case keysOutOfOrder
}
