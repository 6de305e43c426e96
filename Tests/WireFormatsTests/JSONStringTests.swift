// SPDX-License-Identifier: Apache-2.0

import Testing
import WireFormats

private func read(_ text: String) throws(JSONRejection) -> JSONValue {
    try JSONReader.read(Array(text.utf8))
}

@Suite struct JSONStringTests {
    @Test(arguments: [
        (#""\"\\\/\b\f\n\r\t""#, "\"\\/\u{8}\u{C}\n\r\t"), (#""\u0041""#, "A"), (#""\u00e9\u00E9""#, "éé"),
        (#""\u0000""#, "\u{0}"), (#""\ud83d\ude00""#, "😀"), (#""\uD83D\uDE00""#, "😀"), (#""a\u0062c""#, "abc"),
        (#""\uffff""#, "\u{FFFF}"), (#""\udbff\udfff""#, "\u{10FFFF}"), (#""\ud800\udc00""#, "\u{10000}"),
        (#""\\u0041""#, "\\u0041"), (#""é\n水""#, "é\n水"), (#""\u007f""#, "\u{7F}"),
    ])
    func `an escape stands for its character`(text: String, plain: String) throws {
        #expect(try read(text).stringValue.map { Array($0.utf8) } == Array(plain.utf8))
    }

    @Test(arguments: [
        (#""\x41""#, JSONRejection.invalidEscape(offset: 1)), (#""\'""#, .invalidEscape(offset: 1)),
        (#""\u00g0""#, .invalidEscape(offset: 1)), (#""\u00""#, .invalidEscape(offset: 1)),
        (#""\U0041""#, .invalidEscape(offset: 1)),
        (#""\u+041""#, .invalidEscape(offset: 1)), ("\"\\\n\"", .invalidEscape(offset: 1)),
        (#""ab\q""#, .invalidEscape(offset: 3)),
        (#""\ud83d""#, .loneSurrogate(offset: 1)), (#""\ude00""#, .loneSurrogate(offset: 1)),
        (#""\ud83dx""#, .loneSurrogate(offset: 1)), (#""\ud83d\n""#, .loneSurrogate(offset: 1)),
        (#""\ud83d\u0041""#, .loneSurrogate(offset: 1)), (#""\ud83d\ud83d""#, .loneSurrogate(offset: 1)),
        (#""\ud83dude00""#, .loneSurrogate(offset: 1)), (#""\ude00\ude00""#, .loneSurrogate(offset: 1)),
        (#""\ude00\ud83d""#, .loneSurrogate(offset: 1)), (#""\ud83d\u00""#, .invalidEscape(offset: 1)),
        ("\"", .unexpectedEnd), ("\"a", .unexpectedEnd), (#""\"#, .unexpectedEnd), (#""\""#, .unexpectedEnd),
        (#""\u"#, .unexpectedEnd), (#""\u004"#, .unexpectedEnd), (#""\ud83d"#, .unexpectedEnd),
        (#""\ud83d\"#, .unexpectedEnd),
        (#""\ud83d\u"#, .unexpectedEnd), (#""\ud83d\ude0"#, .unexpectedEnd), (#""a\n"#, .unexpectedEnd),
    ])
    func `an invalid escape is rejected`(text: String, rejection: JSONRejection) {
        #expect(throws: rejection) { try read(text) }
    }

    @Test(arguments: UInt8(0)..<0x20)
    func `a control character must be escaped`(byte: UInt8) {
        #expect(throws: JSONRejection.controlCharacter(offset: 2)) {
            try JSONReader.read(Array("\"a".utf8) + [byte, 0x22])
        }
        let long = Array("\"aaaaaaaaaaaaaaaaaaa".utf8)
        #expect(throws: JSONRejection.controlCharacter(offset: 20)) { try JSONReader.read(long + [byte, 0x22]) }
    }

    @Test(arguments: [
        "80", "bf", "c0 80", "c1 bf", "c3", "c3 28", "e0 80 80", "e2 82", "ed a0 80", "ed bf bf", "ef bf",
        "f0 80 80 80",
        "f4 90 80 80", "f5 80 80 80", "f8 88 80 80 80", "ff", "fe", "e9",
    ])
    func `malformed UTF-8 is rejected, with and without escapes`(encoded: String) {
        let plain = Array("[\"aaaaaaaa".utf8) + hex(encoded) + Array("bbbbbbbb\"]".utf8)
        let escaped = Array("[\"\\n".utf8) + hex(encoded) + Array("\\n\"]".utf8)
        #expect(throws: JSONRejection.invalidUTF8(offset: 2)) { try JSONReader.read(plain) }
        #expect(throws: JSONRejection.invalidUTF8(offset: 2)) { try JSONReader.read(escaped) }
    }

    @Test func `a name that is not UTF-8 is rejected`() {
        #expect(throws: JSONRejection.invalidUTF8(offset: 2)) { try JSONReader.read(hex("7b 22 ff 22 3a 31 7d")) }
    }

    /// Strings are passed eight bytes at a time; each byte must be seen at each place in the eight.
    @Test(arguments: 0...17)
    func `a string may end, break or be escaped at every offset`(count: Int) throws {
        let lead = String(repeating: "a", count: count)
        for tail in 0...17 {
            let rest = String(repeating: "b", count: tail)
            #expect(try read("\"\(lead)\"") == .string(lead))
            #expect(try read("\"\(lead)\\\"\(rest)\"") == .string(lead + "\"" + rest))
            #expect(try read("\"\(lead)é\(rest)\"") == .string(lead + "é" + rest))
            #expect(try read("[\"\(lead)\",\"\(rest)\"]") == [.string(lead), .string(rest)])
            #expect(throws: JSONRejection.controlCharacter(offset: count + 1)) { try read("\"\(lead)\u{1F}\(rest)\"") }
        }
    }

    @Test func `every character that needs no escape is accepted, alone and among others`() throws {
        for value in UInt32(0x20)..<0x500 where value != 0x22 && value != 0x5C {
            let text = String(Character(try #require(Unicode.Scalar(value))))
            #expect(try read("\"\(text)\"") == .string(text))
            #expect(try read("\"aaa\(text)aaaaaaaaaa\"") == .string("aaa\(text)aaaaaaaaaa"))
        }
    }

    @Test func `only the characters that must be escaped are escaped`() {
        let value: JSONValue = ["a/b": "\"\\/\u{8}\u{C}\n\r\t\u{0}\u{1F}\u{7F}é\u{2028}😀"]
        let expected = #"{"a/b":"\"\\/\b\f\n\r\t\u0000\u001f"# + "\u{7F}é\u{2028}😀\"}"
        #expect(String(decoding: value.serialized(), as: UTF8.self) == expected)
    }
}
