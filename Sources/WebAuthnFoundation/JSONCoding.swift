// SPDX-License-Identifier: Apache-2.0

import WireFormats

/// A JSON value that can be encoded and decoded by any `Encoder` and `Decoder`.
struct JSONCoding: Codable {
    let value: JSONValue

    init(_ value: JSONValue) {
        self.value = value
    }

    init(from decoder: any Decoder) throws {
        if let container = try? decoder.container(keyedBy: MemberName.self) {
            value = .object(try Self.object(in: container))
        } else if var container = try? decoder.unkeyedContainer() {
            var items: [JSONValue] = []
            while !container.isAtEnd { items.append(try container.decode(JSONCoding.self).value) }
            value = .array(items)
        } else {
            value = try Self.scalar(in: decoder.singleValueContainer())
        }
    }

    func encode(to encoder: any Encoder) throws {
        switch value {
        case .object(let object):
            var container = encoder.container(keyedBy: MemberName.self)
            for member in object.members {
                try container.encode(JSONCoding(member.value), forKey: MemberName(stringValue: member.name))
            }
        case .array(let items):
            var container = encoder.unkeyedContainer()
            for item in items { try container.encode(JSONCoding(item)) }
        default:
            var container = encoder.singleValueContainer()
            try encodeScalar(into: &container)
        }
    }

    private static func object(in container: KeyedDecodingContainer<MemberName>) throws -> JSONObject {
        JSONObject(
            try container.allKeys.map { name in
                (name.stringValue, try container.decode(JSONCoding.self, forKey: name).value)
            })
    }

    private static func scalar(in container: any SingleValueDecodingContainer) throws -> JSONValue {
        if container.decodeNil() { return .null }
        if let value = try? container.decode(Bool.self) { return .bool(value) }
        if let value = try? container.decode(Int64.self) { return .number(JSONNumber(value)) }
        if let value = try? container.decode(Double.self), let number = JSONNumber("\(value)") {
            return .number(number)
        }
        return .string(try container.decode(String.self))
    }

    private func encodeScalar(into container: inout any SingleValueEncodingContainer) throws {
        switch value {
        case .bool(let value): try container.encode(value)
        case .string(let text): try container.encode(text)
        case .number(let number):
            if let integer = number.int64 { try container.encode(integer) } else { try container.encode(number.double) }
        case .null, .array, .object: try container.encodeNil()
        }
    }
}

/// The name of an object's member.
private struct MemberName: CodingKey {
    let stringValue: String
    var intValue: Int? { nil }

    init(stringValue: String) {
        self.stringValue = stringValue
    }

    init?(intValue: Int) { nil }
}
