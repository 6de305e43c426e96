// SPDX-License-Identifier: Apache-2.0

/// A parser for one CBOR data item in untrusted bytes.
package struct CBORReader {
    package struct Limits: Hashable, Sendable {
        /// The greatest depth of nested arrays and maps.
        package var depth: Int
        /// The greatest number of data items. A map entry counts as two.
        package var items: Int
        /// The greatest length of the input, and of each string in it.
        package var bytes: Int

        package init(depth: Int = 16, items: Int = 4096, bytes: Int = 1 << 20) {
            self.depth = depth
            self.items = items
            self.bytes = bytes
        }
    }

    package enum Form: Hashable, Sendable {
        /// Definite lengths, no tags, unique keys, text in UTF-8.
        case wellFormed
        /// `wellFormed`, with the shortest heads and ascending keys that CTAP2 requires (CTAP 2.1 §8).
        case canonical
    }

    private var input: ByteReader
    private let form: Form
    private let limits: Limits
    private var itemsLeft: Int

    /// Reads the whole of `bytes` as one item.
    package static func read(
        _ bytes: [UInt8], form: Form = .wellFormed, limits: Limits = Limits()
    ) throws(CBORRejection) -> CBOR {
        guard bytes.count <= limits.bytes else { throw .lengthTooLarge }
        let (value, bytesUsed) = try readPrefix(bytes[...], form: form, limits: limits)
        guard bytesUsed == bytes.count else { throw .trailingBytes(bytes.count - bytesUsed) }
        return value
    }

    /// Reads one item from the start of `bytes`, which may have more bytes after it.
    package static func readPrefix(
        _ bytes: ArraySlice<UInt8>, form: Form = .wellFormed, limits: Limits = Limits()
    ) throws(CBORRejection) -> (value: CBOR, bytesUsed: Int) {
        var reader = CBORReader(input: ByteReader(bytes), form: form, limits: limits, itemsLeft: limits.items)
        try reader.claim(items: 1)
        let value = try reader.readItem(depthLeft: limits.depth)
        return (value, reader.input.offset)
    }

    private mutating func readItem(depthLeft: Int) throws(CBORRejection) -> CBOR {
        let (major, information) = try readHead()
        if major == 7 { return try readSimple(information) }
        let argument = try readArgument(information, ofMajorType: major)
        switch major {
        case 0: return .unsigned(argument)
        case 1: return .negative(argument)
        case 2: return .bytes(Array(try readString(argument)))
        case 3:
            guard let text = String(wellFormed: try readString(argument)) else { throw .invalidUTF8 }
            return .text(text)
        case 4:
            guard depthLeft > 0 else { throw .tooDeep }
            return .array(try readArray(argument, depthLeft: depthLeft - 1))
        case 5:
            guard depthLeft > 0 else { throw .tooDeep }
            return .map(try readMap(argument, depthLeft: depthLeft - 1))
        default: throw .tagNotAllowed
        }
    }

    private mutating func readHead() throws(CBORRejection) -> (major: UInt8, information: UInt8) {
        let head = UInt8(truncatingIfNeeded: try readBigEndian(1))
        return (head >> 5, head & 0x1F)
    }

    private mutating func readArgument(
        _ information: UInt8, ofMajorType major: UInt8
    ) throws(CBORRejection) -> UInt64 {
        let (argument, smallest): (UInt64, UInt64) =
            switch information {
            case 0...23: (UInt64(information), 0)
            case 24: (try readBigEndian(1), 24)
            case 25: (try readBigEndian(2), 1 << 8)
            case 26: (try readBigEndian(4), 1 << 16)
            case 27: (try readBigEndian(8), 1 << 32)
            case 31 where (2...5).contains(major): throw .indefiniteLength
            default: throw .reservedAdditionalInformation
            }
        guard form == .wellFormed || argument >= smallest else { throw .notMinimal }
        return argument
    }

    private mutating func readSimple(_ information: UInt8) throws(CBORRejection) -> CBOR {
        switch information {
        case 20: return .bool(false)
        case 21: return .bool(true)
        case 22: return .null
        case 23: return .undefined
        // CTAP2 has no rule about the width of floating-point numbers, so every width is canonical.
        case 25: return .float(Double(halfPrecision: UInt16(truncatingIfNeeded: try readBigEndian(2))))
        case 26: return .float(Double(Float(bitPattern: UInt32(truncatingIfNeeded: try readBigEndian(4)))))
        case 27: return .float(Double(bitPattern: try readBigEndian(8)))
        case 28...30: throw .reservedAdditionalInformation
        case 31: throw .indefiniteLength
        default: throw .unsupportedSimpleValue
        }
    }

    private mutating func readString(_ length: UInt64) throws(CBORRejection) -> ArraySlice<UInt8> {
        guard length <= UInt64(max(limits.bytes, 0)) else { throw .lengthTooLarge }
        do { return try input.takeSlice(Int(length)) } catch { throw .truncated }
    }

    private mutating func readArray(_ length: UInt64, depthLeft: Int) throws(CBORRejection) -> [CBOR] {
        try claim(items: length)
        var items: [CBOR] = []
        items.reserveCapacity(Int(length))
        for _ in 0..<length {
            items.append(try readItem(depthLeft: depthLeft))
        }
        return items
    }

    private mutating func readMap(_ length: UInt64, depthLeft: Int) throws(CBORRejection) -> CBORMap {
        let (items, isTooMany) = length.multipliedReportingOverflow(by: 2)
        guard !isTooMany else { throw .tooManyItems }
        try claim(items: items)
        var keys = form == .canonical ? KeyCheck.ascending(nil) : .unique([])
        var entries: [CBORMap.Entry] = []
        entries.reserveCapacity(Int(length))
        for _ in 0..<length {
            let start = input.offset
            let key = try readItem(depthLeft: 0, isKey: true)
            try keys.admit(key, encoded: input.slice(since: start), after: entries)
            entries.append(CBORMap.Entry(key: key, value: try readItem(depthLeft: depthLeft)))
        }
        return CBORMap(entries)
    }

    private mutating func readItem(depthLeft: Int, isKey: Bool) throws(CBORRejection) -> CBOR {
        if let head = input.peek(), head >> 5 > 3 { throw .keyTypeNotAllowed }
        return try readItem(depthLeft: depthLeft)
    }

    /// Counts items as soon as their number is known. So the memory that is reserved for them is bounded by the limit
    /// for the whole input, and by the input's length, because an item takes at least one byte.
    private mutating func claim(items: UInt64) throws(CBORRejection) {
        guard items <= UInt64(max(itemsLeft, 0)) else { throw .tooManyItems }
        guard items <= UInt64(input.remaining) else { throw .truncated }
        itemsLeft -= Int(items)
    }

    private mutating func readBigEndian(_ count: Int) throws(CBORRejection) -> UInt64 {
        do {
            return switch count {
            case 1: UInt64(try input.readUInt8())
            case 2: UInt64(try input.readUInt16())
            case 4: UInt64(try input.readUInt32())
            default: try input.readUInt64()
            }
        } catch {
            throw .truncated
        }
    }
}

/// The rule that each key of a map must keep, given the keys before it.
private enum KeyCheck {
    case unique(Set<CBOR>)
    case ascending(ArraySlice<UInt8>?)

    /// With fewer entries, comparing each is cheaper than a set. With more, only a set keeps hostile maps linear.
    private static let linearLimit = 16

    mutating func admit(
        _ key: CBOR, encoded: ArraySlice<UInt8>, after entries: [CBORMap.Entry]
    ) throws(CBORRejection) {
        switch self {
        case .ascending(let previous):
            // In shortest form, CTAP2's rule (major type, then length, then bytes) is the order of the bytes.
            if let previous, !previous.lexicographicallyPrecedes(encoded) {
                throw previous.elementsEqual(encoded) ? .duplicateKey : .keysOutOfOrder
            }
            self = .ascending(encoded)
        case .unique(var seen):
            guard entries.count >= Self.linearLimit else {
                guard !entries.contains(where: { $0.key == key }) else { throw .duplicateKey }
                return
            }
            self = .unique([])
            if seen.isEmpty { seen = Set(entries.map(\.key)) }
            guard seen.insert(key).inserted else { throw .duplicateKey }
            self = .unique(seen)
        }
    }
}

extension Double {
    /// The value of an IEEE 754 binary16, which not every platform has as a type (RFC 8949 appendix D).
    fileprivate init(halfPrecision bits: UInt16) {
        let sign: FloatingPointSign = bits >> 15 == 0 ? .plus : .minus
        let exponent = Int(bits >> 10 & 0x1F)
        let fraction = bits & 0x3FF
        switch exponent {
        case 0: self.init(sign: sign, exponent: -24, significand: Double(fraction))
        case 31 where fraction == 0: self = sign == .minus ? -.infinity : .infinity
        case 31: self = .nan
        default: self.init(sign: sign, exponent: exponent - 25, significand: Double(fraction + 1024))
        }
    }
}
