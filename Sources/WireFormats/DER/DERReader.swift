// SPDX-License-Identifier: Apache-2.0

/// A cursor over DER elements that stand one after the other (X.690); it goes into none of them by itself.
package struct DERReader: Sendable {
    /// One element: its tag, its contents, and both with the length as they were encoded.
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

    /// The next element, or `nil` at the end.
    package mutating func next() throws(DERRejection) -> Element? {
        guard !isAtEnd else { return nil }
        let start = input.offset
        let tag = try readTag()
        let length = try readLength()
        guard let contents = try? input.takeSlice(length) else { throw .truncated }
        return Element(tag: tag, contents: contents, encoded: input.slice(since: start))
    }

    /// The next element, which has to have that tag.
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
