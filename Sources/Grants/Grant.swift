// SPDX-License-Identifier: Apache-2.0

package import Configuration
package import HTTPContract
package import IdentityModel
package import OpenIDProvider
package import RateLimiting
package import SignIn

/// A grant that the server runs, with its parameters.
package enum Grant: Sendable {
    case passkey(PasskeyGrant)
    case refreshToken(RefreshGrant)

    /// Selects the grant of a token request. A type that is known but not run is as unsupported as an unknown one.
    package init(_ body: TokenBody) throws(OAuthFailure) {
        switch GrantType(rawValue: body.grantType) {
        case .passkey: self = .passkey(PasskeyGrant(body))
        case .refreshToken: self = .refreshToken(RefreshGrant(body))
        case .authorizationCode, .clientCredentials, .password, .passwordRealm, .passwordlessOTP, .mfaOTP, .mfaOOB,
            .mfaRecoveryCode, .deviceCode, .tokenExchange, .clientInitiatedBackchannel, .jwtBearer,
            .federatedConnection, .legacyPassword, .legacyPasswordAssertion, .legacyDelegation,
            .legacyDelegationIDToken, .legacyAccessToken, .implicit, nil:
            throw .grantTypeUnknown(String(body.grantType.prefix(100)))
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
