// SPDX-License-Identifier: Apache-2.0

package import WireFormats

/// A rule about the characters of a password and whether one follows it, in Auth0's words, which applications translate
/// by their code.
package struct PasswordRule: Hashable, Sendable {
    package let code: String
    /// The sentence, with `%d` or `%s` in place of each value.
    package let message: String
    package let values: [Value]
    package let items: [PasswordRule]
    package let isMet: Bool

    package enum Value: Hashable, Sendable {
        case number(Int)
        case text(String)

        fileprivate var json: JSONValue {
            switch self {
            case .number(let number): .number(JSONNumber(Int64(number)))
            case .text(let text): .string(text)
            }
        }

        fileprivate var text: String {
            switch self {
            case .number(let number): "\(number)"
            case .text(let text): text
            }
        }
    }

    fileprivate init(
        _ code: String, _ message: String, values: [Value] = [], items: [PasswordRule] = [], isMet: Bool
    ) {
        self.code = code
        self.message = message
        self.values = values
        self.items = items
        self.isMet = isMet
    }

    package var json: JSONObject {
        var rule: JSONObject = ["message": .string(message)]
        if !values.isEmpty { rule["format"] = .array(values.map(\.json)) }
        rule["code"] = .string(code)
        rule["verified"] = .bool(isMet)
        if !items.isEmpty { rule["items"] = .array(items.map { .object($0.json) }) }
        return rule
    }

    /// The sentence with its values, and its items below it.
    func text(indentedBy indentation: String = "") -> String {
        // A sentence without values may contain a percent sign.
        let parts = values.isEmpty ? [message[...]] : message.split(separator: "%", omittingEmptySubsequences: false)
        let sentence = zip(values, parts.dropFirst()).reduce(String(parts[0])) { $0 + $1.0.text + $1.1.dropFirst() }
        return (["\(indentation)* \(sentence)"] + items.map { $0.text(indentedBy: indentation + " ") })
            .joined(separator: "\n")
    }
}

extension PasswordPolicy {
    /// The rules as text, one on each line.
    package var text: String {
        rules(for: "").map { $0.text() }.joined(separator: "\n")
    }

    /// Returns the rules, that of the least length first. A password that is too long only breaks the rule that says so.
    package func rules(for password: String) -> [PasswordRule] {
        guard !Self.isTooLong(password) else {
            return [
                PasswordRule(
                    "maxLength", "Maximum password length exceeded", values: [.number(Self.maximumLength)], isMet: false
                )
            ]
        }
        let characters = Array(password.unicodeScalars)
        return [length(of: characters), composition(of: characters), repetition(in: characters), order(of: characters)]
            .compactMap(\.self)
    }

    private func length(of characters: [Unicode.Scalar]) -> PasswordRule? {
        let isMet = characters.count >= minimumLength
        guard minimumLength > 1 else { return PasswordRule("nonEmpty", "Non-empty password required", isMet: isMet) }
        return PasswordRule(
            "lengthAtLeast", "At least %d characters in length", values: [.number(minimumLength)], isMet: isMet)
    }

    private func composition(of characters: [Unicode.Scalar]) -> PasswordRule? {
        guard !characterTypes.isEmpty else { return nil }
        let items = CharacterType.allCases.filter(characterTypes.contains).map { type in
            PasswordRule(type.code, type.name, isMet: characters.contains(where: type.contains))
        }
        guard acceptsThreeOfFour else {
            return PasswordRule("shouldContain", "Should contain:", items: items, isMet: items.allSatisfy(\.isMet))
        }
        return PasswordRule(
            "containsAtLeast", "Contain at least %d of the following %d types of characters:",
            values: [.number(3), .number(items.count)], items: items, isMet: items.count(where: \.isMet) >= 3)
    }

    private func repetition(in characters: [Unicode.Scalar]) -> PasswordRule? {
        guard blocksIdenticalCharacters else { return nil }
        return PasswordRule(
            "identicalChars", "No more than %d identical characters in a row (e.g., \"%s\" not allowed)",
            values: [.number(Self.longestRun), .text("aaa")], isMet: !Self.hasRun(in: characters[...], by: [0]))
    }

    private func order(of characters: [Unicode.Scalar]) -> PasswordRule? {
        guard blocksSequentialCharacters else { return nil }
        let parts = characters.split { CharacterType.special.contains($0) || !$0.isASCII }
        return PasswordRule(
            "sequentialChars", "No more than %d sequential alphanumeric characters (e.g., \"%s\" not allowed)",
            values: [.number(Self.longestRun), .text("abc")],
            isMet: !parts.contains { Self.hasRun(in: $0, by: [-1, 1]) })
    }

    /// Whether three characters follow each other by the same of these steps.
    private static func hasRun(in characters: ArraySlice<Unicode.Scalar>, by steps: Set<Int>) -> Bool {
        let codes = characters.map { Int($0.value) }
        let taken = zip(codes, codes.dropFirst()).map { $1 - $0 }
        return zip(taken, taken.dropFirst()).contains { $0 == $1 && steps.contains($0) }
    }
}

extension PasswordPolicy.CharacterType {
    fileprivate var code: String {
        switch self {
        case .lowercase: "lowerCase"
        case .uppercase: "upperCase"
        case .number: "numbers"
        case .special: "specialCharacters"
        }
    }

    fileprivate var name: String {
        switch self {
        case .lowercase: "lower case letters (a-z)"
        case .uppercase: "upper case letters (A-Z)"
        case .number: "numbers (i.e. 0-9)"
        case .special: "special characters (e.g. !@#$%^&*)"
        }
    }

    fileprivate func contains(_ character: Unicode.Scalar) -> Bool {
        switch self {
        case .lowercase: ("a"..."z").contains(character)
        case .uppercase: ("A"..."Z").contains(character)
        case .number: ("0"..."9").contains(character)
        case .special:
            (" "..."~").contains(character)
                && ![Self.lowercase, .uppercase, .number].contains { $0.contains(character) }
        }
    }
}
