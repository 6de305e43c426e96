// SPDX-License-Identifier: Apache-2.0

import Configuration
import HTTPServer
import IdentityModel
import OpenIDProvider
import WireFormats

extension RequestContext {
    /// Accepts the request's access token, which must be for this audience and have this scope. It is in the
    /// `Authorization` field or in the body, but not in both (RFC 6750, section 2).
    func authorize(audience: String, scope: String) async throws -> VerifiedAccessToken {
        let (token, proof) = try verify(audience: audience, scope: scope)
        try await requireUnrevoked(token)
        try await proof?.consume(in: services.storage)
        return token
    }

    /// Accepts the token like `authorize`, and returns the account of its user, which the same read finds.
    func authorizeWithUser(
        audience: String, scope: String, bodyToken: String?
    ) async throws -> (token: VerifiedAccessToken, user: User?) {
        let (token, proof) = try verify(audience: audience, scope: scope, bodyToken: bodyToken)
        let user = try await findUser(of: token)
        try await proof?.consume(in: services.storage)
        return (token, user)
    }

    /// Verifies the request's access token, without the storage. Its proof of possession is not consumed yet.
    private func verify(
        audience: String, scope: String, bodyToken: String? = nil
    ) throws -> (VerifiedAccessToken, VerifiedProof?) {
        let header = field("Authorization")
        guard header == nil || bodyToken == nil else { throw OAuthFailure.accessTokenRepeated }
        let presented = try PresentedAccessToken(authorization: header ?? bodyToken.map { "Bearer \($0)" })
        let proof = presented.kind == .dpop ? try proof(for: .resource, accessToken: presented.token) : nil
        let token = try AccessTokenVerification(issuer: issuer, keys: keys).verify(
            presented, proof: proof, audience: audience, at: time)
        user = token.user
        client = configuration.client(token.client)
        guard client != nil else { throw OAuthFailure.accessTokenRejected(.userGone) }
        try token.require(scope)
        return (token, proof)
    }

    /// Verifies the request's proof of possession. Returns `nil` if there is none. The proof is not consumed yet.
    func proof(
        for purpose: ProofNonces.Purpose, accessToken: String? = nil
    ) throws(DPoPRejection) -> VerifiedProof? {
        let proofs = request.headers.values(for: "DPoP")
        guard !proofs.isEmpty else { return nil }
        let shown = ProofVerification.Request(
            method: request.method.rawValue, url: url, accessToken: accessToken, purpose: purpose)
        return try ProofVerification(nonces: host.nonces).verify(proofs, for: shown, at: time)
    }

    /// Rejects a token whose authorization was revoked, because its code was used twice.
    private func requireUnrevoked(_ token: VerifiedAccessToken) async throws {
        guard let id = token.grantID else { return }
        let revocation = GrantID(rawValue: id).revocation
        guard try await !services.storage.read({ try $0.oneTime.isConsumed(revocation) }) else {
            throw OAuthFailure.accessTokenRejected(.revoked)
        }
    }

    /// Returns the account of a token's user, or rejects the token because its authorization was revoked.
    private func findUser(of token: VerifiedAccessToken) async throws -> User? {
        let (user, grant) = (token.user, token.grantID.map(GrantID.init))
        let found = try await services.storage.read { snapshot in
            guard let grant else { return (user: try snapshot.users.find(user), isRevoked: false) }
            return try snapshot.users.find(user, unlessRevoked: grant)
        }
        guard !found.isRevoked else { throw OAuthFailure.accessTokenRejected(.revoked) }
        return found.user
    }

    /// The problem of a request for tokens or, with a challenge, of one with a token.
    func problem(of failure: OAuthFailure, for purpose: ProofNonces.Purpose = .token) -> HTTPProblem {
        var problem = purpose == .resource ? HTTPProblem.atResource(failure) : HTTPProblem(failure)
        switch failure {
        case .proofNotAccepted(let rejection) where rejection.asksForNonce:
            problem.headers["DPoP-Nonce"] = host.nonces.current(purpose, at: time)
        // RFC 6749, section 5.2. An SDK that sends no such header would read the challenge instead of the error.
        case .clientUnknown, .clientNotAuthenticated:
            guard problem.status == 401, request.headers["Authorization"] != nil else { break }
            problem.headers["WWW-Authenticate"] = "Basic realm=\"thumbturn\""
        default: break
        }
        return problem
    }
}

extension Dialect {
    /// Operations with an access token: failures come with a challenge.
    static let resource = Dialect { error, context in
        switch error {
        case let failure as OAuthFailure: context.problem(of: failure, for: .resource)
        case let rejection as DPoPRejection: context.problem(of: .proofNotAccepted(rejection), for: .resource)
        default: error
        }
    }
}
