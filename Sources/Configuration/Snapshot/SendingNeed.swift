// SPDX-License-Identifier: Apache-2.0

package import IdentityModel

/// A setting that has no effect, or not all of it, on a server that sends no mail, or no text messages.
package struct SendingNeed: Hashable, Sendable {
    package enum Medium: Hashable, Sendable {
        case mail, messages
    }

    package let medium: Medium
    package let document: ConfigurationDocument.Key
    /// The path of the setting in its document.
    package let member: String
    /// What users lack without it.
    package let consequence: String
    /// Whether the configuration says so itself, and it isn't the default.
    package let isAskedFor: Bool

    /// The path of the setting in the stored configuration.
    package var path: String { "\(document).\(member)" }

    init(
        _ medium: Medium = .mail, document: ConfigurationDocument.Key, member: String, consequence: String,
        isAskedFor: Bool
    ) {
        self.medium = medium
        self.document = document
        self.member = member
        self.consequence = consequence
        self.isAskedFor = isAskedFor
    }
}

extension ConfigurationSnapshot {
    /// The settings that need what the server doesn't send, in the order of a file. `nil` is what isn't known.
    package func unmetNeeds(sendsMail: Bool?, sendsMessages: Bool?) -> [SendingNeed] {
        needs.filter { need in
            switch need.medium {
            case .mail: sendsMail == false
            case .messages: sendsMessages == false
            }
        }
    }

    private var needs: [SendingNeed] {
        var needs = tenantNeeds
        for connection in connections.values.sorted(by: { $0.name < $1.name }) {
            let key = ConfigurationDocument.Key(kind: .connection, id: connection.id)
            if connection.identifiers.rules[.email]?.isVerifiedAtSignUp == true {
                needs.append(
                    SendingNeed(
                        document: key, member: "options.attributes.email.signup.verification",
                        consequence: "Sign-ups don't verify addresses.", isAskedFor: true))
            }
            if connection.methods.isEmailOTPEnabled {
                needs.append(
                    SendingNeed(
                        document: key, member: "options.authentication_methods.email_otp.enabled",
                        consequence: "Nobody signs in with a code by mail.", isAskedFor: true))
            }
            needs += messageNeeds(of: connection, in: key)
            needs += Self.needs(of: connection.policy, in: key)
        }
        for client in clients.values.sorted(by: { $0.id < $1.id }) {
            needs += Self.needs(of: client.policy, in: ConfigurationDocument.Key(kind: .client, id: client.id))
        }
        return needs
    }

    private var tenantNeeds: [SendingNeed] {
        let key = ConfigurationDocument.Key(kind: .tenant, id: tenant.id)
        var needs = Self.needs(of: tenant.policy, in: key)
        let isResetAskedFor = tenant.recovery.passwordReset == .atOnce
        if isResetAskedFor || connections.values.contains(where: resetsPasswords) {
            needs.append(
                SendingNeed(
                    document: key, member: "thumbturn.recovery.password_reset",
                    consequence: "Users can't reset forgotten passwords.", isAskedFor: isResetAskedFor))
        }
        if tenant.notices.newBrowser == true {
            needs.append(
                SendingNeed(
                    document: key, member: "thumbturn.notices.new_browser",
                    consequence: "Users aren't told of a sign-in in a new browser.", isAskedFor: true))
        }
        return needs
    }

    private func messageNeeds(of connection: Connection, in key: ConfigurationDocument.Key) -> [SendingNeed] {
        var needs: [SendingNeed] = []
        let phone = connection.identifiers.rules[.phoneNumber]
        if phone?.isVerifiedAtSignUp == true {
            needs.append(
                SendingNeed(
                    .messages, document: key, member: "options.attributes.phone_number.signup.verification",
                    consequence: "Sign-ups don't verify phone numbers.", isAskedFor: true))
        } else if phone?.isIdentifier == true, phone?.signUp != .inactive, isAnySignUpStrict(in: connection) {
            needs.append(
                SendingNeed(
                    .messages, document: key, member: "options.attributes.phone_number.identifier",
                    consequence: "The end of a sign-up reveals who has a phone number.", isAskedFor: true))
        }
        if connection.methods.isPhoneOTPEnabled {
            needs.append(
                SendingNeed(
                    .messages, document: key, member: "options.authentication_methods.phone_otp.enabled",
                    consequence: "Nobody signs in with a code by text message.", isAskedFor: true))
        }
        return needs
    }

    private func isAnySignUpStrict(in connection: Connection) -> Bool {
        clients.values.contains { allows($0, in: connection) && policy(for: $0, in: connection).signUpMode == .strict }
    }

    private static func needs(of policy: CeremonyPolicyMembers, in document: ConfigurationDocument.Key) -> [SendingNeed]
    {
        guard policy.signUpMode == .strict else { return [] }
        return [
            SendingNeed(
                document: document, member: "thumbturn.sign_up_mode",
                consequence: "The end of a sign-up reveals an existing account.", isAskedFor: true)
        ]
    }
}
