// SPDX-License-Identifier: Apache-2.0

/// What a new password has to be, as the page says it above the field.
package struct NewPasswordRules: Sendable {
    package enum CharacterType: CaseIterable, Sendable {
        case lowercase
        case uppercase
        case number
        case special
    }

    package var minimumLength = 8
    package var characterTypes: [CharacterType] = []
    /// Whether three of the types are enough.
    package var acceptsThree = false
    package var blocksIdenticalCharacters = false
    package var blocksSequentialCharacters = false

    package init() {}

    func text(in strings: Strings) -> String {
        let words = strings.newPassword
        let types = characterTypes.map { words.name(of: $0) }
        return [
            words.atLeast("\(minimumLength)"),
            types.isEmpty ? nil : acceptsThree ? words.threeOf(types) : words.allOf(types),
            blocksIdenticalCharacters ? words.withoutIdentical : nil,
            blocksSequentialCharacters ? words.withoutSequences : nil,
        ].compactMap(\.self).joined(separator: " ")
    }
}

/// Why a new password is not accepted.
package enum NewPasswordFault: String, CaseIterable, Sendable {
    case tooShort = "too-short"
    case tooLong = "too-long"
    case composition
    case common
    case breached
    case personal
    case reused

    /// The stable code of the problem, by which the script finds the message.
    var code: String { "sign-in.password-rejected.\(rawValue)" }

    func message(in strings: Strings) -> Strings.Message {
        let words = strings.newPassword
        return switch self {
        case .tooShort: words.tooShort
        case .tooLong: words.tooLong
        case .composition: words.composition
        case .common: words.common
        case .breached: words.breached
        case .personal: words.personal
        case .reused: words.reused
        }
    }
}

extension Field {
    /// The field for a new password, with its rules.
    static func newPassword(_ rules: NewPasswordRules, fault: NewPasswordFault?, in strings: Strings) -> Field {
        var field = Field(name: "password", label: strings.newPassword.label)
        field.type = "password"
        field.autocomplete = "new-password"
        field.hint = rules.text(in: strings)
        field.fault = fault.map { fault in
            let message = fault.message(in: strings)
            return "\(message.title) \(message.remedy)"
        }
        field.isRequired = true
        field.length = 4096
        return field
    }
}

extension Field {
    /// The field for a password that the account has already.
    static func currentPassword(labeled label: String, name: String, fault: String?) -> Field {
        var field = Field(name: name, label: label)
        field.type = "password"
        field.autocomplete = "current-password"
        field.length = 4096
        field.isRequired = true
        field.fault = fault
        return field
    }
}

extension HTML {
    /// The name that password managers save a new password under.
    static func accountName(_ name: String) -> HTML {
        "<input type=\"text\" name=\"username\" autocomplete=\"username\" value=\"\(name)\" readonly hidden>\n"
    }
}
