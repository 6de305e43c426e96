// SPDX-License-Identifier: Apache-2.0

package import IdentityModel

/// The identifiers and profile attributes of a connection's users.
package struct IdentifierRules: Hashable, Sendable {
    package enum SignUpStatus: String, CaseIterable, Sendable {
        case required
        case optional
        case inactive
    }

    package struct Rule: Hashable, Sendable {
        /// Whether users may sign in with the attribute.
        package var isIdentifier: Bool
        package var isUnique = true
        package var signUp: SignUpStatus
        /// Whether sign-up verifies the attribute.
        package var isVerifiedAtSignUp = false
        package var isProfileRequired = false

        package init(isIdentifier: Bool, signUp: SignUpStatus) {
            self.isIdentifier = isIdentifier
            self.signUp = signUp
        }
    }

    /// The constraints of a user name.
    package struct UserNameShape: Hashable, Sendable {
        package var length = 1...15
        package var allowsEmailShape = false
        package var allowsPhoneShape = false

        package init() {}
    }

    /// The rules of the accepted kinds. Sign-up rejects other kinds.
    package var rules: [Identifier.Kind: Rule] = [.email: Rule(isIdentifier: true, signUp: .required)]
    /// The order in which identifiers are preferred as a user's name.
    package var precedence: [Identifier.Kind] = [.username, .email, .phoneNumber]
    package var userName = UserNameShape()

    package init() {}

    /// The kinds that users may sign in with, in order of precedence.
    package var active: [Identifier.Kind] {
        precedence.filter { rules[$0]?.isIdentifier == true }
            + Identifier.Kind.allCases.filter { !precedence.contains($0) && rules[$0]?.isIdentifier == true }
    }

    /// Reads `attributes` and `precedence` from a connection's options.
    init(from options: inout ConfigurationMembers) {
        if let kinds: [Identifier.Kind] = options.words("precedence") {
            precedence = kinds
            if kinds.isEmpty {
                options.reject(
                    "precedence", message: "This array is empty.",
                    remedy: "List at least one kind, or remove the setting.")
            }
        }
        guard options.value("attributes") != nil else { return }
        rules = [:]
        options.object("attributes") { attributes in
            for kind in Identifier.Kind.allCases {
                rules[kind] = attributes.object(kind.rawValue) { attribute in
                    if kind == .username {
                        userName = attribute.object("validation", with: UserNameShape.init) ?? userName
                    }
                    return Rule(from: &attribute)
                }
            }
        }
        if !rules.values.contains(where: \.isIdentifier) {
            options.reject(
                "attributes", message: "No attribute is an identifier, so no user could sign up.",
                remedy: "Add \"identifier\": {\"active\": true} to one of them.")
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
        isProfileRequired = members.bool("profile_required") ?? false
        signUp = isIdentifier ? .optional : .inactive
        members.object("signup") { settings in
            signUp = settings.word("status") ?? signUp
            isVerifiedAtSignUp = settings.object("verification") { $0.bool("active") ?? false } ?? false
        }
        members.accept(.attribute)
        if isIdentifier, !isUnique {
            members.reject(
                "unique", message: "An identifier is always unique.", remedy: "Remove the setting or set it to true.")
        }
    }
}

extension IdentifierRules.UserNameShape {
    init(from members: inout ConfigurationMembers) {
        let least = members.integer("min_length", in: 1...128, of: "characters") ?? 1
        let most = members.integer("max_length", in: 1...128, of: "characters") ?? max(15, least)
        if least > most {
            members.reject("min_length", message: "This is greater than max_length.", remedy: "Use at most \(most).")
        }
        length = least...max(least, most)
        members.object("allowed_types") { types in
            allowsEmailShape = types.bool("email") ?? false
            allowsPhoneShape = types.bool("phone_number") ?? false
        }
    }
}
