// SPDX-License-Identifier: Apache-2.0

import Cryptography
package import WireFormats

/// A secret that only its holder has, such as an authorization code or the value of a session cookie.
///
/// It is 32 bytes in base64url: the time and 26 random bytes. The server stores its hash after the same time, so that a
/// storage that orders records by key writes new ones next to each other.
package struct TimeOrderedSecret: Hashable, Sendable {
    package let text: String
    /// The time that the secret begins with, and the SHA-256 hash of its text. One pass suffices for 208 random bits.
    package let hash: [UInt8]

    /// Creates a secret.
    package init(at time: Timestamp) {
        let prefix = TimeOrderedID.prefix(at: time)
        self.init(Base64URL.encode(Randomness.bytes(26, after: prefix)), prefix: prefix)
    }

    /// Reads a secret that a client sent. Returns `nil` unless it has the form of one.
    package init?(_ text: String) {
        guard text.utf8.count == 43, let prefix = Base64URL.decode(text.utf8.prefix(8)) else { return nil }
        self.init(text, prefix: prefix)
    }

    /// The hash for another use of the same form, so that a secret of one use is worth nothing for the other.
    package func hash(for use: String) -> [UInt8] {
        hash.prefix(TimeOrderedID.prefixLength) + DigestAlgorithm.sha256.hash([UInt8]("\(use)\u{0}\(text)".utf8))
    }

    private init(_ text: String, prefix: [UInt8]) {
        self.text = text
        hash = prefix + DigestAlgorithm.sha256.hash([UInt8](text.utf8))
    }
}
