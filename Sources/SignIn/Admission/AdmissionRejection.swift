// SPDX-License-Identifier: Apache-2.0

package import IdentityModel

/// Why the configuration doesn't admit a client, or a user, to a way in.
package enum AdmissionRejection: Failure {
    /// The client may not run ceremonies.
    case client(ClientRule)
    /// The connection does not exist, or the client may not use it.
    case connectionUnknown(String?)
    /// Passkeys are disabled for the connection.
    case passkeysDisabled(connection: String)
    /// Passwords are disabled for the connection.
    case passwordsDisabled(connection: String)
    /// Codes by mail or by text message are disabled for the connection.
    case codesDisabled(WayReference.Kind, connection: String)
    /// Users of the connection don't set or change their password themselves.
    case passwordChangesDisabled(connection: String)
    /// Sign-ups are disabled for the connection.
    case signUpDisabled(connection: String)
    /// The connection has no accounts without a passkey.
    case passkeyRequired(connection: String)
    /// The request breaks a rule about organizations.
    case organization(OrganizationRule)

    /// A condition that a client must meet.
    package enum ClientRule: String, CaseIterable, Sendable {
        case passkeyGrant = "grant-missing"
        case passwordGrant = "password-grant-missing"
        case codeGrant = "code-grant-missing"
        case deviceKeyGrant = "device-key-grant-missing"
        case firstParty = "third-party"
        case oidcConformant = "not-oidc-conformant"
        case domain = "domain-mismatch"
    }

    /// A condition on the organization of a request.
    package enum OrganizationRule: String, CaseIterable, Sendable {
        case notAllowed = "not-allowed"
        case required = "missing"
        case unknown
        case connectionNotAdmitted = "connection-not-admitted"
    }
}

extension AdmissionRejection {
    package var fault: Fault {
        switch self {
        case .client(let rule): rule.fault
        case .connectionUnknown(let name):
            Fault(
                .invalidRequest, "sign-in.connection-unknown",
                name.map { "There is no connection \"\($0.prefix(128))\" for this client." }
                    ?? "The request has no realm, and the server has no default connection.",
                remedy: "In realm, name a connection that lists CLIENT, or set the tenant's default_directory.")
        case .passkeysDisabled(let connection):
            Fault(
                .invalidRequest, "sign-in.passkeys-disabled",
                "Passkeys are not enabled for the connection \"\(connection)\".",
                remedy: "Set options.authentication_methods.passkey.enabled of the connection to true.")
        case .passwordsDisabled(let connection):
            Fault(
                .invalidRequest, "sign-in.passwords-disabled",
                "Passwords are not enabled for the connection \"\(connection)\".",
                remedy: "Set options.authentication_methods.password.enabled of the connection to true.")
        case .codesDisabled(let kind, let connection):
            Fault(
                .invalidRequest, "sign-in.codes-disabled",
                "\(kind == .phone ? "phone_otp" : "email_otp") is not enabled for the connection \"\(connection)\".",
                meaning: "Codes by mail or by text message are not enabled for the connection.",
                remedy:
                    "Set options.authentication_methods.email_otp or phone_otp of the connection to enabled, and have the "
                    + "attribute identify its users.")
        case .passwordChangesDisabled(let connection):
            Fault(
                .invalidRequest, "sign-in.password-changes-disabled",
                "Users of the connection \"\(connection)\" don't set or change their password themselves.",
                remedy:
                    "Set options.disable_self_service_change_password of the connection to false, or set the password with thumbturn users password set."
            )
        case .signUpDisabled(let connection):
            Fault(
                .invalidRequest, "sign-in.sign-up-disabled",
                "The connection \"\(connection)\" does not allow sign-ups.",
                remedy: "Set options.disable_signup of the connection to false, or invite users.")
        case .passkeyRequired(let connection):
            Fault(
                .invalidRequest, "sign-in.passkey-required",
                "The connection \"\(connection)\" does not allow accounts without a passkey.",
                remedy: "Create a passkey, or set thumbturn.sign_up_passkey of the connection to optional.")
        case .organization(let rule): rule.fault
        }
    }

    /// One for each code.
    static let examples: [AdmissionRejection] =
        ClientRule.allCases.map { .client($0) }
        + [
            .connectionUnknown("…"), .passkeysDisabled(connection: "…"), .passwordsDisabled(connection: "…"),
            .codesDisabled(.email, connection: "…"), .passwordChangesDisabled(connection: "…"),
            .signUpDisabled(connection: "…"),
            .passkeyRequired(connection: "…"),
        ] + OrganizationRule.allCases.map { .organization($0) }
}

extension AdmissionRejection.ClientRule {
    fileprivate var fault: Fault {
        let (sentence, remedy) =
            switch self {
            case .passkeyGrant:
                (
                    "Grant type 'urn:okta:params:oauth:grant-type:webauthn' not allowed for the client. Add it to "
                        + "grant_types.",
                    "Add urn:okta:params:oauth:grant-type:webauthn to grant_types of CLIENT."
                )
            case .passwordGrant:
                (
                    "No password grant is allowed for the client. Add one to grant_types.",
                    "Add password or http://auth0.com/oauth/grant-type/password-realm to grant_types of CLIENT."
                )
            case .codeGrant:
                (
                    "Grant type 'http://auth0.com/oauth/grant-type/passwordless/otp' not allowed for the client. Add it "
                        + "to grant_types.",
                    "Add http://auth0.com/oauth/grant-type/passwordless/otp to grant_types of CLIENT."
                )
            case .deviceKeyGrant:
                (
                    "Grant type 'urn:ietf:params:oauth:grant-type:jwt-bearer' not allowed for the client. Add it to "
                        + "grant_types.",
                    "Add urn:ietf:params:oauth:grant-type:jwt-bearer to grant_types of CLIENT."
                )
            case .firstParty:
                (
                    "Only first-party clients may sign users in themselves. Set is_first_party.",
                    "Set is_first_party of CLIENT to true."
                )
            case .oidcConformant:
                (
                    "Only OIDC-conformant clients may sign users in themselves. Set oidc_conformant.",
                    "Set oidc_conformant of CLIENT to true."
                )
            case .domain:
                (
                    "The client is not available at this host. Add the host to its thumbturn.domains.",
                    "Add the host to thumbturn.domains of CLIENT."
                )
            }
        return Fault(.unauthorizedClient, "sign-in.client-not-admitted.\(rawValue)", sentence, remedy: remedy)
    }
}

extension AdmissionRejection.OrganizationRule {
    fileprivate var fault: Fault {
        let sentence =
            switch self {
            case .notAllowed: "The client does not allow organizations. Omit organization."
            case .required: "The client requires an organization. Name one in organization."
            case .unknown: "The organization does not exist."
            case .connectionNotAdmitted: "The organization does not admit users of this connection."
            }
        return Fault(
            .invalidRequest, "sign-in.organization.\(rawValue)", sentence,
            remedy:
                "Compare the request's organization with organization_usage of CLIENT and enabled_connections.")
    }
}
