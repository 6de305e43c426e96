// SPDX-License-Identifier: Apache-2.0

import ClientContract
import Configuration
import IdentityModel
import SignIn

/// The authorization code grant (RFC 6749, section 4.1.3).
package struct AuthorizationCodeGrant: Sendable {
    private let body: TokenBody

    init(_ body: TokenBody) {
        self.body = body
    }

    /// Exchanges the code as one durable unit, and signs the tokens.
    func tokens(for request: TokenRequest, with services: GrantServices) async throws(OAuthFailure) -> GrantedTokens {
        guard let code = body.code else { throw .parameterMissing("code") }
        var use = CodeExchange.Use(
            code: code, redirectURI: body.redirectURI, verifier: body.codeVerifier, client: request.client.client,
            host: request.provider.issuer.host, sender: request.sender)
        use.proof = request.proof
        use.messages = request.uses
        let time = services.accounts.now()
        let exchanged = try await CodeExchange(storage: services.accounts.storage).exchange(use, at: time) {
            stored, user throws(OAuthFailure) in
            let grant = try tokenGrant(for: stored, of: user, in: request)
            try request.tokenIssuer.check(grant.granted, for: grant.client, proof: request.proof)
            let refreshToken = request.refreshGrant(of: grant).map {
                PreparedRefreshToken(
                    $0, family: stored.id.family, policy: request.client.client.refreshTokens, at: time)
            }
            return (grant.granted, refreshToken)
        }
        let grant = try tokenGrant(for: exchanged.grant, of: exchanged.user, in: request)
        var tokens = try request.tokenIssuer.issue(grant, at: request.time)
        tokens.refreshToken = exchanged.refreshToken
        return GrantedTokens(tokens: tokens, user: exchanged.user.id)
    }

    private func tokenGrant(
        for code: AuthorizationCode.Grant, of user: User, in request: TokenRequest
    ) throws(OAuthFailure) -> TokenGrant {
        let granted = try request.scopePolicy.grant(
            ScopePolicy.Request(
                scope: code.scope.joined(separator: " "), audience: code.audience, hasSession: code.session != nil))
        var grant = TokenGrant(
            user: user, client: request.client.client, granted: granted,
            authentication: AuthenticationFacts(authenticatedAt: code.authenticatedAt, methods: code.methods))
        grant.organization = code.organization.flatMap(request.provider.configuration.organization)
        grant.proof = request.proof
        grant.nonce = code.nonce
        grant.sessionID = code.session
        grant.ways = code.ways
        grant.grantID = code.id.rawValue
        grant.flow = .code
        grant.claims = code.claims.flatMap(ClaimsRequest.init(json:)) ?? ClaimsRequest()
        return grant
    }
}
