// SPDX-License-Identifier: Apache-2.0

import IdentityModel
import OpenIDProvider
import Testing
import WireFormats

/// A request with an access token, at the userinfo endpoint unless a test changes the audience.
struct AccessTokenAttempt {
    var authorization: String
    var proof: VerifiedProof?
    var audience = ProviderFixture.userInfo
    var time = ProviderFixture.start
    /// The host's keys, or `nil` for the shared ones.
    var keys: HostKeys?

    func verify() async throws -> VerifiedAccessToken {
        let shared = try await ProviderFixture.keys()
        let verification = try AccessTokenVerification(issuer: ProviderFixture().issuer(), keys: keys ?? shared)
        return try verification.verify(
            PresentedAccessToken(authorization: authorization), proof: proof, audience: audience, at: time)
    }

    /// Returns why the token is rejected, or `nil` if it is accepted.
    func rejection() async -> AccessTokenRejection? {
        switch await failure({ _ = try await verify() }) {
        case nil: return nil
        case .accessTokenRejected(let rejection)?: return rejection
        case let other?:
            Issue.record("another failure: \(other)")
            return nil
        }
    }
}

extension AccessTokenAttempt {
    /// Presents a token as a bearer token, or with a proof.
    init(token: String, proof: VerifiedProof? = nil) {
        self.init(authorization: (proof == nil ? "Bearer " : "DPoP ") + token, proof: proof)
    }
}
