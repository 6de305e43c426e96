// SPDX-License-Identifier: Apache-2.0

/// Header fields in the order received. Names are case-insensitive.
package struct HTTPFields: Hashable, Sendable {
    package struct Field: Hashable, Sendable {
        package var name: String
        package var value: String

        package init(name: String, value: String) {
            self.name = name
            self.value = value
        }
    }

    package private(set) var fields: [Field] = []

    package init() {}

    package var count: Int { fields.count }

    /// The value of the first field with this name. Setting it replaces all fields with the name; `nil` removes them.
    package subscript(name: String) -> String? {
        get { firstIndex(of: name, from: 0).map { fields[$0].value } }
        set {
            if contains(name) { fields.removeAll { $0.name.equalsIgnoringCase(name) } }
            if let newValue { append(name, value: newValue) }
        }
    }

    /// Returns the values of all fields with this name, in order.
    package func values(for name: String) -> [String] {
        // Most fields that are asked for are absent.
        guard contains(name) else { return [] }
        return fields.compactMap { $0.name.equalsIgnoringCase(name) ? $0.value : nil }
    }

    /// Returns the value of a field that must occur once at most.
    func value(
        of name: String, ifRepeated rejection: RequestRejection
    ) throws(RequestRejection) -> String? {
        guard let index = firstIndex(of: name, from: 0) else { return nil }
        guard firstIndex(of: name, from: index + 1) == nil else { throw rejection }
        return fields[index].value
    }

    func contains(_ name: String) -> Bool { firstIndex(of: name, from: 0) != nil }

    private func firstIndex(of name: String, from start: Int) -> Int? {
        for index in start..<fields.count where fields[index].name.equalsIgnoringCase(name) { return index }
        return nil
    }

    package mutating func append(_ name: String, value: String) {
        append(Field(name: name, value: value))
    }

    mutating func append(_ field: Field) {
        // Most heads have between four and sixteen fields.
        if fields.capacity == 0 { fields.reserveCapacity(8) }
        fields.append(field)
    }

    /// Returns whether a comma-separated list field contains the word, ignoring case.
    func lists(_ word: String, in name: String) -> Bool {
        values(for: name).contains { value in
            value.utf8.split(separator: UInt8(ascii: ",")).contains { member in
                String(Substring(member).trimmingBlanks()).equalsIgnoringCase(word)
            }
        }
    }
}

extension HTTPFields: ExpressibleByDictionaryLiteral {
    package init(dictionaryLiteral elements: (String, String)...) {
        // Responses get more fields on their way out, for limits and other origins.
        fields.reserveCapacity(elements.count + 8)
        for (name, value) in elements { append(name, value: value) }
    }
}

extension String {
    /// Returns whether the strings are equal, ignoring ASCII case.
    func equalsIgnoringCase(_ other: String) -> Bool {
        // This decides nearly always, without a look at the bytes.
        guard utf8.count == other.utf8.count else { return false }
        var (one, other) = (self, other)
        return one.withUTF8 { one in
            other.withUTF8 { other in
                one.indices.allSatisfy { one[$0] == other[$0] || one[$0].lowercase == other[$0].lowercase }
            }
        }
    }
}

extension Substring {
    /// Returns the substring without leading and trailing spaces and tabs.
    func trimmingBlanks() -> Substring {
        var text = self
        while let first = text.utf8.first, first.isBlank { text.removeFirst() }
        while let last = text.utf8.last, last.isBlank { text.removeLast() }
        return text
    }
}
