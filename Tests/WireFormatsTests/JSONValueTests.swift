// SPDX-License-Identifier: Apache-2.0

import TestSupport
import Testing
import WireFormats

@Suite struct JSONValueTests {
    @Test func `each kind has its own accessor only`() {
        let values: [JSONValue] = [.null, true, 1, "a", [1], ["a": 1]]
        #expect(values.map(\.boolValue) == [nil, true, nil, nil, nil, nil])
        #expect(values.map(\.intValue) == [nil, nil, 1, nil, nil, nil])
        #expect(values.map(\.stringValue) == [nil, nil, nil, "a", nil, nil])
        #expect(values.map(\.arrayValue) == [nil, nil, nil, nil, [1], nil])
        #expect(values.map(\.objectValue) == [nil, nil, nil, nil, nil, ["a": 1]])
        #expect(values.map { $0["a"] } == [nil, nil, nil, nil, nil, 1])
    }

    @Test func `no two different values are equal`() throws {
        let values: [JSONValue] = [
            .null, true, false, 0, 1, "", "0", [], [0], [:], ["a": 0], ["a": 1], ["b": 0], ["a": 0, "b": 0],
            ["b": 0, "a": 0],
            "é", "e\u{301}", .number(try #require(JSONNumber("1.0"))),
        ]
        for (index, value) in values.enumerated() {
            #expect(values.firstIndex(of: value) == index)
        }
        #expect(Set(values).count == values.count)
    }

    @Test(
        arguments: [
            ("0", 0), ("-0", 0), ("42", 42), ("-42", -42), ("9223372036854775807", Int64.max),
            ("-9223372036854775808", .min),
            ("9223372036854775808", nil), ("1.0", nil), ("1e2", nil), ("0.5", nil),
        ] as [(String, Int64?)])
    func `a number is an integer if it is written as one and fits`(text: String, integer: Int64?) throws {
        #expect(try #require(JSONNumber(text)).int64 == integer)
    }

    @Test(
        arguments: [
            ("0", 0), ("1.5", 1.5), ("-2.5e3", -2500), ("1e400", .infinity), ("1e-400", 0), ("0.1", 0.1),
        ] as [(String, Double)])
    func `a number has a nearest double`(text: String, double: Double) throws {
        #expect(try #require(JSONNumber(text)).double == double)
    }

    @Test(arguments: ["", " 1", "1 ", "01", "+1", "nan", "inf", "0x10", "1_000", "true", "\"1\"", "1.", "[1]"])
    func `text that is not a JSON number is rejected`(text: String) {
        #expect(JSONNumber(text) == nil)
    }

    @Test func `a member is set in its place, added at the end, and removed`() {
        var object: JSONObject = ["a": 1, "b": 2]
        object["a"] = 3
        object["c"] = 4
        object["b"] = nil
        object["d"] = nil
        #expect(object == ["a": 3, "c": 4])
        #expect(object.count == 2)
        #expect(!object.isEmpty)
        #expect(JSONObject().isEmpty)
    }

    @Test func `a value is written compactly and in order`() {
        let value: JSONValue = ["b": [1, "x", .null, true, false, [:], []], "a": ["c": -1]]
        #expect(value.serialized() == Array(#"{"b":[1,"x",null,true,false,{},[]],"a":{"c":-1}}"#.utf8))
    }

    @Test(arguments: 0..<UInt64(400))
    func `a written value reads back and is written the same again`(seed: UInt64) throws {
        var generator = SeededGenerator(seed: seed)
        let value = generator.json()
        let bytes = value.serialized()
        #expect(try JSONReader.read(bytes) == value)
        #expect(try JSONReader.read(bytes).serialized() == bytes)
        guard value.arrayValue != nil || value.objectValue != nil else { return }
        for count in stride(from: 0, to: bytes.count, by: bytes.count / 100 + 1) {
            #expect(throws: JSONRejection.self) { try JSONReader.read(Array(bytes.prefix(count))) }
        }
    }

    @Test(arguments: 0..<UInt64(20))
    func `random bytes and damaged text are read or rejected, and what is read is written back`(seed: UInt64) throws {
        var generator = SeededGenerator(seed: seed)
        let text = generator.json(depth: 4).serialized()
        let symbols = Array("{}[]\",:\\u0123456789eE+-. \ntrfalsnd".utf8) + [0xC3, 0xA9, 0xED, 0xFF, 0x00]
        for index in text.indices.prefix(400) {
            var damaged = text
            damaged[index] = symbols.randomElement(using: &generator) ?? 0
            let random = (0..<24).map { _ in symbols.randomElement(using: &generator) ?? 0 }
            for bytes in [damaged, random] {
                guard let value = try? JSONReader.read(bytes) else { continue }
                #expect(try JSONReader.read(value.serialized()) == value)
            }
        }
    }
}
