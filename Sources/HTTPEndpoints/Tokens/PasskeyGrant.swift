// SPDX-License-Identifier: Apache-2.0

import Configuration
import HTTPContract
import HTTPServer
import IdentityModel
import OpenIDProvider
import SignIn
import WebAuthnMessages
import WireFormats

/// The grant of a passkey: a sign-up or a sign-in ends here; the session says which.
struct PasskeyGrant: Sendable {
    let services: Services

    /// The client that the session was started for: seed bodies name none.
    func client(of body: TokenBody, _ context: RequestContext) throws(HTTPProblem) -> String? {
        guard body.client.id == nil, body.client.assertion == nil, let session = body.ceremonySession else {
            return nil
        }
        do throws(SignInFailure) {
            let submission = FinishSignIn.Submission(session: session, response: [], host: context.host.host)
            return try FinishSignIn(ceremonies: context.ceremonies(services)).client(of: submission)
        } catch {
            throw HTTPProblem(error)
        }
    }

    func tokens(_ admitted: TokenEndpoint.Admitted, _ context: inout RequestContext) async throws -> IssuedTokens {
        let client = admitted.client.client
        let submission = try submission(admitted, context)
        let granted = try ScopePolicy(configuration: context.configuration, issuer: context.issuer, client: client)
            .grant(ScopePolicy.Request(scope: admitted.body.scope, audience: admitted.body.audience))
        let issuer = TokenIssuer(issuer: context.issuer, keys: context.keys)
        try issuer.check(granted, for: client, proof: admitted.proof)
        let time = context.time
        let preparing = TokenDraft(
            client: client, granted: granted, proof: admitted.proof, configuration: context.configuration,
            host: context.host.host, time: services.expiryTime)
        let (limits, now, address) = (services.limits, services.uptime(), context.address)
        let (signedIn, (refresh, limit)) = try await finish(submission, &context) { transaction, signedIn in
            if signedIn.isNewAccount { try limits.takeSignUp(from: address, at: now) }
            let limit = try limits.take(signedIn.passkey.origin.credentialID, at: now)
            try admitted.client.takeAssertion(in: transaction)
            try admitted.proof?.consume(in: transaction)
            let refresh = preparing.refreshToken(for: signedIn)
            if let refresh { try transaction.refreshTokens.insert(refresh.record) }
            return (refresh?.token, limit)
        }
        context.user = signedIn.user.id
        if limit.limit != nil { context.limit = limit }
        if signedIn.isCounterRegressed {
            services.notify(.counterRegressed(signedIn, reference: context.reference))
        }
        var tokens = try issuer.issue(preparing.grant(for: signedIn), at: time)
        tokens.refreshToken = refresh
        return tokens
    }

    private func submission(
        _ admitted: TokenEndpoint.Admitted, _ context: RequestContext
    ) throws(OAuthFailure) -> FinishSignIn.Submission {
        guard let session = admitted.body.ceremonySession else { throw .parameterMissing("auth_session") }
        guard let response = admitted.body.ceremonyResponse else { throw .parameterMissing("authn_response") }
        var submission = FinishSignIn.Submission(session: session, response: response, host: context.host.host)
        submission.client = admitted.client.client.id
        submission.realm = admitted.body.realm
        submission.organization = admitted.body.organization
        submission.userAgent = context.request.headers["User-Agent"].map(UserAgent.readable)
        submission.deviceCapability = admitted.body.deviceCapability
        submission.address = context.address
        submission.reference = context.reference
        return submission
    }

    private func finish<Value: Sendable>(
        _ submission: FinishSignIn.Submission, _ context: inout RequestContext,
        _ companion: @escaping FinishSignIn.Companion<Value>
    ) async throws(HTTPProblem) -> (signedIn: SignedIn, value: Value) {
        do throws(SignInFailure) {
            return try await FinishSignIn(ceremonies: context.ceremonies(services))(
                submission, in: context.configuration, with: companion)
        } catch {
            if case .counterRegressed(_, let user) = error { context.user = user }
            let domain = context.configuration.domain(at: context.host.host)
            throw HTTPProblem(error, relyingPartyID: domain?.relyingPartyID)
        }
    }
}

extension RateLimits {
    /// Counts a new account: of each block of addresses, which one attacker may have the whole of, and altogether.
    fileprivate func takeSignUp(from address: String, at now: UInt64) throws(HTTPProblem) {
        let block = PeerAddress(address).map { $0.isIPv4 ? $0.bytes.prefix(3) : $0.bytes.prefix(8) } ?? []
        for (kind, key) in [(Kind.signUp, "\(Array(block))"), (.allSignUps, "")] {
            let verdict = take(kind, key: key, at: now)
            guard verdict.isAllowed else { throw HTTPProblem(tooMany: verdict) }
        }
    }

    /// Counts a sign-in with a credential. What does not pass its signature is not counted: a stranger who knows the
    /// credential's id could lock its owner out.
    fileprivate func take(_ credential: CredentialID, at now: UInt64) throws(HTTPProblem) -> Verdict {
        let verdict = take(.account, key: "credential:" + credential.base64URL, at: now)
        guard verdict.isAllowed else { throw HTTPProblem(tooMany: verdict) }
        return verdict
    }
}

/// What tokens are made from, once it is known who has signed in.
private struct TokenDraft: Sendable {
    let client: Client
    let granted: GrantedScope
    let proof: VerifiedProof?
    let configuration: ConfigurationSnapshot
    let host: String
    let time: Timestamp

    func grant(for signedIn: SignedIn) -> TokenGrant {
        var grant = TokenGrant(
            user: signedIn.user, client: client, granted: granted,
            authentication: .passkey(
                signedIn.passkey, isUserVerified: signedIn.isUserVerified, at: signedIn.authenticatedAt))
        grant.organization = signedIn.organization.flatMap(configuration.organization)
        grant.proof = proof
        grant.passkey = signedIn.passkey.id
        return grant
    }

    func refreshToken(for signedIn: SignedIn) -> PreparedRefreshToken? {
        grant(for: signedIn).refreshGrant(host: host).map {
            PreparedRefreshToken($0, policy: client.refreshTokens, at: time)
        }
    }
}
