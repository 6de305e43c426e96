// SPDX-License-Identifier: Apache-2.0

import ClientContract
import Configuration
import IdentityModel
import SignIn
import WireFormats

/// Exchanges a sign-in of any method for tokens, at the token endpoint.
struct SignInExchange: Sendable {
    private let request: TokenRequest
    private let granted: GrantedScope
    /// The page and the authorization request that the login ticket is for, if the request asks for one.
    private var ticket: LoginTicket.Binding?

    /// Decides the scope.
    init(of request: TokenRequest) throws(OAuthFailure) {
        self.request = request
        granted = try request.scopePolicy.grant(request.scope)
        try request.tokenIssuer.check(granted, for: request.client.client, proof: request.proof)
    }

    /// Adds a login ticket if the request asks for one. Only pages that may run the client's ceremonies get one.
    mutating func offerTicket(for body: TokenBody) throws(OAuthFailure) {
        guard let challenge = body.codeChallenge else { return }
        let client = request.client.client
        guard client.grantTypes.contains(.authorizationCode) else {
            throw .grantTypeNotAllowed(GrantType.authorizationCode.rawValue)
        }
        guard CodeChallenge(challenge) != nil else { throw .parameterMalformed("code_challenge") }
        guard body.codeChallengeMethod == "S256" else { throw .parameterMalformed("code_challenge_method") }
        guard let origin = request.sender.origin,
            client.webOrigins.contains(where: { ExactText($0.description) == ExactText(origin) })
        else { throw .loginTicketOriginNotAllowed }
        ticket = LoginTicket.Binding(
            client: client.id, host: request.provider.issuer.host, origin: origin, challenge: challenge)
    }

    /// Completes the sign-in with the refresh token and the uses of signed messages, as one durable unit. Tokens are
    /// signed after it.
    func complete(_ signIn: SignIn, with services: GrantServices) async throws -> GrantedTokens {
        var grant = TokenGrant(
            user: signIn.user, client: request.client.client, granted: granted, authentication: signIn.authentication)
        grant.organization = signIn.organization.flatMap(request.provider.configuration.organization)
        grant.proof = request.proof
        grant.ways = signIn.ways
        if let flow = request.scope.flow { grant.flow = flow }
        let refreshToken = request.refreshGrant(of: grant).map {
            PreparedRefreshToken($0, policy: request.client.client.refreshTokens, at: services.accounts.now())
        }
        var records = AccompanyingRecords()
        records.uses = request.uses
        records.refreshToken = refreshToken?.record
        let receipt = try await services.completion(signIn, with: records)
        grant.subject = .user(receipt.user, signIn.authentication)
        var tokens = try request.issue(grant)
        tokens.refreshToken = refreshToken?.token
        tokens.loginTicket = ticket.map { binding in
            let ticket = LoginTicket(
                binding, user: receipt.user, ways: signIn.ways, authentication: signIn.authentication)
            return AuthorizationSeal(key: request.provider.keys.pages).seal(ticket)
        }
        return GrantedTokens(tokens: tokens, user: receipt.user.id, receipt: receipt)
    }
}
