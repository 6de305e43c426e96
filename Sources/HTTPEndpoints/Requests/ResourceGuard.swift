// SPDX-License-Identifier: Apache-2.0

import Configuration
import HTTPServer
import IdentityModel
import OpenIDProvider
import WireFormats

extension RequestContext {
    /// Verifies the request's proof of possession. Returns `nil` if there is none. The proof is not consumed yet.
    func proof(
        for purpose: ProofNonces.Purpose, accessToken: String? = nil
    ) throws(HTTPProblem) -> VerifiedProof? {
        let proofs = request.headers.values(for: "DPoP")
        guard !proofs.isEmpty else { return nil }
        let verification = ProofVerification(nonces: host.nonces)
        do throws(DPoPRejection) {
            return try verification.verify(
                proofs,
                for: ProofVerification.Request(
                    method: request.method.rawValue, url: url, accessToken: accessToken, purpose: purpose), at: time)
        } catch {
            var problem =
                purpose == .token
                ? HTTPProblem(OAuthFailure.proofNotAccepted(error)) : .atResource(.proofNotAccepted(error))
            if error.asksForNonce { problem.headers["DPoP-Nonce"] = host.nonces.current(purpose, at: time) }
            throw problem
        }
    }

    /// Verifies the request's access token, which must be for this audience and have this scope. It is in the
    /// `Authorization` field or in the body, but not in both (RFC 6750, section 2).
    func authorize(
        audience: String, scope: String, bodyToken: String? = nil, services: Services
    ) async throws(HTTPProblem) -> VerifiedAccessToken {
        let presented = try atResource { () throws(OAuthFailure) in
            let header = field("Authorization")
            guard header == nil || bodyToken == nil else { throw .accessTokenRepeated }
            return try PresentedAccessToken(authorization: header ?? bodyToken.map { "Bearer \($0)" })
        }
        let proof = presented.kind == .dpop ? try proof(for: .resource, accessToken: presented.token) : nil
        let keys = try keys
        let token = try atResource { () throws(OAuthFailure) in
            try AccessTokenVerification(issuer: issuer, keys: keys).verify(
                presented, proof: proof, audience: audience, at: time)
        }
        user = token.user
        client = configuration.client(token.client)
        try atResource { () throws(OAuthFailure) in
            guard client != nil else { throw .accessTokenRejected(.userGone) }
            try token.require(scope)
        }
        try await requireUnrevoked(token, services: services)
        if let proof {
            try await mapFailure(to: HTTPProblem.atResource) { () throws(OAuthFailure) in
                try await proof.consume(in: services.storage)
            }
        }
        return token
    }

    /// Rejects a token whose authorization was revoked, because its code was used twice.
    private func requireUnrevoked(_ token: VerifiedAccessToken, services: Services) async throws(HTTPProblem) {
        guard let id = token.grantID else { return }
        let isRevoked: Bool
        do {
            isRevoked = try await services.storage.read { try $0.oneTime.isConsumed(GrantID(rawValue: id).revocation) }
        } catch {
            throw HTTPProblem(unexpected: error)
        }
        guard !isRevoked else { throw .atResource(.accessTokenRejected(.revoked)) }
    }

    func atResource<Value>(_ body: () throws(OAuthFailure) -> Value) throws(HTTPProblem) -> Value {
        do throws(OAuthFailure) { return try body() } catch { throw .atResource(error) }
    }
}
