// SPDX-License-Identifier: Apache-2.0

import ClientContract

/// Why the server does not accept a password that was going to be set. The password is not part of it.
///
/// ```swift
/// } catch .weakPassword(let weakness) {
///     brokenRules = weakness.unmetRules
/// }
/// ```
public struct WeakPassword: Hashable, Sendable {
    /// The kind of weakness.
    public enum Reason: Hashable, Sendable {
        /// The password breaks one of ``WeakPassword/rules``.
        case rules
        /// Many people use it.
        case common
        /// It was stolen somewhere, and is tried by those who have it.
        case breached
        /// It is too similar to the user's name or address.
        case personal
        /// The user has had it before.
        case reused
    }

    /// A rule of the server, and whether the password follows it.
    public struct Rule: Hashable, Sendable, Identifiable {
        /// The name of the rule, such as `lengthAtLeast`, which never changes.
        public let code: String
        /// Whether the password follows the rule.
        public let isMet: Bool
        /// The parts of the rule, such as each kind of characters.
        public let items: [Rule]
        let values: [String]
        let sentence: String

        /// The name of the rule.
        public var id: String { code }
    }

    /// The kind of weakness.
    public let reason: Reason
    /// The rules of the server, if the reason is ``Reason/rules``, those that the password follows included.
    public let rules: [Rule]

    /// The rules, or their parts, that the password does not follow, in the order in which the server has them.
    public var unmetRules: [Rule] {
        rules.filter { !$0.isMet }.flatMap { rule in [rule] + rule.items.filter { !$0.isMet } }
    }

    /// Describes a weakness, for tests and previews. Real ones come from the server.
    public init(reason: Reason, rules: [Rule] = []) {
        self.reason = reason
        self.rules = rules
    }
}

extension WeakPassword.Rule {
    /// Describes a rule, for tests and previews. Real ones come from the server.
    public init(code: String, values: [String] = [], items: [WeakPassword.Rule] = [], isMet: Bool) {
        self.init(code: code, isMet: isMet, items: items, values: values, sentence: code)
    }

    init(_ answer: PasswordRuleAnswer) {
        self.init(
            code: answer.code, isMet: answer.isMet, items: answer.items.map(WeakPassword.Rule.init),
            values: answer.values, sentence: answer.message)
    }

    /// The rule for the user, in the language of the application. One that this version does not know is in the server's
    /// words.
    public var message: String {
        guard let key = Self.sentences[code] else { return sentence }
        return UserText.thumbturn(key).replacing("%@", with: values.first ?? "")
    }

    /// The English sentences, which are the keys of the catalog.
    static let sentences = [
        "nonEmpty": "Enter a password.",
        "lengthAtLeast": "Use at least %@ characters.",
        "maxLength": "Use at most %@ characters.",
        "shouldContain": "Use all of the following.",
        "containsAtLeast": "Use at least %@ of the following.",
        "lowerCase": "Use lower case letters (a–z).",
        "upperCase": "Use upper case letters (A–Z).",
        "numbers": "Use numbers (0–9).",
        "specialCharacters": "Use special characters (such as !@#$).",
        "identicalChars": "Use at most %@ identical characters in a row.",
        "sequentialChars": "Use at most %@ characters in sequence (such as abc).",
    ]
}

extension WeakPassword {
    /// Returns `nil` unless the server has rejected a password.
    init?(_ problem: ProblemAnswer) {
        let prefix = "sign-in.password-rejected."
        let fault = problem.code.flatMap { $0.hasPrefix(prefix) ? String($0.dropFirst(prefix.count)) : nil }
        switch fault ?? problem.name {
        case "common", "PasswordDictionaryError": reason = .common
        case "breached": reason = .breached
        case "personal", "PasswordNoUserInfoError": reason = .personal
        case "reused", "PasswordHistoryError": reason = .reused
        case "too-short", "too-long", "composition", "PasswordStrengthError": reason = .rules
        default: return nil
        }
        rules = problem.passwordRules.map(Rule.init)
    }
}
