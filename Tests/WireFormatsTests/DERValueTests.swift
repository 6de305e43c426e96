// SPDX-License-Identifier: Apache-2.0

import Testing
import WireFormats

@Suite struct DERValueTests {
    private func element(tag: UInt8, contents: [UInt8]) throws -> DERReader.Element {
        var reader = DERReader([tag, UInt8(contents.count)] + contents)
        return try #require(try reader.next())
    }

    @Test(arguments: [
        ("00", 0), ("01", 1), ("7f", 127), ("00 80", 128), ("01 00", 256), ("80", -128), ("ff", -1), ("ff 7f", -129),
        ("7f ff ff ff ff ff ff ff", Int.max), ("80 00 00 00 00 00 00 00", .min),
    ])
    func `an integer has its value`(contents: String, value: Int) throws {
        #expect(try element(tag: 0x02, contents: hex(contents)).integer == value)
    }

    @Test(arguments: ["", "00 01", "00 00", "ff 80", "ff ff", "00 80 00 00 00 00 00 00 00"])
    func `an integer that is empty, not minimal or too large has none`(contents: String) throws {
        #expect(try element(tag: 0x02, contents: hex(contents)).integer == nil)
    }

    @Test(arguments: [("00", false), ("ff", true), ("01", true), ("", nil), ("00 00", nil)] as [(String, Bool?)])
    func `a boolean is one byte, and any byte but zero is true`(contents: String, value: Bool?) throws {
        #expect(try element(tag: 0x01, contents: hex(contents)).bool == value)
    }

    @Test(arguments: [
        ("55 1d 25", "2.5.29.37"), ("2a 86 48 86 f7 0d 01 01 0b", "1.2.840.113549.1.1.11"), ("00", "0.0"),
        ("27", "0.39"),
        ("28", "1.0"), ("4f", "1.39"), ("50", "2.0"), ("88 37", "2.999"), ("88 37 03", "2.999.3"),
        ("2b 06 01 04 01 82 e5 1c 01 01 04", "1.3.6.1.4.1.45724.1.1.4"), ("2a 00", "1.2.0"),
        ("2a 81 ff ff ff ff ff ff ff ff 7f", "1.2.18446744073709551615"),
        ("81 80 80 80 80 80 80 80 80 4f", "2.9223372036854775807"),
    ])
    func `an object identifier is written with dots`(contents: String, text: String) throws {
        #expect(try element(tag: 0x06, contents: hex(contents)).objectIdentifier == text)
    }

    @Test(arguments: [
        "", "80 01", "2a 80 01", "2a 86", "86", "2a 82 80 80 80 80 80 80 80 80 00",
        "2a ff ff ff ff ff ff ff ff ff ff 7f",
    ])
    func `an object identifier that is truncated, padded or too large is rejected`(contents: String) throws {
        #expect(try element(tag: 0x06, contents: hex(contents)).objectIdentifier == nil)
    }

    @Test(arguments: [
        (UInt8(12), "c3 bc 61", "üa"), (19, "41 2a 42", "A*B"), (22, "61 40 62", "a@b"), (20, "fc 61", "üa"),
        (30, "00 fc 6c 34", "ü水"), (12, "", ""), (30, "", ""),
    ])
    func `each string type has its own encoding`(tag: UInt8, contents: String, text: String) throws {
        #expect(try element(tag: tag, contents: hex(contents)).text == text)
    }

    @Test(arguments: [
        (UInt8(12), "ff"), (12, "61 00"), (19, "c3 bc"), (19, "00"), (22, "80"), (22, "61 00 62"), (20, "00"),
        (30, "00"),
        (30, "d8 00"), (30, "d8 3d de 00"), (30, "00 00"), (4, "61"), (23, "61"), (0x82, "61"), (0x2C, "61"),
    ])
    func `bytes that a string type doesn't allow are rejected`(tag: UInt8, contents: String) throws {
        #expect(try element(tag: tag, contents: hex(contents)).text == nil)
    }

    @Test func `a name behind an implicit tag is ASCII without NUL`() throws {
        #expect(try element(tag: 0x82, contents: Array("a.example".utf8)).asciiText == "a.example")
        #expect(try element(tag: 0x82, contents: [0x61, 0x00]).asciiText == nil)
        #expect(try element(tag: 0x82, contents: [0x61, 0xE9]).asciiText == nil)
    }
}
