// SPDX-License-Identifier: Apache-2.0

import Configuration
import HTTPContract
import IdentityModel
import OpenIDProvider
import RateLimiting
import SignIn
import WebAuthnMessages
import WireFormats

/// The passkey grant, which finishes a sign-up or a sign-in.
package struct PasskeyGrant: Sendable {
    private let body: TokenBody
    /// The opened session; `nil` until it is needed.
    private var ceremony: Ceremony?

    init(_ body: TokenBody) {
        self.body = body
    }

    /// Opens the session to find out which client it was started for.
    mutating func clientOfSession(at host: String, with services: GrantServices) throws(GrantFailure) -> String? {
        guard let session = body.ceremonySession else { return nil }
        let opened = try open(session, at: host, with: services)
        ceremony = opened
        return opened.client
    }

    /// Verifies the response, stores the sign-in with the records of its tokens as one durable unit, and signs the tokens.
    /// The scope is decided first, so that a request for a forbidden scope doesn't consume the ceremony.
    func tokens(for request: TokenRequest, with services: GrantServices) async throws(GrantFailure) -> GrantedTokens {
        guard let session = body.ceremonySession else { throw .provider(.parameterMissing("auth_session")) }
        guard let response = body.credentialResponse else { throw .provider(.parameterMissing("authn_response")) }
        let granted = try grantedScope(for: request)
        let ticketBinding = try ticketBinding(for: request)
        let opened = try open(session, at: request.provider.issuer.host, with: services)
        let submission = submission(of: response, to: opened, in: request)
        let verified = try await verify(submission, in: request, with: services)
        let limit = try SignInLimits(limits: services.limits, uptime: services.uptime()).take(
            for: verified, from: request.sender)
        let authentication = AuthenticationFacts.passkey(
            verified.passkey, isUserVerified: verified.isUserVerified, at: verified.authenticatedAt)
        var grant = TokenGrant(
            user: verified.user, client: request.client.client, granted: granted, authentication: authentication)
        grant.organization = verified.organization.flatMap(request.provider.configuration.organization)
        grant.proof = request.proof
        grant.passkey = verified.passkey.id
        let refreshToken = request.refreshGrant(of: grant).map {
            PreparedRefreshToken($0, policy: request.client.client.refreshTokens, at: services.ceremonies.now())
        }
        var records = AccompanyingRecords()
        records.uses = request.uses
        records.refreshToken = refreshToken?.record
        let signedIn = try await store(verified, with: records, in: services)
        grant.subject = .user(signedIn.user, authentication)
        var tokens = try request.issue(grant)
        tokens.refreshToken = refreshToken?.token
        tokens.loginTicket = ticketBinding.map { binding in
            let ticket = LoginTicket(
                binding, user: signedIn.user, passkey: signedIn.passkey.id, authentication: authentication)
            return AuthorizationSeal(key: request.provider.keys.pages).seal(ticket)
        }
        return GrantedTokens(
            tokens: tokens, user: signedIn.user.id, signedIn: signedIn, limit: limit.limit == nil ? nil : limit)
    }

    private func grantedScope(for request: TokenRequest) throws(GrantFailure) -> GrantedScope {
        do throws(OAuthFailure) {
            let granted = try request.scopePolicy.grant(request.scope)
            try request.tokenIssuer.check(granted, for: request.client.client, proof: request.proof)
            return granted
        } catch {
            throw .provider(error)
        }
    }

    /// Returns what a login ticket is for, or `nil` if the request asks for none. Only pages that may run the client's ceremonies
    /// get one.
    private func ticketBinding(for request: TokenRequest) throws(GrantFailure) -> LoginTicket.Binding? {
        guard let challenge = body.codeChallenge else { return nil }
        let client = request.client.client
        do throws(OAuthFailure) {
            guard client.grantTypes.contains(.authorizationCode) else {
                throw .grantTypeNotAllowed(GrantType.authorizationCode.rawValue)
            }
            guard CodeChallenge(challenge) != nil else { throw .parameterMalformed("code_challenge") }
            guard body.codeChallengeMethod == "S256" else { throw .parameterMalformed("code_challenge_method") }
            guard let origin = request.sender.origin,
                client.webOrigins.contains(where: { ExactText($0.description) == ExactText(origin) })
            else { throw .loginTicketOriginNotAllowed }
            return LoginTicket.Binding(
                client: client.id, host: request.provider.issuer.host, origin: origin, challenge: challenge)
        } catch {
            throw .provider(error)
        }
    }

    private func open(
        _ session: String, at host: String, with services: GrantServices
    ) throws(GrantFailure) -> Ceremony {
        if let ceremony { return ceremony }
        do { return try services.ceremonies.open(session, at: host) } catch { throw .signIn(error) }
    }

    private func submission(
        of response: CredentialResponse, to ceremony: Ceremony, in request: TokenRequest
    ) -> FinishSignIn.Submission {
        FinishSignIn.Submission(
            ceremony: ceremony, response: response, client: request.client.client.id, realm: body.realm,
            organization: body.organization, userAgent: request.sender.userAgent,
            deviceCapability: body.deviceCapability, address: request.sender.address,
            reference: request.sender.reference)
    }

    private func verify(
        _ submission: FinishSignIn.Submission, in request: TokenRequest, with services: GrantServices
    ) async throws(GrantFailure) -> VerifiedSignIn {
        do {
            return try await FinishSignIn(ceremonies: services.ceremonies).verify(
                submission, in: request.provider.configuration)
        } catch {
            throw .signIn(error)
        }
    }

    private func store(
        _ verified: VerifiedSignIn, with records: AccompanyingRecords, in services: GrantServices
    ) async throws(GrantFailure) -> SignedIn {
        do {
            return try await FinishSignIn(ceremonies: services.ceremonies).store(verified, with: records)
        } catch {
            throw .signIn(error)
        }
    }
}
