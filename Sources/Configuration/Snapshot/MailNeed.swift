// SPDX-License-Identifier: Apache-2.0

package import IdentityModel

/// A setting that has no effect, or not all of it, on a server that sends no mail.
package struct MailNeed: Hashable, Sendable {
    package let document: ConfigurationDocument.Key
    /// The path of the setting in its document.
    package let member: String
    /// What users lack without mail.
    package let consequence: String
    /// Whether the configuration says so itself, and it isn't the default.
    package let isAskedFor: Bool

    /// The path of the setting in the stored configuration.
    package var path: String { "\(document).\(member)" }
}

extension ConfigurationSnapshot {
    /// The settings that need mail, in the order of a file.
    package var mailNeeds: [MailNeed] {
        var needs = tenantNeeds
        for connection in connections.values.sorted(by: { $0.name < $1.name }) {
            let key = ConfigurationDocument.Key(kind: .connection, id: connection.id)
            if connection.identifiers.rules[.email]?.isVerifiedAtSignUp == true {
                needs.append(
                    MailNeed(
                        document: key, member: "options.attributes.email.signup.verification",
                        consequence: "Sign-ups don't verify addresses.", isAskedFor: true))
            }
            if connection.methods.isEmailOTPEnabled {
                needs.append(
                    MailNeed(
                        document: key, member: "options.authentication_methods.email_otp.enabled",
                        consequence: "Nobody signs in with a code by mail.", isAskedFor: true))
            }
            needs += Self.needs(of: connection.policy, in: key)
        }
        for client in clients.values.sorted(by: { $0.id < $1.id }) {
            needs += Self.needs(of: client.policy, in: ConfigurationDocument.Key(kind: .client, id: client.id))
        }
        return needs
    }

    private var tenantNeeds: [MailNeed] {
        let key = ConfigurationDocument.Key(kind: .tenant, id: tenant.id)
        var needs = Self.needs(of: tenant.policy, in: key)
        let isResetAskedFor = tenant.recovery.passwordReset == .atOnce
        if isResetAskedFor || connections.values.contains(where: resetsPasswords) {
            needs.append(
                MailNeed(
                    document: key, member: "thumbturn.recovery.password_reset",
                    consequence: "Users can't reset forgotten passwords.", isAskedFor: isResetAskedFor))
        }
        if tenant.notices.newBrowser == true {
            needs.append(
                MailNeed(
                    document: key, member: "thumbturn.notices.new_browser",
                    consequence: "Users aren't told of a sign-in in a new browser.", isAskedFor: true))
        }
        return needs
    }

    private static func needs(of policy: CeremonyPolicyMembers, in document: ConfigurationDocument.Key) -> [MailNeed] {
        guard policy.signUpMode == .strict else { return [] }
        return [
            MailNeed(
                document: document, member: "thumbturn.sign_up_mode",
                consequence: "The end of a sign-up reveals an existing account.", isAskedFor: true)
        ]
    }
}
