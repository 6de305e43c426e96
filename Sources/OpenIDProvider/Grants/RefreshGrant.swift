// SPDX-License-Identifier: Apache-2.0

import ClientContract
import Configuration
import IdentityModel
import SignIn
import WireFormats

/// The refresh token grant (RFC 6749, section 6).
package struct RefreshGrant: Sendable {
    private let token: String?

    init(_ body: TokenBody) {
        token = body.refreshToken
    }

    /// Uses the refresh token as one durable unit, and signs the tokens.
    func tokens(for request: TokenRequest, with services: GrantServices) async throws(OAuthFailure) -> GrantedTokens {
        let refreshed = try await refresh(request, with: services)
        var grant = TokenGrant(
            user: refreshed.user, client: request.client.client, granted: refreshed.granted,
            authentication: AuthenticationFacts(refreshed.grant))
        grant.organization = refreshed.grant.organization.flatMap(request.provider.configuration.organization)
        grant.proof = request.proof
        grant.ways = refreshed.grant.ways
        grant.isRefreshed = true
        grant.sessionID = refreshed.grant.session
        // The family has the ID of its grant, with which it is revoked.
        grant.grantID = GrantID(of: refreshed.grant, in: refreshed.family)?.rawValue
        var tokens = try request.issue(grant)
        tokens.refreshToken = refreshed.successor
        return GrantedTokens(tokens: tokens, user: refreshed.user.id)
    }

    private func refresh(
        _ request: TokenRequest, with services: GrantServices
    ) async throws(OAuthFailure) -> RefreshTokens.Refreshed {
        guard let token else { throw .parameterMissing("refresh_token") }
        let client = request.client.client
        var use = RefreshTokens.Use(
            token: token, client: client, host: request.provider.issuer.host, proof: request.proof,
            sender: request.sender)
        use.assertion = request.client.assertion
        let tenant = request.provider.configuration.tenant
        use.idleSessionLifetime = tenant.idleSessionLifetime
        use.isAlwaysBound = tenant.bindsAllRefreshTokens
        let (policy, issuer) = (request.scopePolicy, request.tokenIssuer)
        try policy.rejectSessionTransfer(request.scope)
        return try await RefreshTokens(storage: services.accounts.storage).use(use, at: services.accounts.now()) {
            grant throws(OAuthFailure) in
            let granted = try policy.grant(request.scope, refreshing: grant)
            try issuer.check(granted, for: client, proof: request.proof)
            return granted
        }
    }
}

extension TokenRequest {
    /// Returns what is stored with the refresh token of a grant, or `nil` if the client gets none.
    func refreshGrant(of grant: TokenGrant) -> RefreshToken.Grant? {
        grant.refreshGrant(
            host: provider.issuer.host, isAlwaysBound: provider.configuration.tenant.bindsAllRefreshTokens)
    }

    /// Signs tokens. This is the last step, after everything that they depend on is stored.
    func issue(_ grant: TokenGrant) throws(OAuthFailure) -> IssuedTokens {
        try tokenIssuer.issue(grant, at: time)
    }
}
