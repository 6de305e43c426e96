// SPDX-License-Identifier: Apache-2.0

/// One JSON value (RFC 8259).
package enum JSONValue: Sendable {
    case null
    case bool(Bool)
    case number(JSONNumber)
    case string(String)
    case array([JSONValue])
    case object(JSONObject)

    package var boolValue: Bool? {
        if case .bool(let value) = self { value } else { nil }
    }

    /// The integer, when it is one, written without fraction or exponent, and fits.
    package var intValue: Int? {
        if case .number(let number) = self { number.int64.flatMap(Int.init(exactly:)) } else { nil }
    }

    package var stringValue: String? {
        if case .string(let text) = self { text } else { nil }
    }

    package var arrayValue: [JSONValue]? {
        if case .array(let items) = self { items } else { nil }
    }

    package var objectValue: JSONObject? {
        if case .object(let object) = self { object } else { nil }
    }

    /// The member of that name, when this is an object that has one.
    package subscript(_ name: String) -> JSONValue? {
        if case .object(let object) = self { object[name] } else { nil }
    }

    /// The value as compact UTF-8, members in their order.
    package func serialized() -> [UInt8] {
        JSONWriter.write(self)
    }
}

/// Written out because text compares by its bytes (``ExactText``).
extension JSONValue: Hashable {
    package static func == (left: JSONValue, right: JSONValue) -> Bool {
        switch (left, right) {
        case (.null, .null): true
        case (.bool(let left), .bool(let right)): left == right
        case (.number(let left), .number(let right)): left == right
        case (.string(let left), .string(let right)): ExactText(left) == ExactText(right)
        case (.array(let left), .array(let right)): left == right
        case (.object(let left), .object(let right)): left == right
        default: false
        }
    }

    package func hash(into hasher: inout Hasher) {
        switch self {
        case .null: hasher.combine(0 as UInt8)
        case .bool(let value): hasher.combine(value ? 1 : 2 as UInt8)
        case .number(let number):
            hasher.combine(3 as UInt8)
            hasher.combine(number)
        case .string(let text):
            hasher.combine(4 as UInt8)
            hasher.combine(ExactText(text))
        case .array(let items):
            hasher.combine(5 as UInt8)
            hasher.combine(items)
        case .object(let object):
            hasher.combine(6 as UInt8)
            hasher.combine(object)
        }
    }
}

// There is no nil literal: `value["name"] == nil` must go on meaning "there is no such member".
extension JSONValue: ExpressibleByBooleanLiteral, ExpressibleByIntegerLiteral, ExpressibleByStringInterpolation,
    ExpressibleByArrayLiteral, ExpressibleByDictionaryLiteral
{
    package init(booleanLiteral value: Bool) {
        self = .bool(value)
    }

    package init(integerLiteral value: Int64) {
        self = .number(JSONNumber(value))
    }

    package init(stringLiteral text: String) {
        self = .string(text)
    }

    package init(arrayLiteral items: JSONValue...) {
        self = .array(items)
    }

    package init(dictionaryLiteral members: (String, JSONValue)...) {
        self = .object(JSONObject(members))
    }
}
