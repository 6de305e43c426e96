// SPDX-License-Identifier: Apache-2.0

import Cryptography
import WireFormats

/// A client's secret on its way in. It is neither stored nor shown.
package struct ClientSecret: Sendable {
    private let bytes: [UInt8]

    package init(_ text: String) throws(ValueRejection) {
        bytes = Array(text.utf8)
        guard (1...512).contains(bytes.count), bytes.allSatisfy({ (0x20...0x7E).contains($0) }) else {
            throw ValueRejection("is no secret", remedy: "Use 32 to 512 visible characters: openssl rand -base64 48.")
        }
    }

    /// Whether somebody who has its hash could find it by trying.
    package var isGuessable: Bool { bytes.count < 32 || Set(bytes).count < 8 }

    /// With a salt of its own.
    package func hash() -> ClientSecretHash {
        let salt = Randomness.bytes(16)
        return ClientSecretHash(salt: salt, code: HMAC.authenticationCode(for: bytes, key: salt, .sha256))
    }

    package func matches(_ hash: ClientSecretHash) -> Bool {
        hash.matches(bytes)
    }
}

/// A client's secret as it is stored: salted and hashed.
///
/// One pass of a fast hash is enough, because secrets are long and drawn by machines; there is nothing to try. Of one that
/// is not, the operator is warned.
package struct ClientSecretHash: Hashable, Sendable, CustomStringConvertible {
    private let salt: [UInt8]
    private let code: [UInt8]

    init(salt: [UInt8], code: [UInt8]) {
        self.salt = salt
        self.code = code
    }

    /// Reads what `description` writes.
    package init(_ text: String) throws(ValueRejection) {
        let parts = text.split(separator: "$", omittingEmptySubsequences: false).map(String.init)
        guard parts.count == 3, parts[0] == "hmac-sha256", let salt = Base64URL.decode(parts[1]), salt.count >= 16,
            let code = Base64URL.decode(parts[2]), code.count == 32
        else {
            throw ValueRejection(
                "is no hash of a secret",
                remedy: "Copy it as it was exported, or write the secret itself as client_secret.")
        }
        self.init(salt: salt, code: code)
    }

    /// Whether the secret is this one; takes the same time either way.
    package func matches(_ secret: [UInt8]) -> Bool {
        constantTimeEqual(HMAC.authenticationCode(for: secret, key: salt, .sha256), code)
    }

    package var description: String {
        "hmac-sha256$\(Base64URL.encode(salt))$\(Base64URL.encode(code))"
    }
}
