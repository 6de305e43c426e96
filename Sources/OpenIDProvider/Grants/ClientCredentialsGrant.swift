// SPDX-License-Identifier: Apache-2.0

import ClientContract
import Configuration
import IdentityModel
import SignIn
import WireFormats

/// The client credentials grant: an access token for the client itself (RFC 6749, section 4.4).
package struct ClientCredentialsGrant: Sendable {
    private let resource: String?

    init(_ body: TokenBody) {
        resource = body.resource
    }

    func tokens(for request: TokenRequest, with services: GrantServices) async throws(OAuthFailure) -> GrantedTokens {
        let client = request.client.client
        // RFC 6749, section 4.4: only confidential clients may use it.
        guard client.authentication.method != .none else {
            throw .grantTypeNotAllowed(GrantType.clientCredentials.rawValue)
        }
        let granted = try request.scopePolicy.grantToClient(scope(of: request))
        try request.tokenIssuer.check(granted, for: client, proof: request.proof)
        try await OneTimeUse.consume(request.uses, in: services.accounts.storage)
        var grant = TokenGrant(client: client, granted: granted)
        grant.proof = request.proof
        return GrantedTokens(tokens: try request.tokenIssuer.issue(grant, at: request.time))
    }

    /// The requested scope. `resource` is another name of the audience (RFC 8707, section 2).
    private func scope(of request: TokenRequest) throws(OAuthFailure) -> ScopePolicy.Request {
        guard let resource else { return request.scope }
        var scope = request.scope
        guard (try? AbsoluteURI(resource)) != nil,
            scope.audience.map({ ExactText($0) == ExactText(resource) }) ?? true
        else { throw .parameterMalformed("resource") }
        scope.audience = resource
        return scope
    }
}
