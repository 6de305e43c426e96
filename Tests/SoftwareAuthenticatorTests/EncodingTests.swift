// SPDX-License-Identifier: Apache-2.0

import Foundation
import SoftwareAuthenticator
import Testing
import WireFormats

@Suite struct EncodingTests {
    @Test(arguments: [
        0, 1, 23, 24, 255, 256, 65_535, 65_536, 4_294_967_295, 4_294_967_296, -1, -24, -25, -257, -65_537,
    ])
    func `integers have their shortest encoding`(value: Int) throws {
        let bytes = CBORItem.integer(value).bytes
        #expect(try CBORReader.read(bytes, form: .canonical) == .int(value))
    }

    @Test(arguments: [0, 23, 24, 255, 256, 65_535, 65_536])
    func `strings carry their length`(count: Int) throws {
        let content = [UInt8](repeating: 0x61, count: count)
        #expect(try CBORReader.read(CBORItem.bytes(content).bytes, form: .canonical) == .bytes(content))
        let text = String(decoding: content, as: UTF8.self)
        #expect(try CBORReader.read(CBORItem.text(text).bytes, form: .canonical) == .text(text))
    }

    @Test func `maps are in the order of CTAP2`() throws {
        let item = CBORItem.map([("zz", 1), (-1, 2), ("a", 3), (100, 4), (3, 5), (1, .bool(true)), ("", .array([]))])
        let keys = try CBORReader.read(item.bytes, form: .canonical).mapValue?.entries.map(\.key)
        #expect(keys == [.int(1), .int(3), .int(100), .int(-1), .text(""), .text("a"), .text("zz")])
    }

    @Test func `a map as written keeps its order and its duplicates`() {
        #expect(CBORItem.mapAsWritten([(3, 1), (1, 1), (1, 2)]).bytes == [0xa3, 3, 1, 1, 1, 1, 2])
    }

    @Test(arguments: ["", "f", "fo", "foo", "foob", "fooba", "foobar", "\u{3fb}\u{3ff}?>"])
    func `base64 agrees with WireFormats`(text: String) {
        let bytes = Array(text.utf8)
        #expect(Base64Text.url(bytes) == Base64URL.encode(bytes))
        #expect(Base64Text.standard(bytes) == Base64.encode(bytes))
        #expect(Base64Text.bytes(url: Base64URL.encode(bytes)) == bytes)
    }

    @Test(arguments: ["A", "AB", "AAB", "AA==", "A+", "A/", "A A", "é"])
    func `text that is not unpadded base64url is rejected`(text: String) {
        #expect(Base64Text.bytes(url: text) == nil)
    }

    @Test func `JSON escapes only what it must`() throws {
        let text = "a\"b\\c\n\u{1}é/"
        let bytes = JSONText.object([("k", .string(text)), ("n", .null), ("i", .number(-5))]).utf8
        let value = try JSONReader.read(bytes)
        #expect(value["k"]?.stringValue == text)
        #expect(String(decoding: bytes, as: UTF8.self).contains("/"))
    }

    @Test(arguments: [
        (0, [0]), (127, [127]), (128, [0, 128]), (256, [1, 0]), (-1, [0xff]), (-128, [0x80]), (-129, [0xff, 0x7f]),
    ])
    func `integers are the shortest two's complement`(number: Int, contents: [UInt8]) {
        #expect(DER.integer(number) == [2, UInt8(contents.count)] + contents)
    }

    @Test func `unsigned integers lose leading zeros and gain a sign byte`() {
        #expect(DER.integer(unsigned: [0, 0, 0x80]) == [2, 2, 0, 0x80])
        #expect(DER.integer(unsigned: [0, 0]) == [2, 1, 0])
        #expect(DER.integer(unsigned: []) == [2, 1, 0])
    }

    @Test(arguments: [(127, [0x7f]), (128, [0x81, 0x80]), (255, [0x81, 0xff]), (256, [0x82, 1, 0])])
    func `lengths have their shortest encoding`(count: Int, length: [UInt8]) {
        #expect(Array(DER.octetString([UInt8](repeating: 0, count: count)).prefix(1 + length.count)) == [4] + length)
    }

    @Test(arguments: [
        "2.5.29.37", "1.2.840.113549.1.1.11", "2.23.133.8.3", "1.3.6.1.4.1.45724.1.1.4", "2.16.840.1.101",
    ])
    func `object identifiers are read back`(text: String) throws {
        var reader = DERReader(DER.objectIdentifier(text))
        #expect(try reader.next(.objectIdentifier).objectIdentifier == text)
    }

    @Test func `large context tags take several bytes`() {
        #expect(DER.explicit(tag: 600, DER.null()) == [0xbf, 0x84, 0x58, 2, 5, 0])
        #expect(DER.explicit(tag: 1, DER.null()) == [0xa1, 2, 5, 0])
    }

    @Test(arguments: [
        (0, "700101000000Z"), (951_782_400, "000229000000Z"), (1_709_164_799, "240228235959Z"),
        (2_524_607_999, "491231235959Z"), (2_524_608_000, "20500101000000Z"), (4_107_542_400, "21000301000000Z"),
        (-1, "691231235959Z"),
    ])
    func `times are in UTC, and with four digits of the year from 2050`(seconds: Int, text: String) {
        let expected = DER.value(tag: text.count == 13 ? 0x17 : 0x18, Array(text.utf8))
        #expect(DER.time(Date(timeIntervalSince1970: TimeInterval(seconds))) == expected)
    }

    @Test func `a set is sorted`() {
        #expect(DER.set([[2, 1, 9], [2, 1, 3]]) == [0x31, 6, 2, 1, 3, 2, 1, 9])
    }
}
