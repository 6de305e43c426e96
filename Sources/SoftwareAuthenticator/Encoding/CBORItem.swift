// SPDX-License-Identifier: Apache-2.0

/// A CBOR data item to be written; this module writes CBOR and never reads it.
package indirect enum CBORItem: Sendable {
    case integer(Int)
    case bytes([UInt8])
    case text(String)
    case array([CBORItem])
    /// A map in CTAP2 canonical order, whatever order the entries are given in.
    case map([(CBORItem, CBORItem)])
    /// A map exactly as given: unsorted, and with duplicates if there are some.
    case mapAsWritten([(CBORItem, CBORItem)])
    case bool(Bool)
    /// Bytes that are put into the output unchanged.
    case encoded([UInt8])

    package var bytes: [UInt8] {
        var output: [UInt8] = []
        write(to: &output)
        return output
    }

    private func write(to output: inout [UInt8]) {
        switch self {
        case .integer(let value) where value >= 0: Self.writeHead(0, argument: UInt64(value), to: &output)
        case .integer(let value): Self.writeHead(1, argument: UInt64(-1 - value), to: &output)
        case .bytes(let bytes):
            Self.writeHead(2, argument: UInt64(bytes.count), to: &output)
            output += bytes
        case .text(let text):
            Self.writeHead(3, argument: UInt64(text.utf8.count), to: &output)
            output += text.utf8
        case .array(let items):
            Self.writeHead(4, argument: UInt64(items.count), to: &output)
            for item in items { item.write(to: &output) }
        case .map(let entries): Self.writeCanonicalMap(entries, to: &output)
        case .mapAsWritten(let entries):
            Self.writeHead(5, argument: UInt64(entries.count), to: &output)
            for (key, value) in entries {
                key.write(to: &output)
                value.write(to: &output)
            }
        case .bool(let value): output.append(value ? 0xf5 : 0xf4)
        case .encoded(let bytes): output += bytes
        }
    }

    /// CTAP2 §8: by major type, then shorter keys first, then in byte order.
    private static func writeCanonicalMap(_ entries: [(CBORItem, CBORItem)], to output: inout [UInt8]) {
        writeHead(5, argument: UInt64(entries.count), to: &output)
        for (key, value) in entries.map({ (key: $0.0.bytes, value: $0.1) }).sorted(by: { isKey($0.key, before: $1.key) }
        ) {
            output += key
            value.write(to: &output)
        }
    }

    private static func isKey(_ left: [UInt8], before right: [UInt8]) -> Bool {
        let majors = [left, right].map { ($0.first ?? 0) >> 5 }
        if majors[0] != majors[1] { return majors[0] < majors[1] }
        return left.count == right.count ? left.lexicographicallyPrecedes(right) : left.count < right.count
    }

    private static func writeHead(_ majorType: UInt8, argument: UInt64, to output: inout [UInt8]) {
        let major = majorType << 5
        let width: Int
        switch argument {
        case 0..<24:
            output.append(major | UInt8(argument))
            return
        case 24...0xff: width = 1
        case 0x100...0xffff: width = 2
        case 0x1_0000...0xffff_ffff: width = 4
        default: width = 8
        }
        output.append(major | (24 + UInt8(width.trailingZeroBitCount)))
        for shift in stride(from: (width - 1) * 8, through: 0, by: -8) {
            output.append(UInt8(truncatingIfNeeded: argument >> UInt64(shift)))
        }
    }
}

extension CBORItem: ExpressibleByStringLiteral, ExpressibleByIntegerLiteral {
    package init(stringLiteral value: String) { self = .text(value) }
    package init(integerLiteral value: Int) { self = .integer(value) }
}
