// SPDX-License-Identifier: Apache-2.0

import Configuration
import HTTPServer
import IdentityModel
import OpenIDProvider
import WireFormats

extension RequestContext {
    /// Verifies the request's access token, which must be for this audience and have this scope. It is in the
    /// `Authorization` field or in the body, but not in both (RFC 6750, section 2).
    func authorize(audience: String, scope: String, bodyToken: String? = nil) async throws -> VerifiedAccessToken {
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
        try await requireUnrevoked(token)
        try await proof?.consume(in: services.storage)
        return token
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
