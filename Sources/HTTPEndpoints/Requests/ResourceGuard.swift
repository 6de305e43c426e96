// SPDX-License-Identifier: Apache-2.0

import Configuration
import HTTPServer
import IdentityModel
import OpenIDProvider
import WireFormats

extension RequestContext {
    /// The proof of possession that came with the request, if one did. It is not consumed yet.
    func proof(
        _ purpose: ProofNonces.Purpose, accessToken: String? = nil
    ) throws(HTTPProblem) -> VerifiedProof? {
        let verification = ProofVerification(nonces: host.nonces)
        do throws(DPoPRejection) {
            return try verification.verify(
                request.headers.values(for: "DPoP"),
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

    /// Lets in who brings an access token for this audience with this scope.
    mutating func admit(
        audience: String, scope: String, _ services: Services
    ) async throws(HTTPProblem) -> VerifiedAccessToken {
        let presented = try atResource { () throws(OAuthFailure) in
            try PresentedAccessToken(authorization: field("Authorization"))
        }
        let proof = presented.kind == .dpop ? try proof(.resource, accessToken: presented.token) : nil
        let token = try atResource { () throws(OAuthFailure) in
            try AccessTokenVerification(issuer: issuer, keys: keys).verify(
                presented, proof: proof, audience: audience, at: time)
        }
        user = token.user
        client = configuration.client(token.client)
        try atResource { () throws(OAuthFailure) in
            guard client != nil else { throw .accessTokenRefused(.userGone) }
            try token.require(scope)
        }
        if let proof { try await consume(proof, services) }
        return token
    }

    private func consume(_ proof: VerifiedProof, _ services: Services) async throws(HTTPProblem) {
        do {
            try await proof.consume(in: services.storage)
        } catch let failure as OAuthFailure {
            throw .atResource(failure)
        } catch {
            throw HTTPProblem(unexpected: error)
        }
    }

    func atResource<Value>(_ body: () throws(OAuthFailure) -> Value) throws(HTTPProblem) -> Value {
        do throws(OAuthFailure) { return try body() } catch { throw .atResource(error) }
    }
}
