// SPDX-License-Identifier: Apache-2.0

/// A cursor over a sequence of DER elements (X.690). It doesn't descend into them.
package struct DERReader: Sendable {
    /// An element: its tag, its contents, and its whole encoding.
    package struct Element: Hashable, Sendable {
        package let tag: DERTag
        package let contents: ArraySlice<UInt8>
        package let encoded: ArraySlice<UInt8>
    }

    private var input: ByteReader

    package init(_ bytes: [UInt8]) {
        input = ByteReader(bytes)
    }

    package init(_ bytes: ArraySlice<UInt8>) {
        input = ByteReader(bytes)
    }

    package var isAtEnd: Bool { input.isAtEnd }

    /// Reads the next element, or returns `nil` at the end.
    package mutating func next() throws(DERRejection) -> Element? {
        guard !isAtEnd else { return nil }
        let start = input.offset
        let tag = try readTag()
        let length = try readLength()
        guard let contents = try? input.takeSlice(length) else { throw .truncated }
        return Element(tag: tag, contents: contents, encoded: input.slice(since: start))
    }

    /// Reads the next element, which must have that tag.
    package mutating func next(_ expected: DERTag) throws(DERRejection) -> Element {
        guard let element = try next() else { throw .elementMissing(expected) }
        guard element.tag == expected else { throw .unexpectedTag(element.tag, expected: expected) }
        return element
    }

    private mutating func readTag() throws(DERRejection) -> DERTag {
        let first = try readByte()
        // Two bits name one of exactly four classes.
        let tagClass = DERTag.Class(rawValue: first >> 6) ?? .universal
        let isConstructed = first & 0x20 != 0
        guard first & 0x1F == 0x1F else {
            return DERTag(class: tagClass, isConstructed: isConstructed, number: Int(first & 0x1F))
        }
        return DERTag(class: tagClass, isConstructed: isConstructed, number: try readHighTagNumber())
    }

    private mutating func readHighTagNumber() throws(DERRejection) -> Int {
        var number = 0
        while true {
            let byte = try readByte()
            guard number > 0 || byte != 0x80 else { throw .tagNotMinimal }
            guard number < 1 << 21 else { throw .tagTooLarge }
            number = number << 7 | Int(byte & 0x7F)
            if byte & 0x80 == 0 { break }
        }
        guard number >= 0x1F else { throw .tagNotMinimal }
        return number
    }

    private mutating func readLength() throws(DERRejection) -> Int {
        let first = try readByte()
        guard first >= 0x80 else { return Int(first) }
        guard first != 0x80 else { throw .indefiniteLength }
        guard first <= 0x84 else { throw .lengthTooLarge }
        var length = 0
        for index in 0..<first & 0x7F {
            let byte = try readByte()
            guard index > 0 || byte != 0 else { throw .lengthNotMinimal }
            length = length << 8 | Int(byte)
        }
        guard length >= 0x80 else { throw .lengthNotMinimal }
        return length
    }

    private mutating func readByte() throws(DERRejection) -> UInt8 {
        do { return try input.readUInt8() } catch { throw .truncated }
    }
}

/// The identifier of an ASN.1 element (X.690 §8.1.2).
package struct DERTag: Hashable, Sendable {
    package enum Class: UInt8, Hashable, Sendable {
        case universal, application, contextSpecific, `private`
    }

    package var `class`: Class
    package var isConstructed: Bool
    package var number: Int

    package init(class: Class, isConstructed: Bool, number: Int) {
        self.class = `class`
        self.isConstructed = isConstructed
        self.number = number
    }

    package static func universal(_ number: Int) -> DERTag {
        DERTag(class: .universal, isConstructed: false, number: number)
    }

    package static func contextSpecific(_ number: Int, isConstructed: Bool) -> DERTag {
        DERTag(class: .contextSpecific, isConstructed: isConstructed, number: number)
    }

    package static let boolean = universal(1)
    package static let integer = universal(2)
    package static let bitString = universal(3)
    package static let octetString = universal(4)
    package static let null = universal(5)
    package static let objectIdentifier = universal(6)
    package static let enumerated = universal(10)
    package static let utf8String = universal(12)
    package static let sequence = DERTag(class: .universal, isConstructed: true, number: 16)
    package static let set = DERTag(class: .universal, isConstructed: true, number: 17)
    package static let printableString = universal(19)
    package static let t61String = universal(20)
    package static let ia5String = universal(22)
    package static let bmpString = universal(30)
}

/// Why bytes are rejected as DER.
package enum DERRejection: Error, Hashable, Sendable {
    case truncated
    case tagNotMinimal
    case tagTooLarge
    case indefiniteLength
    case lengthNotMinimal
    case lengthTooLarge
    case unexpectedTag(DERTag, expected: DERTag)
    /// The contents ended where another element was expected.
    case elementMissing(DERTag)
}
