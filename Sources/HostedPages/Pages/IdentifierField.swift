// SPDX-License-Identifier: Apache-2.0

/// A field for one of the identifiers of a new account.
package struct IdentifierField: Hashable, Sendable {
    package enum Kind: String, Sendable, CaseIterable {
        case email
        case username
        case phone = "phone_number"
    }

    /// Whether a user has to fill the field in.
    package enum Need: Hashable, Sendable {
        case required
        case optional
        /// One of several fields is enough. The first of them says so.
        case alternative(isFirst: Bool)
    }

    package let kind: Kind
    package let need: Need
    package var value: String?
    package var fault: FieldFault?

    package init(_ kind: Kind, need: Need, value: String? = nil, fault: FieldFault? = nil) {
        self.kind = kind
        self.need = need
        self.value = value
        self.fault = fault
    }

    /// The label of one field for all these kinds.
    static func label(of kinds: [Kind], in strings: Strings) -> String {
        strings.signUp.alternatives(kinds.map { $0.label(in: strings) })
    }

    /// One field for an identifier of any of these kinds, with which somebody signs in.
    static func field(for kinds: [Kind], value: String?, in strings: Strings) -> Field {
        var field = Field(name: "identifier", label: label(of: kinds, in: strings))
        field.autocomplete = "username"
        field.capitalization = "none"
        field.inputMode = kinds == [.email] ? "email" : nil
        field.value = value
        return field
    }

    func field(in strings: Strings) -> Field {
        var field = Field(name: kind.rawValue, label: kind.label(in: strings))
        field.value = value
        field.fault = fault?.text(for: kind, in: strings)
        switch need {
        case .required: field.isRequired = true
        case .optional: field.optionalMark = strings.general.optional
        case .alternative(isFirst: true): field.hint = strings.signUp.alternativesHint
        case .alternative(isFirst: false): break
        }
        field.capitalization = "none"
        field.sending = .withRequest
        switch kind {
        case .email:
            field.type = "email"
            field.autocomplete = "email"
        case .username:
            field.autocomplete = "username"
            field.length = 128
        case .phone:
            field.type = "tel"
            field.autocomplete = "tel"
            field.hint = [field.hint, strings.signUp.phoneHint].compactMap(\.self).joined(separator: " ")
            field.length = 32
        }
        return field
    }
}

extension IdentifierField.Kind {
    fileprivate func label(in strings: Strings) -> String {
        switch self {
        case .email: strings.signUp.email
        case .username: strings.signUp.username
        case .phone: strings.signUp.phone
        }
    }
}
