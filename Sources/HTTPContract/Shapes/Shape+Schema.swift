// SPDX-License-Identifier: Apache-2.0

package import WireFormats

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
