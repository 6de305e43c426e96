// SPDX-License-Identifier: Apache-2.0

package import WireFormats

/// Reads the members of one object and notes everything that is wrong, so that all of it can be told at once.
///
/// Whatever can't be read becomes `nil` or is left out; the findings say so, and what was read from an object with
/// problems must not be used. `null` counts as absent, as in the Management API.
package struct ConfigurationMembers: Sendable {
    /// Where the object stands.
    package let path: String
    package var findings = ConfigurationFindings()
    private let object: JSONObject
    private var known: [String] = []

    init(_ object: JSONObject, at path: String) {
        self.object = object
        self.path = path
    }

    /// Reads an object with `read`, then refuses the members it has not asked for.
    package static func read<Value>(
        _ json: JSONValue, at path: String, findings: inout ConfigurationFindings,
        _ read: (inout ConfigurationMembers) -> Value
    ) -> Value? {
        guard let object = json.objectValue else {
            findings.refuse(path, "This is \(json.kindName), not an object.", remedy: "Write { … }.")
            return nil
        }
        var members = ConfigurationMembers(object, at: path)
        let value = read(&members)
        members.refuseUnknown()
        findings.append(members.findings)
        return value
    }

    /// The value of a member; `nil` where it is absent or null.
    package mutating func value(_ name: String) -> JSONValue? {
        known.append(name)
        let value = object[name]
        return value == .null ? nil : value
    }

    package func path(of name: String) -> String { path.isEmpty ? name : "\(path).\(name)" }

    package mutating func refuse(_ name: String, _ message: String, remedy: String) {
        findings.refuse(path(of: name), message, remedy: remedy)
    }

    package mutating func warn(_ name: String, _ message: String, remedy: String) {
        findings.warn(path(of: name), message, remedy: remedy)
    }

    /// Accepts members that change nothing, and notes the settings among them for the object's one warning.
    mutating func accept(_ table: MembersWithoutEffect) {
        known += table.readOnly
        for name in table.settings where value(name) != nil {
            findings.noteUnused(path(of: name))
        }
        for name in table.planned where value(name)?.saysSomething == true {
            findings.noteUnused(path(of: name), isPlanned: true)
        }
    }

    /// Notes a part of a member's value that has no effect yet.
    mutating func notePlanned(_ text: String, of name: String) {
        findings.noteUnused("\(path(of: name)) (\(text))", isPlanned: true)
    }

    /// Accepts members that the server itself has written.
    package mutating func skip(_ names: String...) {
        known += names
    }

    /// Refuses a setting that would be unsafe to ignore, unless it is off.
    mutating func refuseUnlessOff(_ name: String, _ message: String, remedy: String) {
        guard let value = value(name), value != .bool(false), value.stringValue?.isEmpty != true else { return }
        refuse(name, message, remedy: remedy)
    }

    package mutating func bool(_ name: String) -> Bool? {
        guard let value = value(name) else { return nil }
        if let bool = value.boolValue { return bool }
        refuse(name, "This is \(value.kindName), not a truth value.", remedy: "Write true or false.")
        return nil
    }

    /// A whole number of something: `seconds`, `characters`.
    package mutating func integer(_ name: String, in range: ClosedRange<Int>, of unit: String) -> Int? {
        guard let value = value(name) else { return nil }
        if let number = value.intValue, range.contains(number) { return number }
        let shown = value.intValue.map { String($0) } ?? value.kindName
        refuse(
            name, "This is \(shown), outside of what is possible.",
            remedy: "Write a whole number of \(unit) from \(range.lowerBound) to \(range.upperBound).")
        return nil
    }

    /// A number of something, which may have a fraction.
    mutating func number(_ name: String, in range: ClosedRange<Double>, of unit: String) -> Double? {
        guard let value = value(name) else { return nil }
        if case .number(let number) = value, range.contains(number.double) { return number.double }
        refuse(
            name, "This is \(value.kindName), outside of what is possible.",
            remedy: "Write a number of \(unit) of at most \(Int(range.upperBound)).")
        return nil
    }

    package mutating func object<Value>(
        _ name: String, _ read: (inout ConfigurationMembers) -> Value
    ) -> Value? {
        guard let value = value(name) else { return nil }
        return Self.read(value, at: path(of: name), findings: &findings, read)
    }

    /// An object that says something; Auth0's responses have empty ones in the place of none.
    mutating func objectWithMembers<Value>(
        _ name: String, _ read: (inout ConfigurationMembers) -> Value
    ) -> Value? {
        let isEmpty = value(name)?.objectValue?.members.allSatisfy { $0.value == .null } ?? false
        return isEmpty ? nil : object(name, read)
    }

    package mutating func objects<Value>(
        _ name: String, _ read: (inout ConfigurationMembers) -> Value
    ) -> [Value] {
        list(name).compactMap { Self.read($0.value, at: $0.path, findings: &findings, read) }
    }

    /// The items of a list with their places.
    package mutating func list(_ name: String) -> [(path: String, value: JSONValue)] {
        guard let value = value(name) else { return [] }
        guard let items = value.arrayValue else {
            refuse(name, "This is \(value.kindName), not a list.", remedy: "Write [ … ].")
            return []
        }
        return items.enumerated().map { ("\(path(of: name))[\($0.offset)]", $0.element) }
    }

    private mutating func refuseUnknown() {
        for member in object.members where !known.contains(where: { ExactText($0) == ExactText(member.name) }) {
            let suggestion = NearestText.find(member.name, among: known).map { "Did you mean \($0)?" }
            refuse(
                TerminalText.safe(member.name), "There is no such member.",
                remedy: suggestion ?? "Leave it out; the members of this object are \(known.joined(separator: ", ")).")
        }
    }
}

extension JSONValue {
    /// Whether it asks for anything: what is off or empty is as good as absent.
    fileprivate var saysSomething: Bool {
        switch self {
        case .null, .bool(false): false
        case .bool, .number: true
        case .string(let text): !text.isEmpty
        case .array(let items): !items.isEmpty
        case .object(let object): !object.isEmpty
        }
    }

    /// What kind of value it is, in a sentence.
    var kindName: String {
        switch self {
        case .null: "null"
        case .bool: "a truth value"
        case .number(let number): "the number \(TerminalText.safe(number.text, limit: 24))"
        case .string(let text): "the text \"\(TerminalText.safe(text, limit: 60))\""
        case .array: "a list"
        case .object: "an object"
        }
    }
}
