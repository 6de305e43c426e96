// SPDX-License-Identifier: Apache-2.0

package import IdentityModel

/// What people of a connection are identified by, and what they are asked for.
package struct IdentifierRules: Hashable, Sendable {
    package enum SignUpStatus: String, CaseIterable, Sendable {
        case required
        case optional
        case inactive
    }

    package struct Rule: Hashable, Sendable {
        /// Whether people may sign in with it.
        package var isIdentifier: Bool
        package var isUnique = true
        package var signUp: SignUpStatus
        /// Whether it has to be proven at sign-up.
        package var isVerifiedAtSignUp = false
        package var isRequiredInProfile = false

        package init(isIdentifier: Bool, signUp: SignUpStatus) {
            self.isIdentifier = isIdentifier
            self.signUp = signUp
        }
    }

    /// What a user name may look like.
    package struct UserNameShape: Hashable, Sendable {
        package var length = 1...15
        package var allowsEmailShape = false
        package var allowsPhoneShape = false

        package init() {}
    }

    /// The kinds in use. A kind that is not here is not accepted at sign-up.
    package var rules: [Identifier.Kind: Rule] = [.email: Rule(isIdentifier: true, signUp: .required)]
    /// Which identifier names a person who has several: the first there is.
    package var precedence: [Identifier.Kind] = [.username, .email, .phoneNumber]
    package var userName = UserNameShape()

    package init() {}

    /// The kinds people may sign in with, in their precedence.
    package var active: [Identifier.Kind] {
        precedence.filter { rules[$0]?.isIdentifier == true }
            + Identifier.Kind.allCases.filter { !precedence.contains($0) && rules[$0]?.isIdentifier == true }
    }

    /// Reads `attributes` and `precedence` of a connection's options.
    init(from options: inout ConfigurationMembers) {
        if let kinds: [Identifier.Kind] = options.words("precedence") {
            precedence = kinds
            if kinds.isEmpty {
                options.refuse("precedence", "This list is empty.", remedy: "Name at least one kind, or leave it out.")
            }
        }
        guard options.value("attributes") != nil else { return }
        rules = [:]
        options.object("attributes") { attributes in
            for kind in Identifier.Kind.allCases {
                rules[kind] = attributes.object(kind.rawValue) { attribute in
                    if kind == .username { userName = attribute.object("validation", UserNameShape.init) ?? userName }
                    return Rule(from: &attribute)
                }
            }
        }
        if !rules.values.contains(where: \.isIdentifier) {
            options.refuse(
                "attributes", "No attribute is an identifier, so nobody could sign up.",
                remedy: "Give one of them \"identifier\": {\"active\": true}.")
        }
    }
}

extension IdentifierRules.Rule {
    init(from members: inout ConfigurationMembers) {
        isIdentifier =
            members.object("identifier") { identifier in
                identifier.accept(.attributeIdentifier)
                return identifier.bool("active") ?? false
            } ?? false
        isUnique = members.bool("unique") ?? true
        isRequiredInProfile = members.bool("profile_required") ?? false
        let signUp: (status: IdentifierRules.SignUpStatus?, isVerified: Bool)? = members.object("signup") { signUp in
            let isVerified = signUp.object("verification") { $0.bool("active") ?? false } ?? false
            if isVerified {
                signUp.warn(
                    "verification", "Nothing is sent yet that could prove an identifier: sign-ups are taken without.",
                    remedy: "Let nothing depend on an address of which tokens say that it is not verified.")
            }
            return (signUp.word("status"), isVerified)
        }
        self.signUp = signUp?.status ?? (isIdentifier ? .optional : .inactive)
        isVerifiedAtSignUp = signUp?.isVerified ?? false
        members.accept(.attribute)
        if isIdentifier, !isUnique {
            members.refuse("unique", "An identifier is always unique.", remedy: "Leave it out, or write true.")
        }
    }
}

extension IdentifierRules.UserNameShape {
    init(from members: inout ConfigurationMembers) {
        let least = members.integer("min_length", in: 1...128, of: "characters") ?? 1
        let most = members.integer("max_length", in: 1...128, of: "characters") ?? max(15, least)
        if least > most {
            members.refuse("min_length", "This is more than max_length.", remedy: "Write at most \(most).")
        }
        length = least...max(least, most)
        members.object("allowed_types") { types in
            allowsEmailShape = types.bool("email") ?? false
            allowsPhoneShape = types.bool("phone_number") ?? false
        }
    }
}
