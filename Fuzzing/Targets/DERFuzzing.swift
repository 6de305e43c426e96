// SPDX-License-Identifier: Apache-2.0

import WireFormats

extension FuzzTarget {
    /// There is one encoding of everything: what is read, encoded again by other code, gives the bytes that were read.
    static let der = FuzzTarget(name: "der") { bytes in
        var open = [DERReader(bytes)]
        while var reader = open.popLast() {
            guard let element = try? reader.next() else { continue }
            open.append(reader)
            let head = Array(element.encoded.dropLast(element.contents.count))
            require(head == encodedHead(of: element), "a head has one encoding")
            require(element.encoded.suffix(element.contents.count) == element.contents, "contents follow their head")
            if !element.tag.isConstructed { check(element) }
            // An OCTET STRING often wraps more; going into whatever is not DER ends by itself.
            if element.tag.isConstructed || element.tag == .octetString { open.append(element.reader()) }
        }
    }

    private static func check(_ element: DERReader.Element) {
        let contents = Array(element.contents)
        if let integer = element.integer {
            require(encoded(integer) == contents, "an integer has one encoding")
        }
        if let magnitude = element.integerBytes, let first = magnitude.first {
            require((first >= 0x80 ? [0] : []) + magnitude == contents, "a magnitude lacks the sign byte only")
        }
        if let identifier = element.objectIdentifier {
            require(encoded(objectIdentifier: identifier) == contents, "an object identifier has one encoding")
        }
        if let text = element.text {
            require(!text.utf8.contains(0), "text has no NUL in it")
        }
        if let text = element.asciiText {
            require(Array(text.utf8) == contents, "ASCII stands for itself")
        }
        _ = element.bool
    }

    private static func encodedHead(of element: DERReader.Element) -> [UInt8] {
        let tag = element.tag
        let first = tag.class.rawValue << 6 | (tag.isConstructed ? 0x20 : 0)
        let head = tag.number < 0x1F ? [first | UInt8(tag.number)] : [first | 0x1F] + sevenBits(UInt64(tag.number))
        var length: [UInt8] = []
        var rest = element.contents.count
        while rest > 0 {
            length.insert(UInt8(rest & 0xFF), at: 0)
            rest >>= 8
        }
        let isShort = element.contents.count < 0x80
        return head + (isShort ? [UInt8(element.contents.count)] : [0x80 | UInt8(length.count)] + length)
    }

    private static func encoded(_ integer: Int) -> [UInt8] {
        let bytes = (0..<8).map { UInt8(truncatingIfNeeded: integer >> (56 - 8 * $0)) }
        var start = 0
        while start < 7, bytes[start] == (bytes[start + 1] >= 0x80 ? 0xFF : 0x00) { start += 1 }
        return Array(bytes[start...])
    }

    private static func encoded(objectIdentifier: String) -> [UInt8] {
        let arcs = objectIdentifier.split(separator: ".").compactMap { UInt64($0) }
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
