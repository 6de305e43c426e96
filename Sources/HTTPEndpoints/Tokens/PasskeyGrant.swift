// SPDX-License-Identifier: Apache-2.0

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

    /// The client that the session was begun for: seed bodies name none.
    func client(of body: TokenBody, _ exchange: Exchange) throws(Refusal) -> String? {
        guard body.client.id == nil, body.client.assertion == nil, let session = body.ceremonySession else {
            return nil
        }
        do throws(SignInFailure) {
            let answer = FinishSignIn.Answer(session: session, response: [], host: exchange.host.host)
            return try FinishSignIn(desk: exchange.desk(services)).client(of: answer)
        } catch {
            throw Refusal(error)
        }
    }

    func tokens(_ admitted: TokenEndpoint.Admitted, _ exchange: inout Exchange) async throws -> IssuedTokens {
        let client = admitted.client.client
        let answer = try answer(admitted, exchange)
        let granted = try ScopePolicy(directory: exchange.directory, issuer: exchange.issuer, client: client)
            .grant(ScopePolicy.Request(scope: admitted.body.scope, audience: admitted.body.audience))
        let issuer = TokenIssuer(issuer: exchange.issuer, keys: exchange.keys)
        try issuer.check(granted, for: client, proof: admitted.proof)
        let time = exchange.time
        let preparing = Preparing(
            client: client, granted: granted, proof: admitted.proof, directory: exchange.directory,
            host: exchange.host.host, time: services.expiryTime)
        let (limits, now, address) = (services.limits, services.uptime(), exchange.address)
        let (signedIn, (refresh, limit)) = try await finish(answer, &exchange) { transaction, signedIn in
            if signedIn.isNewAccount { try limits.takeSignUp(from: address, at: now) }
            let limit = try limits.take(signedIn.passkey.origin.credentialID, at: now)
            try admitted.client.takeAssertion(in: transaction)
            try admitted.proof?.consume(in: transaction)
            let refresh = preparing.refreshToken(for: signedIn)
            if let refresh { try transaction.refreshTokens.insert(refresh.record) }
            return (refresh?.token, limit)
        }
        exchange.user = signedIn.user.id
        if limit.limit != nil { exchange.limit = limit }
        if signedIn.isCounterRegressed {
            services.notify(.counterRegressed(signedIn, reference: exchange.reference))
        }
        var tokens = try issuer.issue(preparing.grant(for: signedIn), at: time)
        tokens.refreshToken = refresh
        return tokens
    }

    private func answer(
        _ admitted: TokenEndpoint.Admitted, _ exchange: Exchange
    ) throws(OAuthFailure) -> FinishSignIn.Answer {
        guard let session = admitted.body.ceremonySession else { throw .parameterMissing("auth_session") }
        guard let response = admitted.body.ceremonyResponse else { throw .parameterMissing("authn_response") }
        var answer = FinishSignIn.Answer(session: session, response: response, host: exchange.host.host)
        answer.client = admitted.client.client.id
        answer.realm = admitted.body.realm
        answer.organization = admitted.body.organization
        answer.userAgent = exchange.request.headers["User-Agent"].map(UserAgent.readable)
        answer.deviceCapability = admitted.body.deviceCapability
        answer.address = exchange.address
        answer.reference = exchange.reference
        return answer
    }

    private func finish<Value: Sendable>(
        _ answer: FinishSignIn.Answer, _ exchange: inout Exchange, _ companion: @escaping FinishSignIn.Companion<Value>
    ) async throws(Refusal) -> (signedIn: SignedIn, value: Value) {
        do throws(SignInFailure) {
            return try await FinishSignIn(desk: exchange.desk(services))(
                answer, in: exchange.directory, with: companion)
        } catch {
            if case .counterRegressed(_, let user) = error { exchange.user = user }
            let domain = exchange.directory.domain(at: exchange.host.host)
            throw Refusal(error, relyingPartyID: domain?.relyingPartyID)
        }
    }
}

extension RateLimits {
    /// Counts a new account: of each block of addresses, which one attacker may have the whole of, and altogether.
    fileprivate func takeSignUp(from address: String, at now: UInt64) throws(Refusal) {
        let block = PeerAddress(address).map { $0.isIPv4 ? $0.bytes.prefix(3) : $0.bytes.prefix(8) } ?? []
        for (kind, key) in [(Kind.signUp, "\(Array(block))"), (.allSignUps, "")] {
            let verdict = take(kind, key: key, at: now)
            guard verdict.isAllowed else { throw Refusal(tooMany: verdict) }
        }
    }

    /// Counts a sign-in with a credential. What does not pass its signature is not counted: a stranger who knows the
    /// credential's id could lock its owner out.
    fileprivate func take(_ credential: CredentialID, at now: UInt64) throws(Refusal) -> Verdict {
        let verdict = take(.account, key: "credential:" + credential.base64URL, at: now)
        guard verdict.isAllowed else { throw Refusal(tooMany: verdict) }
        return verdict
    }
}

/// What tokens are made from, once it is known who has signed in.
private struct Preparing: Sendable {
    let client: Client
    let granted: GrantedScope
    let proof: VerifiedProof?
    let directory: Directory
    let host: String
    let time: Timestamp

    func grant(for signedIn: SignedIn) -> TokenGrant {
        var grant = TokenGrant(
            user: signedIn.user, client: client, granted: granted,
            authentication: .passkey(
                signedIn.passkey, isUserVerified: signedIn.isUserVerified, at: signedIn.authenticatedAt))
        grant.organization = signedIn.organization.flatMap(directory.organization)
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
