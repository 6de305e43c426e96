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
        get { fields.first { $0.name.equalsIgnoringCase(name) }?.value }
        set {
            fields.removeAll { $0.name.equalsIgnoringCase(name) }
            if let newValue { append(name, newValue) }
        }
    }

    /// Returns the values of all fields with this name, in order.
    package func values(for name: String) -> [String] {
        fields.compactMap { $0.name.equalsIgnoringCase(name) ? $0.value : nil }
    }

    package mutating func append(_ name: String, _ value: String) {
        fields.append(Field(name: name, value: value))
    }

    /// Returns whether a comma-separated list field contains the word, ignoring case.
    func lists(_ word: String, in name: String) -> Bool {
        values(for: name).contains { value in
            value.utf8.split(separator: UInt8(ascii: ",")).contains { member in
                Substring(member).trimmingBlanks().equalsIgnoringCase(word)
            }
        }
    }
}

extension HTTPFields: ExpressibleByDictionaryLiteral {
    package init(dictionaryLiteral elements: (String, String)...) {
        fields = elements.map { Field(name: $0.0, value: $0.1) }
    }
}

extension StringProtocol {
    /// Returns whether the strings are equal, ignoring ASCII case.
    func equalsIgnoringCase(_ other: some StringProtocol) -> Bool {
        utf8.count == other.utf8.count && zip(utf8, other.utf8).allSatisfy { $0 == $1 || $0.lowercase == $1.lowercase }
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
