// SPDX-License-Identifier: Apache-2.0

package import WireFormats

/// A reader of one object's members that collects every problem.
///
/// An invalid member becomes `nil` or is skipped, and a problem is added to the findings. A value read from an object
/// with problems must not be used. `null` counts as absent, as in the Management API.
package struct ConfigurationMembers: Sendable {
    /// The path of the object in the file.
    package let path: String
    package var findings = ConfigurationFindings()
    private let object: JSONObject
    private var known: [String] = []

    init(_ object: JSONObject, at path: String) {
        self.object = object
        self.path = path
    }

    /// Reads an object and rejects the members that `read` did not ask for.
    package static func read<Value>(
        _ json: JSONValue, at path: String, findings: inout ConfigurationFindings,
        with read: (inout ConfigurationMembers) -> Value
    ) -> Value? {
        guard let object = json.objectValue else {
            findings.reject(path, message: "This is \(json.kindName), not an object.", remedy: "Write { … }.")
            return nil
        }
        var members = ConfigurationMembers(object, at: path)
        let value = read(&members)
        members.rejectUnknown()
        findings.append(members.findings)
        return value
    }

    /// Returns the value of a member, or `nil` if it is absent or `null`.
    package mutating func value(_ name: String) -> JSONValue? {
        known.append(name)
        let value = object[name]
        return value == .null ? nil : value
    }

    package func path(of name: String) -> String { path.isEmpty ? name : "\(path).\(name)" }

    package mutating func reject(_ name: String, message: String, remedy: String) {
        findings.reject(path(of: name), message: message, remedy: remedy)
    }

    package mutating func warn(_ name: String, message: String, remedy: String) {
        findings.warn(path(of: name), message: message, remedy: remedy)
    }

    /// Accepts members that have no effect and records the settings among them for the object's warning.
    mutating func accept(_ table: MembersWithoutEffect) {
        known += table.readOnly
        for name in table.settings where value(name) != nil {
            noteUnused(name)
        }
        for name in table.planned where value(name)?.isSignificant == true {
            findings.noteUnused(path(of: name), isPlanned: true)
        }
    }

    /// Accepts the members that were not read yet, and records those that are on for the object's warning.
    mutating func acceptOthers() {
        for member in object.members where !isKnown(member.name) {
            known.append(member.name)
            if member.value.isSignificant { noteUnused(TerminalText.safe(member.name)) }
        }
    }

    /// Records a member, or a part of its value, that has no effect.
    mutating func noteUnused(_ name: String) {
        findings.noteUnused(path(of: name))
    }

    /// Records a part of a member's value that has no effect yet.
    mutating func notePlanned(_ text: String, of name: String) {
        findings.noteUnused("\(path(of: name)) (\(text))", isPlanned: true)
    }

    /// Accepts members without reading them.
    package mutating func skip(_ names: String...) {
        known += names
    }

    /// Rejects a setting that would be unsafe to ignore unless it is off.
    mutating func rejectUnlessOff(_ name: String, message: String, remedy: String) {
        guard let value = value(name), value != .bool(false), value.stringValue?.isEmpty != true else { return }
        reject(name, message: message, remedy: remedy)
    }

    package mutating func bool(_ name: String) -> Bool? {
        guard let value = value(name) else { return nil }
        if let bool = value.boolValue { return bool }
        reject(name, message: "This is \(value.kindName), not a Boolean.", remedy: "Write true or false.")
        return nil
    }

    /// Reads an integer of a unit such as `seconds`.
    package mutating func integer(_ name: String, in range: ClosedRange<Int>, of unit: String) -> Int? {
        guard let value = value(name) else { return nil }
        if let number = value.intValue, range.contains(number) { return number }
        let shown = value.intValue.map { String($0) } ?? value.kindName
        reject(
            name, message: "This is \(shown), which is out of range.",
            remedy: "Write an integer from \(range.lowerBound) to \(range.upperBound) \(unit).")
        return nil
    }

    /// Reads a number of a unit, which may have a fraction.
    mutating func number(_ name: String, in range: ClosedRange<Double>, of unit: String) -> Double? {
        guard let value = value(name) else { return nil }
        if case .number(let number) = value, range.contains(number.double) { return number.double }
        reject(
            name, message: "This is \(value.kindName), which is out of range.",
            remedy: "Write a number of at most \(Int(range.upperBound)) \(unit).")
        return nil
    }

    package mutating func object<Value>(
        _ name: String, with read: (inout ConfigurationMembers) -> Value
    ) -> Value? {
        guard let value = value(name) else { return nil }
        return Self.read(value, at: path(of: name), findings: &findings, with: read)
    }

    /// Reads an object. An empty object counts as absent, as in Auth0's responses.
    mutating func objectWithMembers<Value>(
        _ name: String, with read: (inout ConfigurationMembers) -> Value
    ) -> Value? {
        let isEmpty = value(name)?.objectValue?.members.allSatisfy { $0.value == .null } ?? false
        return isEmpty ? nil : object(name, with: read)
    }

    package mutating func objects<Value>(
        _ name: String, with read: (inout ConfigurationMembers) -> Value
    ) -> [Value] {
        list(name).compactMap { Self.read($0.value, at: $0.path, findings: &findings, with: read) }
    }

    /// Returns the items of an array with their paths.
    package mutating func list(_ name: String) -> [(path: String, value: JSONValue)] {
        guard let value = value(name) else { return [] }
        guard let items = value.arrayValue else {
            reject(name, message: "This is \(value.kindName), not an array.", remedy: "Write [ … ].")
            return []
        }
        return items.enumerated().map { ("\(path(of: name))[\($0.offset)]", $0.element) }
    }

    private func isKnown(_ name: String) -> Bool {
        known.contains { ExactText($0) == ExactText(name) }
    }

    private mutating func rejectUnknown() {
        for member in object.members where !isKnown(member.name) {
            let suggestion = NearestText.find(member.name, among: known).map { "Did you mean \($0)?" }
            reject(
                TerminalText.safe(member.name), message: "There is no such member.",
                remedy: suggestion ?? "Remove it. The members of this object are \(known.joined(separator: ", ")).")
        }
    }
}

extension JSONValue {
    /// Whether the value is neither off nor empty.
    fileprivate var isSignificant: Bool {
        switch self {
        case .null, .bool(false): false
        case .bool, .number: true
        case .string(let text): !text.isEmpty
        case .array(let items): !items.isEmpty
        case .object(let object): !object.isEmpty
        }
    }

    /// A description of the value for a sentence.
    var kindName: String {
        switch self {
        case .null: "null"
        case .bool: "a Boolean"
        case .number(let number): "the number \(TerminalText.safe(number.text, limit: 24))"
        case .string(let text): "the string \"\(TerminalText.safe(text, limit: 60))\""
        case .array: "an array"
        case .object: "an object"
        }
    }
}
