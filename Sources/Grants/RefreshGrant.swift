// SPDX-License-Identifier: Apache-2.0

import Configuration
import HTTPContract
import IdentityModel
import OpenIDProvider
import SignIn
import WireFormats

/// The refresh token grant (RFC 6749, section 6).
package struct RefreshGrant: Sendable {
    private let token: String?

    init(_ body: TokenBody) {
        token = body.refreshToken
    }

    /// Uses the refresh token as one durable unit, and signs the tokens.
    func tokens(for request: TokenRequest, with services: GrantServices) async throws(GrantFailure) -> GrantedTokens {
        let refreshed = try await refresh(request, with: services)
        var grant = TokenGrant(
            user: refreshed.user, client: request.client.client, granted: refreshed.granted,
            authentication: AuthenticationFacts(refreshed.grant))
        grant.organization = refreshed.grant.organization.flatMap(request.provider.configuration.organization)
        grant.proof = request.proof
        grant.sessionID = refreshed.grant.session
        // The family has the ID of its grant, with which it is revoked.
        grant.grantID = GrantID(of: refreshed.grant, in: refreshed.family)?.rawValue
        var tokens = try request.issue(grant)
        tokens.refreshToken = refreshed.successor
        return GrantedTokens(tokens: tokens, user: refreshed.user.id)
    }

    private func refresh(
        _ request: TokenRequest, with services: GrantServices
    ) async throws(GrantFailure) -> RefreshTokens.Refreshed {
        guard let token else { throw .provider(.parameterMissing("refresh_token")) }
        let client = request.client.client
        var use = RefreshTokens.Use(
            token: token, client: client, host: request.provider.issuer.host, proof: request.proof)
        use.assertion = request.client.assertion
        let tenant = request.provider.configuration.tenant
        use.idleSessionLifetime = tenant.idleSessionLifetime
        use.isAlwaysBound = tenant.bindsAllRefreshTokens
        use.address = request.sender.address
        use.reference = request.sender.reference
        let (policy, issuer, scope, proof) = (
            request.scopePolicy, request.tokenIssuer, request.scope, request.proof
        )
        do throws(OAuthFailure) {
            try policy.rejectSessionTransfer(scope)
            return try await RefreshTokens(storage: services.ceremonies.storage).use(
                use, at: services.ceremonies.now()
            ) { grant throws(OAuthFailure) in
                let granted = try policy.grant(scope, refreshing: grant)
                try issuer.check(granted, for: client, proof: proof)
                return granted
            }
        } catch {
            throw .provider(error)
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
    func issue(_ grant: TokenGrant) throws(GrantFailure) -> IssuedTokens {
        do { return try tokenIssuer.issue(grant, at: time) } catch { throw .provider(error) }
    }
}
