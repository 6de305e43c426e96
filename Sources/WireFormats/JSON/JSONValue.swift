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

    /// The integer, or `nil` unless it is written without fraction or exponent and fits.
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

    /// The member of that name, or `nil` if there is none or this is not an object.
    package subscript(_ name: String) -> JSONValue? {
        if case .object(let object) = self { object[name] } else { nil }
    }

    /// The value as compact UTF-8, with members in their order.
    package func serialized() -> [UInt8] {
        JSONWriter.write(self)
    }
}

/// Text compares by its bytes (``ExactText``).
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

// There is no nil literal, so that `value["name"] == nil` means that there is no such member.
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

/// A JSON object that keeps the order of its members.
package struct JSONObject: Sendable {
    package struct Member: Sendable {
        package var name: String
        package var value: JSONValue

        package init(name: String, value: JSONValue) {
            self.name = name
            self.value = value
        }
    }

    package var members: [Member]

    package init(_ members: [Member] = []) {
        self.members = members
    }

    package init(_ members: [(String, JSONValue)]) {
        self.members = members.map { Member(name: $0.0, value: $0.1) }
    }

    package var count: Int { members.count }

    package var isEmpty: Bool { members.isEmpty }

    /// The value of the member whose name has the same bytes. A new member is added at the end.
    package subscript(_ name: String) -> JSONValue? {
        get { members.firstIndex(named: name).map { members[$0].value } }
        set {
            let index = members.firstIndex(named: name)
            switch (index, newValue) {
            case (let index?, let value?): members[index].value = value
            case (let index?, nil): members.remove(at: index)
            case (nil, let value?): append(value, as: name)
            case (nil, nil): break
            }
        }
    }
}

extension JSONObject {
    /// Adds a member whose name the object does not have yet, without looking for it. Adds nothing if there is no
    /// value.
    package mutating func append(_ value: JSONValue?, as name: String) {
        guard let value else { return }
        // Most objects are built member by member and have only a few.
        if members.capacity == 0 { members.reserveCapacity(8) }
        members.append(Member(name: name, value: value))
    }
}

extension [JSONObject.Member] {
    /// The index of the member whose name has the same bytes. Unlike a closure, the loop copies no member, and no name
    /// that is longer or shorter.
    func firstIndex(named name: String) -> Int? {
        let count = name.utf8.count
        for index in indices where self[index].name.utf8.count == count {
            if ExactText(self[index].name) == ExactText(name) { return index }
        }
        return nil
    }
}

extension JSONObject: Hashable {}

extension JSONObject: ExpressibleByDictionaryLiteral {
    package init(dictionaryLiteral members: (String, JSONValue)...) {
        self.init(members)
    }
}

extension JSONObject.Member: Hashable {
    package static func == (left: JSONObject.Member, right: JSONObject.Member) -> Bool {
        ExactText(left.name) == ExactText(right.name) && left.value == right.value
    }

    package func hash(into hasher: inout Hasher) {
        hasher.combine(ExactText(name))
        hasher.combine(value)
    }
}

/// A JSON number as it is written. Two spellings of one value are different numbers.
package struct JSONNumber: Hashable, Sendable {
    package let text: String

    package init(_ value: Int64) {
        text = String(value)
    }

    /// Returns `nil` unless `text` is a number by the grammar of RFC 8259 §6.
    package init?(_ text: String) {
        guard case .number(let number) = try? JSONReader.read(Array(text.utf8)), number.text == text else { return nil }
        self = number
    }

    /// Creates a number from text that has been validated.
    init(validated text: String) {
        self.text = text
    }

    /// The integer, or `nil` unless it is written without fraction or exponent and fits.
    package var int64: Int64? { Int64(text) }

    /// The nearest double, which is infinite if the number is too large.
    package var double: Double { Double(text) ?? .nan }
}
