// SPDX-License-Identifier: Apache-2.0

import Configuration
import HTTPContract
import IdentityModel
import OpenIDProvider
import WireFormats

/// The grant of a refresh token.
struct RefreshGrant: Sendable {
    let services: Services

    func tokens(_ admitted: TokenEndpoint.Admitted, _ context: inout RequestContext) async throws -> IssuedTokens {
        guard let token = admitted.body.refreshToken else { throw OAuthFailure.parameterMissing("refresh_token") }
        let client = admitted.client.client
        var use = RefreshTokens.Use(
            token: token, client: client, host: context.host.host, proof: admitted.proof)
        use.assertion = admitted.client.assertion
        use.address = context.address
        use.reference = context.reference
        let policy = ScopePolicy(configuration: context.configuration, issuer: context.issuer, client: client)
        let issuer = TokenIssuer(issuer: context.issuer, keys: context.keys)
        let request = ScopePolicy.Request(scope: admitted.body.scope, audience: admitted.body.audience)
        let outcome = try await RefreshTokens(storage: services.storage).use(use, at: services.expiryTime) {
            grant throws(OAuthFailure) in
            let granted = try policy.grant(request, refreshing: grant)
            try issuer.check(granted, for: client, proof: admitted.proof)
            return granted
        }
        context.user = outcome.user.id
        var grant = TokenGrant(
            user: outcome.user, client: client, granted: outcome.granted,
            authentication: AuthenticationFacts(outcome.grant))
        grant.organization = outcome.grant.organization.flatMap(context.configuration.organization)
        grant.proof = admitted.proof
        var tokens = try issuer.issue(grant, at: context.time)
        tokens.refreshToken = outcome.successor
        return tokens
    }
}
