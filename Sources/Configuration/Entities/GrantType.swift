// SPDX-License-Identifier: Apache-2.0

/// A grant type. Unknown values are rejected because a misspelled grant would silently be missing.
package enum GrantType: String, CaseIterable, Sendable {
    case authorizationCode = "authorization_code"
    case refreshToken = "refresh_token"
    case clientCredentials = "client_credentials"
    case passkey = "urn:okta:params:oauth:grant-type:webauthn"
    case password
    case passwordRealm = "http://auth0.com/oauth/grant-type/password-realm"
    case passwordlessOTP = "http://auth0.com/oauth/grant-type/passwordless/otp"
    case mfaOTP = "http://auth0.com/oauth/grant-type/mfa-otp"
    case mfaOOB = "http://auth0.com/oauth/grant-type/mfa-oob"
    case mfaRecoveryCode = "http://auth0.com/oauth/grant-type/mfa-recovery-code"
    case deviceCode = "urn:ietf:params:oauth:grant-type:device_code"
    case tokenExchange = "urn:ietf:params:oauth:grant-type:token-exchange"
    case clientInitiatedBackchannel = "urn:openid:params:grant-type:ciba"
    case jwtBearer = "urn:ietf:params:oauth:grant-type:jwt-bearer"
    case federatedConnection =
        "urn:auth0:params:oauth:grant-type:token-exchange:federated-connection-access-token"
    case legacyPassword = "http://auth0.com/oauth/legacy/grant-type/ro"
    case legacyPasswordAssertion = "http://auth0.com/oauth/legacy/grant-type/ro/jwt-bearer"
    case legacyDelegation = "http://auth0.com/oauth/legacy/grant-type/delegation/refresh_token"
    case legacyDelegationIDToken = "http://auth0.com/oauth/legacy/grant-type/delegation/id_token"
    case legacyAccessToken = "http://auth0.com/oauth/legacy/grant-type/access_token"
    case implicit

    /// The grants of a client that lists none.
    static func defaults(for type: Client.ApplicationType) -> Set<GrantType> {
        switch type {
        case .native, .spa, .regularWeb: [.authorizationCode, .refreshToken, .passkey]
        case .nonInteractive, .resourceServer: [.clientCredentials]
        default: []
        }
    }

    /// The grants that the token endpoint supports, in the order of the discovery document.
    package static let offered: [GrantType] = [
        .authorizationCode, .refreshToken, .passkey, .clientCredentials, .deviceCode, .password, .passwordRealm,
        .passwordlessOTP, .jwtBearer,
    ]

    /// Whether the client sends the user's password with the grant.
    package var hasPassword: Bool { self == .password || self == .passwordRealm }

    static func read(
        from members: inout ConfigurationMembers, applicationType: Client.ApplicationType
    ) -> Set<GrantType> {
        guard let listed: [GrantType] = members.words("grant_types") else { return defaults(for: applicationType) }
        if listed.contains(.implicit) {
            members.warn(
                "grant_types", message: "The implicit grant is not supported because it exposes tokens in URLs.",
                remedy: "Use authorization_code with PKCE.")
        }
        // The implicit grant has its own warning.
        let planned = listed.filter { !offered.contains($0) && $0 != .implicit }
        if !planned.isEmpty {
            members.notePlanned(planned.map(\.rawValue).joined(separator: ", "), of: "grant_types")
        }
        return Set(listed)
    }
}
