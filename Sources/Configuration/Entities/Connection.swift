// SPDX-License-Identifier: Apache-2.0

package import IdentityModel
import WireFormats

/// A set of accounts, and what identifies and admits the people in it. Requests call it a realm.
package struct Connection: ConfigurationEntity {
    package static let kind = ConfigurationDocument.Kind.connection

    package var id: String { name }
    package var name: String
    /// What the Management API calls it.
    package var managementID: String
    package var displayName: String?
    /// The clients that may use it; `nil` for all.
    package var clients: Set<String>?
    package var methods = AuthenticationMethods()
    package var passkeyOptions = PasskeyOptions()
    package var identifiers = IdentifierRules()
    package var isSignUpDisabled = false
    package var policy = CeremonyPolicyMembers()

    package init(name: String) {
        self.name = name
        managementID = StableID.make("con", from: name)
    }

    package init(from members: inout ConfigurationMembers) {
        name = members.required("name", Self.readName) ?? ""
        managementID = members.text("id", upTo: 64) ?? StableID.make("con", from: name)
        displayName = members.text("display_name")
        let strategy = members.text("strategy")
        if let strategy, strategy != "auth0" {
            members.refuse(
                "strategy", "There are no connections of the strategy \(strategy).",
                remedy: "Leave the connection out: as one of auth0 it would take sign-ups of its own.")
        }
        clients = members.parsedList("enabled_clients") { $0 }.map(Set.init)
        members.object("options") { options in
            readOptions(&options)
        }
        members.object("thumbturn") { own in
            policy = CeremonyPolicyMembers(from: &own)
            own.skip("is_generated")
        }
        members.accept(.connection)
    }

    private mutating func readOptions(_ options: inout ConfigurationMembers) {
        methods = options.object("authentication_methods", AuthenticationMethods.init) ?? methods
        passkeyOptions = options.object("passkey_options", PasskeyOptions.init) ?? passkeyOptions
        identifiers = IdentifierRules(from: &options)
        isSignUpDisabled = options.bool("disable_signup") ?? false
        options.accept(.connectionOptions)
    }

    private static func readName(_ text: String) throws(ValueRejection) -> String {
        let isName = text.utf8.allSatisfy { $0.isAlphanumeric || $0 == UInt8(ascii: "-") }
        guard isName, (1...128).contains(text.utf8.count), !text.hasPrefix("-"), !text.hasSuffix("-") else {
            throw ValueRejection(
                "is no connection's name",
                remedy: "Write up to 128 letters, digits and hyphens, no hyphen at either end.")
        }
        return text
    }
}

/// By what means people of a connection may sign in.
package struct AuthenticationMethods: Hashable, Sendable {
    package var isPasskeyEnabled = true
    package var isPasswordEnabled = true
    package var isEmailCodeEnabled = false
    package var isPhoneCodeEnabled = false

    package init() {}

    init(from members: inout ConfigurationMembers) {
        isPasskeyEnabled = members.object("passkey") { $0.bool("enabled") ?? true } ?? true
        isPasswordEnabled =
            members.object("password") { password in
                password.accept(.passwordMethod)
                return password.bool("enabled") ?? true
            } ?? true
        isEmailCodeEnabled = Self.isCodeEnabled("email_otp", &members)
        isPhoneCodeEnabled = Self.isCodeEnabled("phone_otp", &members)
    }

    private static func isCodeEnabled(_ name: String, _ members: inout ConfigurationMembers) -> Bool {
        members.object(name) { code in
            code.accept(.codeMethod)
            return code.bool("enabled") ?? false
        } ?? false
    }
}

/// How pages offer passkeys.
package struct PasskeyOptions: Hashable, Sendable {
    package enum ChallengeInterface: String, CaseIterable, Sendable {
        case both
        case autofill
        case button
    }

    package var challengeInterface = ChallengeInterface.both
    package var isProgressiveEnrollmentEnabled = true
    package var isLocalEnrollmentEnabled = true

    package init() {}

    init(from members: inout ConfigurationMembers) {
        challengeInterface = members.word("challenge_ui") ?? .both
        isProgressiveEnrollmentEnabled = members.bool("progressive_enrollment_enabled") ?? true
        isLocalEnrollmentEnabled = members.bool("local_enrollment_enabled") ?? true
        members.accept(.passkeyOptions)
    }
}
