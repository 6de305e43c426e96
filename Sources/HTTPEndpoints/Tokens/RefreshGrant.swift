// SPDX-License-Identifier: Apache-2.0

import HTTPContract
import IdentityModel
import OpenIDProvider
import WireFormats

/// The grant of a refresh token.
struct RefreshGrant: Sendable {
    let services: Services

    func tokens(_ admitted: TokenEndpoint.Admitted, _ exchange: inout Exchange) async throws -> IssuedTokens {
        guard let token = admitted.body.refreshToken else { throw OAuthFailure.parameterMissing("refresh_token") }
        let client = admitted.client.client
        var use = RefreshTokens.Use(
            token: token, client: client, host: exchange.host.host, proof: admitted.proof)
        use.assertion = admitted.client.assertion
        use.address = exchange.address
        use.reference = exchange.reference
        let policy = ScopePolicy(directory: exchange.directory, issuer: exchange.issuer, client: client)
        let issuer = TokenIssuer(issuer: exchange.issuer, keys: exchange.keys)
        let request = ScopePolicy.Request(scope: admitted.body.scope, audience: admitted.body.audience)
        let outcome = try await RefreshTokens(storage: services.storage).use(use, at: services.expiryTime) {
            grant throws(OAuthFailure) in
            let granted = try policy.grant(request, refreshing: grant)
            try issuer.check(granted, for: client, proof: admitted.proof)
            return granted
        }
        exchange.user = outcome.user.id
        var grant = TokenGrant(
            user: outcome.user, client: client, granted: outcome.granted,
            authentication: AuthenticationFacts(outcome.grant))
        grant.organization = outcome.grant.organization.flatMap(exchange.directory.organization)
        grant.proof = admitted.proof
        var tokens = try issuer.issue(grant, at: exchange.time)
        tokens.refreshToken = outcome.successor
        return tokens
    }
}
