// SPDX-License-Identifier: Apache-2.0

import Cryptography
import WireFormats

/// The challenge of Proof Key for Code Exchange with the method S256 (RFC 7636, section 4.2).
package struct CodeChallenge: Hashable, Sendable {
    /// The name of the method.
    static let method = "S256"

    /// The hash in base64url.
    package let text: String
    private let hash: [UInt8]

    /// Returns `nil` unless the text is a SHA-256 hash in base64url.
    package init?(_ text: String) {
        guard let hash = Self.hash(text) else { return nil }
        self.text = text
        self.hash = hash
    }

    /// Decodes a SHA-256 hash in base64url, which has one spelling.
    static func hash(_ text: String) -> [UInt8]? {
        guard let hash = Base64URL.decode(text), hash.count == 32 else { return nil }
        return hash
    }

    /// Whether a verifier belongs to the challenge. It has 43 to 128 unreserved characters (RFC 7636, section 4.1).
    package func verify(verifier: String) -> Bool {
        guard (43...128).contains(verifier.utf8.count), verifier.utf8.allSatisfy(\.isUnreserved) else { return false }
        return constantTimeEqual(DigestAlgorithm.sha256.hash([UInt8](verifier.utf8)), to: hash)
    }

    /// Throws unless the verifier of a token request fits the challenge of its authorization request.
    ///
    /// A verifier without a challenge is rejected, because an attacker could have removed the challenge (RFC 9700,
    /// section 2.1.1).
    package static func check(verifier: String?, against challenge: String?) throws(OAuthFailure) {
        switch (verifier, challenge) {
        case (nil, nil): return
        case (nil, _?): throw .authorizationCodeRejected(.verifierMissing)
        case (_?, nil): throw .authorizationCodeRejected(.challengeMissing)
        case (let verifier?, let challenge?):
            guard CodeChallenge(challenge)?.verify(verifier: verifier) == true else {
                throw .authorizationCodeRejected(.verifierMismatch)
            }
        }
    }
}
