// SPDX-License-Identifier: Apache-2.0

/// A JSON object whose members stay in their order.
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

    /// The value of the member whose name has the same bytes; setting one that is not there puts it last.
    package subscript(_ name: String) -> JSONValue? {
        get {
            members.first { ExactText($0.name) == ExactText(name) }?.value
        }
        set {
            let index = members.firstIndex { ExactText($0.name) == ExactText(name) }
            switch (index, newValue) {
            case (let index?, let value?): members[index].value = value
            case (let index?, nil): members.remove(at: index)
            case (nil, let value?): members.append(Member(name: name, value: value))
            case (nil, nil): break
            }
        }
    }
}

extension JSONObject {
    /// Adds a member whose name the object does not have yet, without looking for it. Adds nothing if there is no value.
    package mutating func append(_ value: JSONValue?, as name: String) {
        if let value { members.append(Member(name: name, value: value)) }
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
