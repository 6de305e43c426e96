// SPDX-License-Identifier: Apache-2.0

package import WireFormats

/// The structure of a JSON value.
///
/// Request bodies are validated against it, and the OpenAPI description is generated from it, so the two always agree.
package indirect enum Shape: Sendable {
    case string(StringRule)
    /// One of the given strings.
    case oneOf([String])
    case integer(ClosedRange<Int>)
    case boolean
    case array(of: Shape, maxItems: Int? = nil)
    case object(ObjectRule)
    case anyOf([Shape])
    /// An object whose members are defined elsewhere, such as a WebAuthn response.
    case anyObject

    package static let string = Shape.string(StringRule())

    package static func string(upTo length: Int) -> Shape {
        .string(StringRule(length: 1...length))
    }

    package static func object(_ members: [Member], others: ObjectRule.Others = .ignored) -> Shape {
        .object(ObjectRule(members: members, others: others))
    }
}

/// The constraints of a string.
package struct StringRule: Sendable {
    package enum Alphabet: String, Sendable {
        case base64URL = "^[A-Za-z0-9_-]*$"
        case withoutBlanks = "^\\S*$"
        case withoutControls = "^[^\\u0000-\\u001F\\u007F-\\u009F]*$"
        case connectionName = "^[A-Za-z0-9-]*$"
    }

    /// The allowed number of Unicode scalars, which is how JSON Schema counts.
    package var length: ClosedRange<Int>?
    package var alphabet: Alphabet?
    /// An annotation such as `date-time` or `uri`. It is not validated.
    package var format: String?

    package init(length: ClosedRange<Int>? = nil, alphabet: Alphabet? = nil, format: String? = nil) {
        self.length = length
        self.alphabet = alphabet
        self.format = format
    }
}

/// The constraints of an object.
package struct ObjectRule: Sendable {
    /// The treatment of members that are not listed.
    package enum Others: Sendable {
        case ignored
        case rejected
        /// Any name is accepted if its value is a string.
        case strings(count: Int, maxLength: Int)
    }

    package var members: [Member]
    package var others: Others
}

/// A member of an object.
package struct Member: Sendable {
    package var name: String
    package var shape: Shape
    package var isRequired: Bool
    package var description: String?

    package static func required(_ name: String, as shape: Shape, description: String? = nil) -> Member {
        Member(name: name, shape: shape, isRequired: true, description: description)
    }

    /// Creates a member that may be absent or `null`.
    package static func optional(_ name: String, as shape: Shape, description: String? = nil) -> Member {
        Member(name: name, shape: shape, isRequired: false, description: description)
    }
}

extension Shape {
    /// The shape as a JSON Schema (draft 2020-12, the dialect of OpenAPI 3.1).
    package var schema: JSONObject {
        switch self {
        case .string(let rule): rule.schema
        case .oneOf(let values): ["type": "string", "enum": .array(values.map(JSONValue.string))]
        case .integer(let range):
            [
                "type": "integer", "minimum": .number(JSONNumber(Int64(range.lowerBound))),
                "maximum": .number(JSONNumber(Int64(range.upperBound))),
            ]
        case .boolean: ["type": "boolean"]
        case .anyObject: ["type": "object"]
        case .array(let element, let count): Self.array(of: element, maxItems: count)
        case .object(let rule): rule.schema
        case .anyOf(let shapes): ["anyOf": .array(shapes.map { .object($0.schema) })]
        }
    }

    private static func array(of element: Shape, maxItems: Int?) -> JSONObject {
        var schema: JSONObject = ["type": "array", "items": .object(element.schema)]
        schema["maxItems"] = maxItems.map { .number(JSONNumber(Int64($0))) }
        return schema
    }

    /// The schema of an optional member, for which `null` means absent.
    fileprivate var nullableSchema: JSONObject {
        ["anyOf": [.object(schema), ["type": "null"]]]
    }
}

extension StringRule {
    fileprivate var schema: JSONObject {
        var schema: JSONObject = ["type": "string"]
        if let length {
            schema["minLength"] = .number(JSONNumber(Int64(length.lowerBound)))
            schema["maxLength"] = .number(JSONNumber(Int64(length.upperBound)))
        }
        schema["pattern"] = alphabet.map { .string($0.rawValue) }
        schema["format"] = format.map(JSONValue.string)
        return schema
    }
}

extension ObjectRule {
    fileprivate var schema: JSONObject {
        var properties = JSONObject()
        for member in members {
            var schema = member.isRequired ? member.shape.schema : member.shape.nullableSchema
            schema["description"] = member.description.map(JSONValue.string)
            properties[member.name] = .object(schema)
        }
        var schema: JSONObject = ["type": "object", "properties": .object(properties)]
        let required = members.filter(\.isRequired).map { JSONValue.string($0.name) }
        if !required.isEmpty { schema["required"] = .array(required) }
        switch others {
        case .ignored: break
        case .rejected: schema["additionalProperties"] = false
        case .strings(let count, let length):
            schema["additionalProperties"] = [
                "type": "string", "maxLength": .number(JSONNumber(Int64(length))),
            ]
            schema["maxProperties"] = .number(JSONNumber(Int64(count)))
        }
        return schema
    }
}
