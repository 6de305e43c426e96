// SPDX-License-Identifier: Apache-2.0

import Cryptography
import OpenIDProvider
import Testing
import WireFormats

@Suite struct CodeChallengeTests {
    private static let verifier = AuthorizationFixture.verifier
    private static let challenge = AuthorizationFixture.challenge

    private func rejection(_ verifier: String?, for challenge: String?) -> AuthorizationCodeRejection? {
        do throws(OAuthFailure) {
            try CodeChallenge.check(verifier: verifier, against: challenge)
            return nil
        } catch {
            guard case .authorizationCodeRejected(let rejection) = error else {
                Issue.record("another failure: \(error)")
                return nil
            }
            return rejection
        }
    }

    @Test func `the verifier of RFC 7636 fits its challenge`() throws {
        #expect(try #require(CodeChallenge(Self.challenge)).verify(verifier: Self.verifier))
        #expect(rejection(Self.verifier, for: Self.challenge) == nil)
    }

    @Test(arguments: [
        "", "E9Melhoa2OwvFrEMTJguCHaoeK1t8URWbuGJSstw-c", "E9Melhoa2OwvFrEMTJguCHaoeK1t8URWbuGJSstw-cMM",
        "E9Melhoa2OwvFrEMTJguCHaoeK1t8URWbuGJSstw-cN", "E9Melhoa2OwvFrEMTJguCHaoeK1t8URWbuGJSstw+cM",
        "E9Melhoa2OwvFrEMTJguCHaoeK1t8URWbuGJSstw-c=", "E9Melhoa2OwvFrEMTJguCHaoeK1t8URWbuGJSstw-c ",
    ])
    func `a challenge is a hash in the only spelling of base64url`(text: String) {
        #expect(CodeChallenge(text) == nil)
    }

    @Test(arguments: [
        "", "short", String(repeating: "a", count: 43), String(repeating: "a", count: 129),
        verifier + " ", verifier.lowercased(), String(verifier.dropLast()) + "ä", verifier + "\u{0}",
    ])
    func `another verifier is rejected`(text: String) {
        #expect(rejection(text, for: Self.challenge) == .verifierMismatch)
    }

    @Test(arguments: [
        (String(repeating: "a", count: 43), true), ("Az09-._~" + String(repeating: "a", count: 120), true),
        (String(repeating: "a", count: 42), false), (String(repeating: "a", count: 129), false),
        (String(repeating: "a", count: 42) + " ", false), (String(repeating: "a", count: 42) + "ä", false),
    ])
    func `a verifier has 43 to 128 unreserved characters`(text: String, isValid: Bool) throws {
        let hash = DigestAlgorithm.sha256.hash([UInt8](text.utf8))
        #expect(rejection(text, for: Base64URL.encode(hash)) == (isValid ? nil : .verifierMismatch))
    }

    @Test func `a challenge needs a verifier`() {
        #expect(rejection(nil, for: Self.challenge) == .verifierMissing)
    }

    @Test func `a verifier without a challenge is rejected`() {
        #expect(rejection(Self.verifier, for: nil) == .challengeMissing)
    }

    @Test func `a confidential client may use neither`() {
        #expect(rejection(nil, for: nil) == nil)
    }
}
