// SPDX-License-Identifier: Apache-2.0

package import IdentityModel
import WireFormats

/// A set of users with its identifiers and sign-in methods. Requests call it a realm.
///
/// It is a class because each request passes it on many times.
package final class Connection: ConfigurationEntity {
    package static let kind = ConfigurationDocument.Kind.connection

    package var id: String { name }
    package let name: String
    /// The ID in the Management API.
    package let managementID: String
    package let displayName: String?
    /// The IDs of the clients that may use the connection; `nil` allows all.
    package let enabledClients: Set<String>?
    package let methods: AuthenticationMethods
    package let passwordPolicy: PasswordPolicy
    package let passkeyOptions: PasskeyOptions
    package let identifiers: IdentifierRules
    package let isSignUpDisabled: Bool
    /// Whether users neither set nor change their password themselves. They may remove it.
    package let isPasswordChangeDisabled: Bool
    /// Whether users may sign up without a passkey.
    package let isPasskeyOptional: Bool
    package let policy: CeremonyPolicyMembers

    package init(from members: inout ConfigurationMembers) {
        name = members.required("name", with: Self.readName) ?? ""
        managementID = members.text("id", upTo: 64) ?? StableID.make("con", from: name)
        displayName = members.text("display_name")
        let strategy = members.text("strategy")
        if let strategy, strategy != "auth0" {
            members.reject(
                "strategy", message: "The strategy \(strategy) is not supported.",
                remedy: "Remove the connection. With the strategy auth0 it would accept sign-ups of its own.")
        }
        enabledClients = members.parsedList("enabled_clients") { $0 }.map(Set.init)
        let options = members.object("options", with: Options.init) ?? Options()
        methods = options.methods
        passwordPolicy = options.passwordPolicy
        passkeyOptions = options.passkeyOptions
        identifiers = options.identifiers
        isSignUpDisabled = options.isSignUpDisabled
        isPasswordChangeDisabled = options.isPasswordChangeDisabled
        let own = members.object("thumbturn") { own in
            let policy = CeremonyPolicyMembers(from: &own)
            let isPasskeyOptional = Self.isPasskeyOptional(in: &own)
            own.skip("is_generated")
            return (policy, isPasskeyOptional)
        }
        (policy, isPasskeyOptional) = own ?? (CeremonyPolicyMembers(), false)
        members.accept(.connection)
    }

    /// Whether a client may use the connection.
    package func allows(_ client: Client) -> Bool {
        enabledClients?.contains(client.id) ?? true
    }

    /// Whether users may sign in with a password, because the connection says so or, if it doesn't say, one of these
    /// clients sends them to it. A client without a realm sends them to the default connection.
    func acceptsPasswords(from clients: some Sequence<Client>, isDefault: Bool) -> Bool {
        methods.password.isEnabled
            ?? clients.contains {
                allows($0) && ($0.grantTypes.contains(.passwordRealm) || isDefault && $0.grantTypes.contains(.password))
            }
    }

    private struct Options {
        var methods = AuthenticationMethods()
        var passwordPolicy = PasswordPolicy()
        var passkeyOptions = PasskeyOptions()
        var identifiers = IdentifierRules()
        var isSignUpDisabled = false
        var isPasswordChangeDisabled = false

        init() {}

        init(from members: inout ConfigurationMembers) {
            methods = members.object("authentication_methods", with: AuthenticationMethods.init) ?? methods
            passwordPolicy = PasswordPolicy(from: &members)
            isPasswordChangeDisabled = members.bool("disable_self_service_change_password") ?? false
            passkeyOptions = members.object("passkey_options", with: PasskeyOptions.init) ?? passkeyOptions
            identifiers = IdentifierRules(from: &members)
            isSignUpDisabled = members.bool("disable_signup") ?? false
            members.accept(.connectionOptions)
        }
    }

    private enum SignUpPasskey: String, CaseIterable {
        case required
        case optional
    }

    private static func isPasskeyOptional(in members: inout ConfigurationMembers) -> Bool {
        let passkey: SignUpPasskey? = members.word("sign_up_passkey")
        guard passkey == .optional else { return false }
        members.warn(
            "sign_up_passkey",
            message:
                "Users without a passkey can't sign in again once their session has ended, unless the connection has "
                + "passwords or codes.",
            remedy: "Enable password or email_otp, or expect to invite these users.")
        return true
    }

    private static func readName(_ text: String) throws(ValueRejection) -> String {
        let isName = text.utf8.allSatisfy { $0.isAlphanumeric || $0 == UInt8(ascii: "-") }
        guard isName, (1...128).contains(text.utf8.count), !text.hasPrefix("-"), !text.hasSuffix("-") else {
            throw ValueRejection(
                "is not a valid connection name",
                remedy: "Use up to 128 letters, digits and hyphens, without a hyphen at either end.")
        }
        return text
    }
}

/// The presentation of passkeys on pages.
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
