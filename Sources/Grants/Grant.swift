// SPDX-License-Identifier: Apache-2.0

package import Configuration
package import IdentityModel
package import OpenIDProvider
package import RateLimiting
package import SignIn
package import WebAuthnMessages

/// A grant that the server runs, with its parameters.
package enum Grant: Sendable {
    case passkey(PasskeyGrant)
    case refreshToken(RefreshGrant)

    /// The parameters of all grants, as a token request carries them.
    package struct Parameters: Sendable {
        package var session: String?
        package var response: CredentialResponse?
        package var realm: String?
        package var organization: String?
        package var deviceCapability: String?
        package var refreshToken: String?

        package init() {}
    }

    /// Selects the grant of a token request. A type that is known but not run is as unsupported as an unknown one.
    package init(_ name: String, parameters: Parameters) throws(OAuthFailure) {
        switch GrantType(rawValue: name) {
        case .passkey: self = .passkey(PasskeyGrant(parameters))
        case .refreshToken: self = .refreshToken(RefreshGrant(parameters))
        case .authorizationCode, .clientCredentials, .password, .passwordRealm, .passwordlessOTP, .mfaOTP, .mfaOOB,
            .mfaRecoveryCode, .deviceCode, .tokenExchange, .clientInitiatedBackchannel, .jwtBearer,
            .federatedConnection, .legacyPassword, .legacyPasswordAssertion, .legacyDelegation,
            .legacyDelegationIDToken, .legacyAccessToken, .implicit, nil:
            throw .grantTypeUnknown(String(name.prefix(100)))
        }
    }

    package var type: GrantType {
        switch self {
        case .passkey: .passkey
        case .refreshToken: .refreshToken
        }
    }

    /// The client that a request without `client_id` is from. Only a session tells it; the session is opened once.
    package mutating func impliedClient(
        at host: String, with services: GrantServices
    ) throws(GrantFailure) -> String? {
        switch self {
        case .passkey(var grant):
            let client = try grant.clientOfSession(at: host, with: services)
            self = .passkey(grant)
            return client
        case .refreshToken: return nil
        }
    }

    /// Exchanges the grant for tokens.
    package func tokens(
        for request: TokenRequest, with services: GrantServices
    ) async throws(GrantFailure) -> GrantedTokens {
        switch self {
        case .passkey(let grant): try await grant.tokens(for: request, with: services)
        case .refreshToken(let grant): try await grant.tokens(for: request, with: services)
        }
    }
}

/// Issued tokens, and what is known about the request once they are issued.
package struct GrantedTokens: Sendable {
    package let tokens: IssuedTokens
    package let user: UserID
    /// The sign-in that the grant finished, if it finished one.
    package var signedIn: SignedIn?
    /// The limit that the grant was counted against, if there is one.
    package var limit: RateLimitStatus?
}
