// SPDX-License-Identifier: Apache-2.0

package import ClientContract
package import Configuration
import IdentityModel
import SignIn

/// A supported grant with its parameters.
///
/// 1. The token endpoint reads a `TokenBody`, authenticates the client, and makes a `TokenRequest`. `Grant` selects the
///    grant.
/// 2. Grants of something stored (codes, refresh tokens, devices) decide the scope, and use it up as one durable unit.
/// 3. Grants of a sign-in have a method in `SignIn/Methods` judge what came, and give the sign-in to `SignInExchange`,
///    which completes it with the refresh token.
/// 4. `TokenIssuer` signs, after everything that the tokens depend on is stored.
package enum Grant: Sendable {
    case passkey(PasskeyGrant)
    case refreshToken(RefreshGrant)
    case clientCredentials(ClientCredentialsGrant)
    case authorizationCode(AuthorizationCodeGrant)
    case deviceCode(DeviceCodeGrant)
    case password(PasswordGrant)
    case code(CodeGrant)
    case deviceKey(DeviceKeyGrant)

    /// Selects the grant of a token request. Known types that the server doesn't support are rejected like unknown
    /// ones.
    package init(_ body: TokenBody) throws(OAuthFailure) {
        switch GrantType(rawValue: body.grantType) {
        case .passkey: self = .passkey(PasskeyGrant(body))
        case .refreshToken: self = .refreshToken(RefreshGrant(body))
        case .clientCredentials: self = .clientCredentials(ClientCredentialsGrant(body))
        case .authorizationCode: self = .authorizationCode(AuthorizationCodeGrant(body))
        case .deviceCode: self = .deviceCode(DeviceCodeGrant(body))
        case .password: self = .password(PasswordGrant(body, isRealmNamed: false))
        case .passwordRealm: self = .password(PasswordGrant(body, isRealmNamed: true))
        case .passwordlessOTP: self = .code(CodeGrant(body))
        case .jwtBearer: self = .deviceKey(DeviceKeyGrant(body))
        case .mfaOTP, .mfaOOB, .mfaRecoveryCode, .tokenExchange, .clientInitiatedBackchannel, .federatedConnection,
            .legacyPassword, .legacyPasswordAssertion, .legacyDelegation,
            .legacyDelegationIDToken, .legacyAccessToken, .implicit, nil:
            throw .grantTypeUnknown(String(body.grantType.prefix(100)))
        }
    }

    package var type: GrantType {
        switch self {
        case .passkey: .passkey
        case .refreshToken: .refreshToken
        case .clientCredentials: .clientCredentials
        case .authorizationCode: .authorizationCode
        case .deviceCode: .deviceCode
        case .password(let grant): grant.isRealmNamed ? .passwordRealm : .password
        case .code: .passwordlessOTP
        case .deviceKey: .jwtBearer
        }
    }

    /// Returns the client of a request without `client_id`, which only a session can name. The session is opened once.
    package mutating func impliedClient(
        at host: String, with services: GrantServices
    ) throws -> String? {
        switch self {
        case .passkey(var grant):
            let client = try grant.clientOfSession(at: host, with: services)
            self = .passkey(grant)
            return client
        case .refreshToken, .clientCredentials, .authorizationCode, .deviceCode, .password, .code, .deviceKey:
            return nil
        }
    }

    /// Exchanges the grant for tokens.
    package func exchange(
        for request: TokenRequest, with services: GrantServices
    ) async throws -> GrantedTokens {
        switch self {
        case .passkey(let grant): try await grant.tokens(for: request, with: services)
        case .refreshToken(let grant): try await grant.tokens(for: request, with: services)
        case .clientCredentials(let grant): try await grant.tokens(for: request, with: services)
        case .authorizationCode(let grant): try await grant.tokens(for: request, with: services)
        case .deviceCode(let grant): try await grant.tokens(for: request, with: services)
        case .password(let grant): try await grant.tokens(for: request, with: services)
        case .code(let grant): try await grant.tokens(for: request, with: services)
        case .deviceKey(let grant): try await grant.tokens(for: request, with: services)
        }
    }
}
