// SPDX-License-Identifier: Apache-2.0

import WireFormats

/// A DER encoder that is independent of the tested code, to compare parsed values with the input.
enum DEREncoding {
    static func head(of element: DERReader.Element) -> [UInt8] {
        head(tag: element.tag, count: element.contents.count)
    }

    static func head(tag: DERTag, count: Int) -> [UInt8] {
        let first = tag.class.rawValue << 6 | (tag.isConstructed ? 0x20 : 0)
        let head = tag.number < 0x1F ? [first | UInt8(tag.number)] : [first | 0x1F] + sevenBits(UInt64(tag.number))
        var length: [UInt8] = []
        var rest = count
        while rest > 0 {
            length.insert(UInt8(rest & 0xFF), at: 0)
            rest >>= 8
        }
        let isShort = count < 0x80
        return head + (isShort ? [UInt8(count)] : [0x80 | UInt8(length.count)] + length)
    }

    static func contents(of integer: Int) -> [UInt8] {
        let bytes = (0..<8).map { UInt8(truncatingIfNeeded: integer >> (56 - 8 * $0)) }
        var start = 0
        while start < 7, bytes[start] == (bytes[start + 1] >= 0x80 ? 0xFF : 0x00) { start += 1 }
        return Array(bytes[start...])
    }

    static func contents(ofObjectIdentifier text: String) -> [UInt8] {
        let arcs = text.split(separator: ".").compactMap { UInt64($0) }
        guard arcs.count >= 2 else { return [] }
        return sevenBits(arcs[0] * 40 + arcs[1]) + arcs.dropFirst(2).flatMap(sevenBits)
    }

    private static func sevenBits(_ number: UInt64) -> [UInt8] {
        var bytes = [UInt8(number & 0x7F)]
        var rest = number >> 7
        while rest > 0 {
            bytes.insert(UInt8(rest & 0x7F) | 0x80, at: 0)
            rest >>= 7
        }
        return bytes
    }
}
