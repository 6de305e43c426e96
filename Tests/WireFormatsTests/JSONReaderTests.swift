// SPDX-License-Identifier: Apache-2.0

import Testing
import WireFormats

private func read(_ text: String) throws(JSONRejection) -> JSONValue {
    try JSONReader.read(Array(text.utf8))
}

@Suite struct JSONReaderTests {
    static let samples: [(String, JSONValue)] = [
        ("null", .null), ("true", true), ("false", false), ("0", 0), ("-1", -1), ("\"\"", ""), ("[]", []), ("{}", [:]),
        ("\"a\"", "a"), (" \t\r\n1 \t\r\n", 1), ("[1,2]", [1, 2]), ("[ 1 , [ 2 ] ]", [1, [2]]),
        ("{\"a\":1,\"b\":{\"a\":[null]}}", ["a": 1, "b": ["a": [.null]]]),
        ("{ \"a\" : 1 , \"b\" : 2 }", ["a": 1, "b": 2]),
        ("{\"\":{}}", ["": [:]]), ("[{},{}]", [[:], [:]]), ("\"é水𐅑\"", "é水𐅑"),
    ]

    @Test(arguments: samples)
    func `text of the grammar of RFC 8259 is read`(text: String, value: JSONValue) throws {
        #expect(try read(text) == value)
    }

    /// A number, or blanks at the end, can be cut to another valid text.
    @Test(arguments: samples.filter { "]}\"le".contains($0.0.last ?? " ") })
    func `every truncation of text that has an end is rejected`(text: String, value: JSONValue) {
        let bytes = Array(text.utf8)
        for count in bytes.indices {
            #expect(throws: JSONRejection.self) { try JSONReader.read(Array(bytes.prefix(count))) }
        }
    }

    @Test(arguments: [
        "0", "-0", "1", "-1", "10", "123456789012345678901234567890", "0.5", "-0.5", "1.0", "0e0", "1e5", "1E5", "1e+5",
        "1e-5", "1.5e10", "-1.5E-10", "0.000", "1e400",
    ])
    func `a number keeps its text`(text: String) throws {
        #expect(try read(text) == .number(try #require(JSONNumber(text))))
        #expect(try read("[\(text)]").serialized() == Array("[\(text)]".utf8))
    }

    @Test(arguments: [
        "-", "01", "00", "-01", "1.", "1.e5", "1e", "1e+", "1E-", "-a", "--1", "1.a", "1ee5", "1e+-5", "-.5",
    ])
    func `a malformed number is rejected at its start`(text: String) {
        #expect(throws: JSONRejection.invalidNumber(offset: 0)) { try read(text) }
        #expect(throws: JSONRejection.invalidNumber(offset: 1)) { try read("[\(text)]") }
    }

    @Test(arguments: [
        ("", JSONRejection.empty), (" \n", .empty),
        ("+1", .unexpectedByte(offset: 0)), (".5", .unexpectedByte(offset: 0)), ("NaN", .unexpectedByte(offset: 0)),
        ("Infinity", .unexpectedByte(offset: 0)), ("True", .unexpectedByte(offset: 0)),
        ("'a'", .unexpectedByte(offset: 0)),
        ("tru", .unexpectedEnd), ("trux", .unexpectedByte(offset: 3)), ("nul", .unexpectedEnd),
        ("fals", .unexpectedEnd),
        ("// a\n1", .unexpectedByte(offset: 0)), ("/* a */1", .unexpectedByte(offset: 0)),
        ("\u{A0}1", .unexpectedByte(offset: 0)), ("\u{0}", .unexpectedByte(offset: 0)),
        ("\u{B}1", .unexpectedByte(offset: 0)),
        ("[", .unexpectedEnd), ("[1", .unexpectedEnd), ("[1,", .unexpectedEnd), ("[,1]", .unexpectedByte(offset: 1)),
        ("[1,]", .unexpectedByte(offset: 3)), ("[1 2]", .unexpectedByte(offset: 3)),
        ("[1}", .unexpectedByte(offset: 2)),
        ("]", .unexpectedByte(offset: 0)), ("{", .unexpectedEnd), ("{\"a\"", .unexpectedEnd),
        ("{\"a\":", .unexpectedEnd),
        ("{\"a\":1", .unexpectedEnd), ("{\"a\":1,", .unexpectedEnd), ("{\"a\":1,}", .unexpectedByte(offset: 7)),
        ("{,}", .unexpectedByte(offset: 1)), ("{1:2}", .unexpectedByte(offset: 1)),
        ("{a:2}", .unexpectedByte(offset: 1)),
        ("{\"a\" 1}", .unexpectedByte(offset: 5)), ("{\"a\":}", .unexpectedByte(offset: 5)),
        ("{\"a\":1 \"b\":2}", .unexpectedByte(offset: 7)), ("{\"a\":1]", .unexpectedByte(offset: 6)),
        ("{\"a\":1;}", .unexpectedByte(offset: 6)), ("{\"a\"::1}", .unexpectedByte(offset: 5)),
        ("1 2", .trailingBytes(offset: 2)), ("{}x", .trailingBytes(offset: 2)), ("[]]", .trailingBytes(offset: 2)),
        ("1\u{0}", .trailingBytes(offset: 1)), ("\"a\"\"b\"", .trailingBytes(offset: 3)),
        ("1,", .trailingBytes(offset: 1)),
        ("nullnull", .trailingBytes(offset: 4)), ("{}\u{FEFF}", .trailingBytes(offset: 2)),
        ("\u{FEFF}{}", .byteOrderMark), ("\u{FEFF}", .byteOrderMark),
    ])
    func `text outside the grammar is rejected with its offset`(text: String, rejection: JSONRejection) {
        #expect(throws: rejection) { try read(text) }
    }

    @Test(
        arguments: [[0xFE, 0xFF, 0x00, 0x31], [0xFF, 0xFE, 0x31, 0x00], [0x31, 0x00], [0x00, 0x31], [0x80]] as [[UInt8]]
    )
    func `encodings other than UTF-8 are rejected`(bytes: [UInt8]) {
        #expect(throws: JSONRejection.self) { try JSONReader.read(bytes) }
    }

    @Test(arguments: [
        #"{"a":1,"a":1}"#, #"{"a":1,"b":2,"a":3}"#, #"{"a":1,"\u0061":2}"#, #"{"x":{"a":1,"a":2}}"#,
        #"[{"a":1,"a":2}]"#,
    ])
    func `a duplicate member name is rejected, however it is spelled`(text: String) throws {
        let offset = try #require(text.utf8.lastIndex(of: UInt8(ascii: ","))).utf16Offset(in: text) + 1
        #expect(throws: JSONRejection.duplicateMember("a", offset: offset)) { try read(text) }
    }

    @Test func `names that Unicode calls equivalent are different names`() throws {
        let value = try read(#"{"K":1,"\u212A":2,"é":3,"e\u0301":4}"#)
        #expect(value["K"] == 1)
        #expect(value["\u{212A}"] == 2)
        #expect(value["\u{E9}"] == 3)
        #expect(value["e\u{301}"] == 4)
    }

    @Test func `different objects may have the same name`() throws {
        #expect(try read(#"{"a":{"a":1},"b":[{"a":1},{"a":2}]}"#)["a"]?["a"] == 1)
    }

    @Test func `members keep their order`() throws {
        #expect(try read(#"{"b":1,"a":2,"c":3}"#).objectValue?.members.map(\.name) == ["b", "a", "c"])
    }

    /// Found by fuzzing: the name came through to logs and terminals as it was sent.
    @Test func `a rejection is printable whatever names were sent`() throws {
        for name in [#"a\u001b[2J\u200e"#, String(repeating: "n", count: 5000)] {
            let rejection = #expect(throws: JSONRejection.self) { try read("{\"\(name)\":1,\"\(name)\":2}") }
            let text = "\(try #require(rejection))"
            #expect(text.unicodeScalars.count < 200)
            #expect(TerminalText.safe(text, limit: .max) == text)
        }
    }
}
