// SPDX-License-Identifier: Apache-2.0

import ClientContract
import Configuration
import IdentityModel
import RateLimiting
import SignIn
import WireFormats

/// The device authorization grant (RFC 8628, section 3.4).
package struct DeviceCodeGrant: Sendable {
    private let deviceCode: String?

    init(_ body: TokenBody) {
        deviceCode = body.deviceCode
    }

    /// Takes the request that the user has approved, as one durable unit, and signs the tokens.
    func tokens(for request: TokenRequest, with services: GrantServices) async throws(OAuthFailure) -> GrantedTokens {
        let poll = try poll(in: request, with: services)
        let time = services.accounts.now()
        let id = GrantID.random(at: time)
        let approved = try await DeviceAuthorizations(storage: services.accounts.storage).finish(poll, at: time) {
            authorization, approval, user throws(OAuthFailure) in
            let granted = try request.scopePolicy.grant(
                ScopePolicy.Request(
                    scope: authorization.scope.joined(separator: " "), audience: authorization.audience,
                    flow: .device))
            try request.tokenIssuer.check(granted, for: request.client.client, proof: request.proof)
            let grant = tokenGrant(granted, id: id, approval: approval, user: user, in: request)
            let refreshToken = request.refreshGrant(of: grant).map {
                PreparedRefreshToken(
                    $0, family: id.family, policy: request.client.client.refreshTokens, at: time)
            }
            return (granted, refreshToken)
        }
        let grant = tokenGrant(
            approved.granted, id: id, approval: approved.approval, user: approved.user, in: request)
        var tokens = try request.tokenIssuer.issue(grant, at: request.time)
        tokens.refreshToken = approved.refreshToken
        return GrantedTokens(tokens: tokens, user: approved.user.id)
    }

    /// Reads the request, and counts it against the limit of its device.
    private func poll(
        in request: TokenRequest, with services: GrantServices
    ) throws(OAuthFailure) -> DeviceAuthorizations.Poll {
        guard let deviceCode else { throw .parameterMissing("device_code") }
        let limit = services.limits.take(.devicePoll, key: deviceCode, at: services.uptime())
        guard limit.isAllowed else { throw .deviceCodeRejected(.polledTooFast) }
        var poll = DeviceAuthorizations.Poll(
            deviceCode: deviceCode, client: request.client.client, host: request.provider.issuer.host,
            sender: request.sender)
        poll.messages = request.uses
        return poll
    }

    private func tokenGrant(
        _ granted: GrantedScope, id: GrantID, approval: DeviceAuthorization.Approval, user: User,
        in request: TokenRequest
    ) -> TokenGrant {
        var grant = TokenGrant(
            user: user, client: request.client.client, granted: granted,
            authentication: AuthenticationFacts(authenticatedAt: approval.authenticatedAt, methods: approval.methods))
        grant.proof = request.proof
        grant.ways = approval.ways
        grant.grantID = id.rawValue
        grant.flow = .device
        return grant
    }
}
