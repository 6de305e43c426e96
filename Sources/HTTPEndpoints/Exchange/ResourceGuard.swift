// SPDX-License-Identifier: Apache-2.0

import HTTPServer
import IdentityModel
import OpenIDProvider
import WireFormats

extension Exchange {
    /// The proof of possession that came with the request, if one did. It is not consumed yet.
    func proof(
        _ purpose: ProofNonces.Purpose, accessToken: String? = nil
    ) throws(Refusal) -> VerifiedProof? {
        let verification = ProofVerification(nonces: host.nonces)
        do throws(DPoPRejection) {
            return try verification.verify(
                request.headers.values(for: "DPoP"),
                for: ProofVerification.Request(
                    method: request.method.rawValue, url: url, accessToken: accessToken, purpose: purpose), at: time)
        } catch {
            var refusal =
                purpose == .token
                ? Refusal(OAuthFailure.proofNotAccepted(error)) : .atResource(.proofNotAccepted(error))
            if error.asksForNonce { refusal.headers["DPoP-Nonce"] = host.nonces.current(purpose, at: time) }
            throw refusal
        }
    }

    /// Lets in who brings an access token for this audience with this scope.
    mutating func admit(
        audience: String, scope: String, _ services: Services
    ) async throws(Refusal) -> VerifiedAccessToken {
        let presented = try atResource { () throws(OAuthFailure) in
            try PresentedAccessToken(authorization: field("Authorization"))
        }
        let proof = presented.kind == .dpop ? try proof(.resource, accessToken: presented.token) : nil
        let token = try atResource { () throws(OAuthFailure) in
            try AccessTokenVerification(issuer: issuer, keys: keys).verify(
                presented, proof: proof, audience: audience, at: time)
        }
        user = token.user
        client = directory.client(token.client)
        try atResource { () throws(OAuthFailure) in
            guard client != nil else { throw .accessTokenRefused(.userGone) }
            try token.require(scope)
        }
        if let proof { try await consume(proof, services) }
        return token
    }

    private func consume(_ proof: VerifiedProof, _ services: Services) async throws(Refusal) {
        do {
            try await proof.consume(in: services.storage)
        } catch let failure as OAuthFailure {
            throw .atResource(failure)
        } catch {
            throw Refusal(unexpected: error)
        }
    }

    func atResource<Value>(_ body: () throws(OAuthFailure) -> Value) throws(Refusal) -> Value {
        do throws(OAuthFailure) { return try body() } catch { throw .atResource(error) }
    }
}
