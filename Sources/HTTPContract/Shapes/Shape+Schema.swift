// SPDX-License-Identifier: Apache-2.0

package import WireFormats

extension Shape {
    /// The shape as JSON Schema has it (draft 2020-12, which OpenAPI 3.1 uses).
    package var schema: JSONObject {
        switch self {
        case .text(let rule): rule.schema
        case .word(let words): ["type": "string", "enum": .array(words.map(JSONValue.string))]
        case .whole(let range):
            [
                "type": "integer", "minimum": .number(JSONNumber(Int64(range.lowerBound))),
                "maximum": .number(JSONNumber(Int64(range.upperBound))),
            ]
        case .flag: ["type": "boolean"]
        case .anyObject: ["type": "object"]
        case .list(let element, let count): Self.list(element, count)
        case .object(let rule): rule.schema
        case .either(let shapes): ["anyOf": .array(shapes.map { .object($0.schema) })]
        }
    }

    private static func list(_ element: Shape, _ count: Int?) -> JSONObject {
        var schema: JSONObject = ["type": "array", "items": .object(element.schema)]
        schema["maxItems"] = count.map { .number(JSONNumber(Int64($0))) }
        return schema
    }

    /// Null stands for absent.
    fileprivate var nullableSchema: JSONObject {
        ["anyOf": [.object(schema), ["type": "null"]]]
    }
}

extension TextRule {
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
            schema["description"] = member.explanation.map(JSONValue.string)
            properties[member.name] = .object(schema)
        }
        var schema: JSONObject = ["type": "object", "properties": .object(properties)]
        let required = members.filter(\.isRequired).map { JSONValue.string($0.name) }
        if !required.isEmpty { schema["required"] = .array(required) }
        switch others {
        case .ignored: break
        case .refused: schema["additionalProperties"] = false
        case .texts(let count, let length):
            schema["additionalProperties"] = [
                "type": "string", "maxLength": .number(JSONNumber(Int64(length))),
            ]
            schema["maxProperties"] = .number(JSONNumber(Int64(count)))
        }
        return schema
    }
}
