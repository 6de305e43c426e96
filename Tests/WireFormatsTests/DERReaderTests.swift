// SPDX-License-Identifier: Apache-2.0

import TestSupport
import Testing
import WireFormats

@Suite struct DERReaderTests {
    private func first(_ encoded: String) throws(DERRejection) -> DERReader.Element? {
        var reader = DERReader(hex(encoded))
        return try reader.next()
    }

    @Test(arguments: [
        ("02 01 05", DERTag.integer), ("30 00", .sequence), ("31 00", .set),
        ("a0 00", .contextSpecific(0, isConstructed: true)),
        ("82 00", .contextSpecific(2, isConstructed: false)),
        ("5e 00", DERTag(class: .application, isConstructed: false, number: 30)),
        ("fe 00", DERTag(class: .private, isConstructed: true, number: 30)),
        ("bf 1f 00", .contextSpecific(31, isConstructed: true)),
        ("bf 85 3d 00", .contextSpecific(701, isConstructed: true)),
        ("bf 85 45 00", .contextSpecific(709, isConstructed: true)),
        ("9f 7f 00", .contextSpecific(127, isConstructed: false)),
        ("9f ff ff ff 7f 00", .contextSpecific((1 << 28) - 1, isConstructed: false)),
    ])
    func `a tag has a class, a form and a number`(encoded: String, tag: DERTag) throws {
        #expect(try first(encoded)?.tag == tag)
    }

    @Test(arguments: [0, 1, 127, 128, 255, 256, 65_535, 65_536])
    func `contents of every length are read`(count: Int) throws {
        let head: [UInt8] =
            switch count {
            case ..<128: [UInt8(count)]
            case ..<256: [0x81, UInt8(count)]
            case ..<65_536: [0x82, UInt8(count >> 8), UInt8(count & 0xFF)]
            default: [0x83, UInt8(count >> 16), UInt8(count >> 8 & 0xFF), UInt8(count & 0xFF)]
            }
        let bytes = [0x04] + head + [UInt8](repeating: 7, count: count)
        var reader = DERReader(bytes + [0x05, 0x00])
        let element = try #require(try reader.next())
        #expect(element.contents.count == count)
        #expect(Array(element.encoded) == bytes)
        #expect(try reader.next(.null).contents.isEmpty)
        #expect(reader.isAtEnd)
        #expect(try reader.next() == nil)
        var truncated = DERReader(Array(bytes.dropLast()))
        #expect(throws: DERRejection.truncated) { try truncated.next() }
    }

    @Test(arguments: [
        ("02", DERRejection.truncated), ("02 01", .truncated), ("02 02 01", .truncated), ("02 81", .truncated),
        ("02 82 01", .truncated), ("30 84 ff ff ff ff", .truncated), ("1f", .truncated), ("1f 85", .truncated),
        ("30 80 00 00", .indefiniteLength), ("04 80", .indefiniteLength),
        ("02 81 01 05", .lengthNotMinimal), ("02 81 7f", .lengthNotMinimal), ("02 82 00 80", .lengthNotMinimal),
        ("02 81 00", .lengthNotMinimal), ("02 83 00 01 00", .lengthNotMinimal),
        ("02 85 01 00 00 00 00", .lengthTooLarge), ("02 88 ff ff ff ff ff ff ff ff", .lengthTooLarge),
        ("02 ff", .lengthTooLarge),
        ("1f 1e 00", .tagNotMinimal), ("1f 00 00", .tagNotMinimal), ("1f 80 1f 00", .tagNotMinimal),
        ("1f 80 80 1f 00", .tagNotMinimal),
        ("1f 81 80 80 80 00 00", .tagTooLarge), ("1f ff ff ff ff ff ff ff ff ff ff 7f 00", .tagTooLarge),
    ])
    func `malformed DER is rejected`(encoded: String, rejection: DERRejection) {
        #expect(throws: rejection) { try first(encoded) }
    }

    @Test func `an unexpected element is rejected`() {
        var reader = DERReader(hex("02 01 05"))
        #expect(throws: DERRejection.unexpectedTag(.integer, expected: .sequence)) { try reader.next(.sequence) }
        var primitive = DERReader(hex("10 00"))
        #expect(throws: DERRejection.unexpectedTag(.universal(16), expected: .sequence)) {
            try primitive.next(.sequence)
        }
    }

    @Test func `a missing element is rejected if one is expected`() {
        var reader = DERReader([])
        #expect(throws: DERRejection.elementMissing(.integer)) { try reader.next(.integer) }
    }

    @Test func `the elements inside an element end where it ends`() throws {
        var outer = DERReader(hex("30 06 02 01 05 01 01 ff 05 00"))
        var inner = try outer.next(.sequence).reader()
        #expect(try inner.next(.integer).integer == 5)
        #expect(try inner.next(.boolean).bool == true)
        #expect(inner.isAtEnd)
        #expect(!outer.isAtEnd)
        var overlong = DERReader(hex("30 03 02 02 05 05 00"))
        var contents = try overlong.next(.sequence).reader()
        #expect(throws: DERRejection.truncated) { try contents.next() }
    }

    @Test func `a slice is read from its own start`() throws {
        var reader = DERReader(hex("ff ff 02 01 05")[2...])
        #expect(try reader.next(.integer).integer == 5)
    }

    @Test(arguments: 0..<UInt64(20))
    func `random bytes are read or rejected, and elements follow each other`(seed: UInt64) {
        var generator = SeededGenerator(seed: seed)
        for _ in 0..<500 {
            let bytes = generator.bytes(upTo: 40)
            var reader = DERReader(bytes)
            var consumed: [UInt8] = []
            while let element = try? reader.next() {
                consumed += element.encoded
                _ = (
                    element.integer, element.bool, element.objectIdentifier, element.text,
                    element.asciiText
                )
            }
            #expect(bytes.starts(with: consumed))
        }
    }
}
