// SPDX-License-Identifier: Apache-2.0

package import WireFormats

/// A violation of a shape.
package struct ShapeProblem: Error, Hashable, Sendable {
    /// The JSON Pointer to the value (RFC 6901).
    package let pointer: String
    package let detail: String

    package init(pointer: String, detail: String) {
        self.pointer = pointer
        self.detail = detail
    }

    /// The dotted path to the value, such as `user_profile.email`.
    package var field: String {
        pointer.split(separator: "/").joined(separator: ".")
    }
}

extension Shape {
    /// The most problems reported for the items of one array. A hostile body could contain very many.
    private static let maxItemProblems = 20

    /// Returns every violation in a value. Pointers are written only for violations: nearly every value has none.
    package func problems(in value: JSONValue, at pointer: @autoclosure () -> String = "") -> [ShapeProblem] {
        switch self {
        case .string(let rule): rule.problems(in: value, at: pointer())
        case .oneOf(let values):
            values.contains(where: { $0 == value.stringValue })
                ? [] : [ShapeProblem(pointer: pointer(), detail: "must be one of \(values.joined(separator: ", "))")]
        case .integer(let range):
            value.intValue.map(range.contains) ?? false
                ? []
                : [
                    ShapeProblem(
                        pointer: pointer(),
                        detail: "must be an integer from \(range.lowerBound) to \(range.upperBound)")
                ]
        case .boolean: value.boolValue != nil ? [] : [ShapeProblem(pointer: pointer(), detail: "must be true or false")]
        case .anyObject: value.objectValue != nil ? [] : [ShapeProblem(pointer: pointer(), detail: "must be an object")]
        case .array(let element, let count): Self.problems(in: value, of: element, maxItems: count, at: pointer())
        case .object(let rule): rule.problems(in: value, at: pointer())
        case .anyOf(let shapes):
            shapes.contains { $0.problems(in: value).isEmpty }
                ? [] : shapes.first?.problems(in: value, at: pointer()) ?? []
        }
    }

    private static func problems(
        in value: JSONValue, of element: Shape, maxItems: Int?, at pointer: @autoclosure () -> String
    ) -> [ShapeProblem] {
        guard let items = value.arrayValue else {
            return [ShapeProblem(pointer: pointer(), detail: "must be an array")]
        }
        if let maxItems, items.count > maxItems {
            return [ShapeProblem(pointer: pointer(), detail: "must not have more than \(maxItems) items")]
        }
        var problems: [ShapeProblem] = []
        for (index, item) in items.enumerated() where problems.count < maxItemProblems {
            problems += element.problems(in: item, at: "\(pointer())/\(index)")
        }
        return Array(problems.prefix(maxItemProblems))
    }
}

extension StringRule {
    fileprivate func problems(in value: JSONValue, at pointer: @autoclosure () -> String) -> [ShapeProblem] {
        guard let text = value.stringValue else {
            return [ShapeProblem(pointer: pointer(), detail: "must be a string")]
        }
        if let length, !length.contains(text.scalarCount) {
            let detail = "must have \(length.lowerBound) to \(length.upperBound) characters"
            return [ShapeProblem(pointer: pointer(), detail: detail)]
        }
        if text.withContiguousUTF8({ $0.contains(0) }) {
            return [ShapeProblem(pointer: pointer(), detail: "must not contain NUL")]
        }
        guard let alphabet, !alphabet.admits(text) else { return [] }
        return [ShapeProblem(pointer: pointer(), detail: alphabet.explanation)]
    }
}

extension StringRule.Alphabet {
    fileprivate func admits(_ text: String) -> Bool {
        switch self {
        case .base64URL:
            text.withContiguousUTF8 { bytes in
                bytes.allSatisfy { $0.isLetterOrDigit || $0 == UInt8(ascii: "-") || $0 == UInt8(ascii: "_") }
            }
        case .withoutBlanks: !text.unicodeScalars.contains(where: \.properties.isWhitespace)
        case .withoutControls: !text.unicodeScalars.contains { $0.properties.generalCategory == .control }
        case .connectionName: text.utf8.allSatisfy { $0.isLetterOrDigit || $0 == UInt8(ascii: "-") }
        }
    }

    fileprivate var explanation: String {
        switch self {
        case .base64URL: "must be base64url without padding"
        case .withoutBlanks: "must not contain whitespace"
        case .withoutControls: "must not contain control characters"
        case .connectionName: "must consist of letters, digits and hyphens"
        }
    }
}

extension ObjectRule {
    fileprivate func problems(in value: JSONValue, at pointer: @autoclosure () -> String) -> [ShapeProblem] {
        guard let object = value.objectValue else {
            return [ShapeProblem(pointer: pointer(), detail: "must be an object")]
        }
        var problems: [ShapeProblem] = []
        // By index, because a copy of a member would copy its shape.
        for index in members.indices {
            switch object[members[index].name] {
            case nil, .null?:
                guard members[index].isRequired else { continue }
                problems.append(ShapeProblem(pointer: "\(pointer())/\(members[index].name)", detail: "is missing"))
            case let found?:
                problems += members[index].shape.problems(in: found, at: "\(pointer())/\(members[index].name)")
            }
        }
        problems += otherProblems(in: object, at: pointer())
        return problems
    }

    private func otherProblems(in object: JSONObject, at pointer: @autoclosure () -> String) -> [ShapeProblem] {
        if case .ignored = others { return [] }
        let others = object.members.filter { member in !members.contains { $0.name == member.name } }
        switch self.others {
        case .ignored: return []
        case .rejected:
            return others.prefix(10).map { member in
                ShapeProblem(
                    pointer: "\(pointer())/\(TerminalText.safe(member.name, limit: 40))",
                    detail: "is not a known member")
            }
        case .strings(let count, let length):
            guard others.count <= count else {
                return [ShapeProblem(pointer: pointer(), detail: "must not have more than \(count) members")]
            }
            let shape = Shape.string(StringRule(length: 0...length))
            return others.flatMap { member in
                shape.problems(in: member.value, at: "\(pointer())/\(TerminalText.safe(member.name, limit: 40))")
            }
        }
    }
}

extension String {
    /// The number of Unicode scalars. An ASCII text knows that it is one, and then bytes need not be counted.
    fileprivate var scalarCount: Int { utf8.count == utf16.count ? utf8.count : unicodeScalars.count }
}

extension UInt8 {
    fileprivate var isLetterOrDigit: Bool {
        switch self {
        case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
            UInt8(ascii: "0")...UInt8(ascii: "9"):
            true
        default: false
        }
    }
}
