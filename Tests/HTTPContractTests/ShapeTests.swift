// SPDX-License-Identifier: Apache-2.0

import HTTPContract
import Testing
import WireFormats

/// A shape with values on either side of its rules, and its JSON Schema.
struct ShapeRow: Sendable, CustomTestStringConvertible {
    let name: String
    let shape: Shape
    var accepted: [JSONValue] = []
    var rejected: [JSONValue] = []
    let schema: JSONObject

    var testDescription: String { name }
}

struct ShapeTests {
    private static func letters(_ count: Int) -> JSONValue { .string(String(repeating: "a", count: count)) }

    private static let strings = [
        ShapeRow(
            name: "a string", shape: .string, accepted: ["", "a"], rejected: [1, true, .null, [], [:], "a\u{0}b"],
            schema: ["type": "string"]),
        ShapeRow(
            name: "a string of limited length", shape: .string(upTo: 3), accepted: ["a", letters(3), "äöü"],
            rejected: ["", letters(4)], schema: ["type": "string", "minLength": 1, "maxLength": 3]),
        ShapeRow(
            name: "base64url", shape: .string(StringRule(alphabet: .base64URL)), accepted: ["", "aZ09-_"],
            rejected: ["a=", "a+", "a/", "a b", "ä"], schema: ["type": "string", "pattern": "^[A-Za-z0-9_-]*$"]),
        ShapeRow(
            name: "a string without whitespace", shape: .string(StringRule(alphabet: .withoutBlanks)),
            accepted: ["auth0|x"], rejected: ["a b", "a\t", "a\u{A0}b", "\n"],
            schema: ["type": "string", "pattern": "^\\S*$"]),
        ShapeRow(
            name: "a string without control characters", shape: .string(StringRule(alphabet: .withoutControls)),
            accepted: ["a b", "ä"], rejected: ["a\u{7}", "\u{7F}", "\u{9F}", "\n"],
            schema: ["type": "string", "pattern": "^[^\\u0000-\\u001F\\u007F-\\u009F]*$"]),
        ShapeRow(
            name: "a connection's name", shape: .string(StringRule(alphabet: .connectionName)), accepted: ["a-B-1"],
            rejected: ["a_b", "a b", "a.b", "ä"], schema: ["type": "string", "pattern": "^[A-Za-z0-9-]*$"]),
        ShapeRow(
            name: "a string with a format", shape: .string(StringRule(format: "uri")), accepted: ["no URI"],
            schema: ["type": "string", "format": "uri"]),
        ShapeRow(
            name: "one of two strings", shape: .oneOf(["a", "b"]), accepted: ["a", "b"], rejected: ["c", "A", "", 1],
            schema: ["type": "string", "enum": ["a", "b"]]),
    ]

    private static let others = [
        ShapeRow(
            name: "an integer", shape: .integer(1...3), accepted: [1, 3], rejected: [0, 4, "1", true, .null],
            schema: ["type": "integer", "minimum": 1, "maximum": 3]),
        ShapeRow(
            name: "a Boolean", shape: .boolean, accepted: [true, false], rejected: ["true", 1, .null],
            schema: ["type": "boolean"]),
        ShapeRow(
            name: "any object", shape: .anyObject, accepted: [[:], ["a": 1]], rejected: [[], "{}", .null],
            schema: ["type": "object"]),
        ShapeRow(
            name: "an array", shape: .array(of: .boolean), accepted: [[], [true, false, true]],
            rejected: [[1], [true, "x"], [:], "x"], schema: ["type": "array", "items": ["type": "boolean"]]),
        ShapeRow(
            name: "an array of at most two items", shape: .array(of: .boolean, maxItems: 2), accepted: [[true, true]],
            rejected: [[true, true, true]], schema: ["type": "array", "items": ["type": "boolean"], "maxItems": 2]),
        ShapeRow(
            name: "one of two shapes", shape: .anyOf([.boolean, .string]), accepted: [true, "x"], rejected: [1, [:]],
            schema: ["anyOf": [["type": "boolean"], ["type": "string"]]]),
    ]

    private static let objects = [
        ShapeRow(
            name: "an object that ignores other members",
            shape: .object([.required("a", as: .boolean, description: "A."), .optional("b", as: .string)]),
            accepted: [["a": true], ["a": true, "b": "x"], ["a": true, "b": .null], ["a": true, "c": 1]],
            rejected: [[:], ["a": .null], ["a": 1], ["a": true, "b": 1], [], .null],
            schema: [
                "type": "object",
                "properties": [
                    "a": ["type": "boolean", "description": "A."],
                    "b": ["anyOf": [["type": "string"], ["type": "null"]]],
                ],
                "required": ["a"],
            ]),
        ShapeRow(
            name: "an object that rejects other members",
            shape: .object([.optional("a", as: .boolean)], others: .rejected), accepted: [[:], ["a": true]],
            rejected: [["b": true], ["A": true]],
            schema: [
                "type": "object", "properties": ["a": ["anyOf": [["type": "boolean"], ["type": "null"]]]],
                "additionalProperties": false,
            ]),
        ShapeRow(
            name: "an object of strings", shape: .object([], others: .strings(count: 2, maxLength: 3)),
            accepted: [[:], ["a": "", "b": "abc"]],
            rejected: [["a": 1], ["a": "abcd"], ["a": "", "b": "", "c": ""], ["a": .null]],
            schema: [
                "type": "object", "properties": [:], "additionalProperties": ["type": "string", "maxLength": 3],
                "maxProperties": 2,
            ]),
    ]

    @Test(arguments: strings + others + objects)
    func `a value that conforms to a shape has no problems`(row: ShapeRow) {
        for value in row.accepted { #expect(row.shape.problems(in: value) == [], "\(value)") }
    }

    @Test(arguments: strings + others + objects)
    func `a value that breaks one rule has one problem`(row: ShapeRow) {
        for value in row.rejected { #expect(row.shape.problems(in: value).count == 1, "\(value)") }
    }

    @Test(arguments: strings + others + objects)
    func `a shape is described by its JSON Schema`(row: ShapeRow) {
        #expect(row.shape.schema == row.schema)
    }

    @Test func `a problem names the place of the value`() {
        let shape = Shape.object([
            .required("a", as: .array(of: .object([.required("b", as: .boolean)], others: .rejected)))
        ])
        let problems = shape.problems(in: ["a": [["b": true], ["b": 1], ["b": true, "c": 1], [:]]])
        #expect(problems.map(\.pointer) == ["/a/1/b", "/a/2/c", "/a/3/b"])
        #expect(problems.map(\.field) == ["a.1.b", "a.2.c", "a.3.b"])
        #expect(problems.map(\.detail) == ["must be true or false", "is not a known member", "is missing"])
    }

    @Test func `a name that is not known is shown without what a terminal would obey`() throws {
        let problem = try #require(Shape.object([], others: .rejected).problems(in: ["a\u{1B}[2J": 1]).first)
        #expect(!problem.pointer.utf8.contains(0x1B))
    }

    @Test func `the number of problems is limited`() {
        let items = JSONValue.array(Array(repeating: 1, count: 1000))
        #expect(Shape.array(of: .boolean).problems(in: items).count == 20)
        let members = JSONObject((0..<1000).map { ("m\($0)", 1) })
        #expect(Shape.object([], others: .rejected).problems(in: .object(members)).count == 10)
    }
}
