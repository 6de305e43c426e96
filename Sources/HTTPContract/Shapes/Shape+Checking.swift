// SPDX-License-Identifier: Apache-2.0

package import WireFormats

/// One thing that is wrong with a body.
package struct ShapeProblem: Error, Hashable, Sendable {
    /// Where (RFC 6901).
    package let pointer: String
    package let detail: String

    package init(pointer: String, detail: String) {
        self.pointer = pointer
        self.detail = detail
    }

    /// The names on the way, as people write them.
    package var field: String {
        pointer.split(separator: "/").joined(separator: ".")
    }
}

extension Shape {
    private static let mostProblems = 20

    /// Everything that is wrong; a body of one's own making could be wrong in very many places.
    package func problems(in value: JSONValue, at pointer: String = "") -> [ShapeProblem] {
        switch self {
        case .text(let rule): rule.problems(in: value, at: pointer)
        case .word(let words):
            words.contains(where: { $0 == value.stringValue })
                ? [] : [ShapeProblem(pointer: pointer, detail: "must be one of \(words.joined(separator: ", "))")]
        case .whole(let range):
            value.intValue.map(range.contains) ?? false
                ? []
                : [
                    ShapeProblem(
                        pointer: pointer,
                        detail: "must be a whole number from \(range.lowerBound) to \(range.upperBound)")
                ]
        case .flag: value.boolValue != nil ? [] : [ShapeProblem(pointer: pointer, detail: "must be true or false")]
        case .anyObject: value.objectValue != nil ? [] : [ShapeProblem(pointer: pointer, detail: "must be an object")]
        case .list(let element, let count): Self.problems(in: value, of: element, upTo: count, at: pointer)
        case .object(let rule): rule.problems(in: value, at: pointer)
        case .either(let shapes):
            shapes.contains { $0.problems(in: value, at: pointer).isEmpty }
                ? [] : shapes.first?.problems(in: value, at: pointer) ?? []
        }
    }

    private static func problems(
        in value: JSONValue, of element: Shape, upTo count: Int?, at pointer: String
    ) -> [ShapeProblem] {
        guard let items = value.arrayValue else { return [ShapeProblem(pointer: pointer, detail: "must be a list")] }
        if let count, items.count > count {
            return [ShapeProblem(pointer: pointer, detail: "must not have more than \(count) entries")]
        }
        let found = items.enumerated().lazy.flatMap { element.problems(in: $1, at: "\(pointer)/\($0)") }
        return Array(found.prefix(mostProblems))
    }
}

extension TextRule {
    fileprivate func problems(in value: JSONValue, at pointer: String) -> [ShapeProblem] {
        guard let text = value.stringValue else { return [ShapeProblem(pointer: pointer, detail: "must be a text")] }
        if let length, !length.contains(text.unicodeScalars.count) {
            let detail = "must have \(length.lowerBound) to \(length.upperBound) characters"
            return [ShapeProblem(pointer: pointer, detail: detail)]
        }
        if text.utf8.contains(0) { return [ShapeProblem(pointer: pointer, detail: "must not contain NUL")] }
        guard let alphabet, !alphabet.admits(text) else { return [] }
        return [ShapeProblem(pointer: pointer, detail: alphabet.explanation)]
    }
}

extension TextRule.Alphabet {
    fileprivate func admits(_ text: String) -> Bool {
        switch self {
        case .base64URL: text.utf8.allSatisfy { $0.isLetterOrDigit || "-_".utf8.contains($0) }
        case .withoutBlanks: !text.unicodeScalars.contains(where: \.properties.isWhitespace)
        case .withoutControls: !text.unicodeScalars.contains { $0.properties.generalCategory == .control }
        case .connectionName: text.utf8.allSatisfy { $0.isLetterOrDigit || $0 == UInt8(ascii: "-") }
        }
    }

    fileprivate var explanation: String {
        switch self {
        case .base64URL: "must be base64url without padding"
        case .withoutBlanks: "must not contain blanks"
        case .withoutControls: "must not contain control characters"
        case .connectionName: "must consist of letters, digits and hyphens"
        }
    }
}

extension ObjectRule {
    fileprivate func problems(in value: JSONValue, at pointer: String) -> [ShapeProblem] {
        guard let object = value.objectValue else {
            return [ShapeProblem(pointer: pointer, detail: "must be an object")]
        }
        var problems: [ShapeProblem] = []
        for member in members {
            let place = pointer + "/" + member.name
            if let found = object[member.name], found != .null {
                problems += member.shape.problems(in: found, at: place)
            } else if member.isRequired {
                problems.append(ShapeProblem(pointer: place, detail: "is missing"))
            }
        }
        return problems + problemsOfOthers(object, at: pointer)
    }

    private func problemsOfOthers(_ object: JSONObject, at pointer: String) -> [ShapeProblem] {
        if case .ignored = others { return [] }
        let others = object.members.filter { member in !members.contains { $0.name == member.name } }
        switch self.others {
        case .ignored: return []
        case .refused:
            return others.prefix(10).map { member in
                ShapeProblem(pointer: "\(pointer)/\(TerminalText.safe(member.name, limit: 40))", detail: "is not known")
            }
        case .texts(let count, let length):
            guard others.count <= count else {
                return [ShapeProblem(pointer: pointer, detail: "must not have more than \(count) members")]
            }
            let shape = Shape.text(TextRule(length: 0...length))
            return others.flatMap { member in
                shape.problems(in: member.value, at: "\(pointer)/\(TerminalText.safe(member.name, limit: 40))")
            }
        }
    }
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
