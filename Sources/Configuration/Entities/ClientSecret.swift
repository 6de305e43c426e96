// SPDX-License-Identifier: Apache-2.0

import Cryptography
import WireFormats

/// A client's secret in plain text, which is never stored or shown.
package struct ClientSecret: Sendable {
    private let bytes: [UInt8]

    package init(_ text: String) throws(ValueRejection) {
        bytes = Array(text.utf8)
        guard (1...512).contains(bytes.count), bytes.allSatisfy({ (0x20...0x7E).contains($0) }) else {
            throw ValueRejection(
                "is not a valid secret",
                remedy: "Use 32 to 512 ASCII characters, such as the output of openssl rand -base64 48.")
        }
        guard !SecretPlaceholder.contains(text) else {
            throw ValueRejection(
                "is a placeholder from a guide or an example, not a secret",
                remedy: "Generate a secret with openssl rand -base64 48, and write its output here.")
        }
    }

    /// Whether the secret could be found from its hash by brute force.
    package var isGuessable: Bool { bytes.count < 32 || Set(bytes).count < 8 }

    /// Hashes the secret with a new salt.
    package func hash() -> ClientSecretHash {
        let salt = Randomness.bytes(16)
        return ClientSecretHash(salt: salt, code: HMAC.authenticationCode(for: bytes, key: salt, .sha256))
    }

    package func matches(_ hash: ClientSecretHash) -> Bool {
        hash.matches(bytes)
    }
}

/// The salted hash of a client's secret.
///
/// One pass of a fast hash suffices because secrets are long and random. The operator is warned about other secrets.
package struct ClientSecretHash: Hashable, Sendable, CustomStringConvertible {
    private let salt: [UInt8]
    private let code: [UInt8]

    init(salt: [UInt8], code: [UInt8]) {
        self.salt = salt
        self.code = code
    }

    /// Parses the format of `description`.
    package init(_ text: String) throws(ValueRejection) {
        let parts = text.split(separator: "$", omittingEmptySubsequences: false).map(String.init)
        guard parts.count == 3, parts[0] == "hmac-sha256", let salt = Base64URL.decode(parts[1]), salt.count >= 16,
            let code = Base64URL.decode(parts[2]), code.count == 32
        else {
            throw ValueRejection(
                "is not a valid hash of a secret",
                remedy: "Copy the exported hash, or set client_secret to the secret itself.")
        }
        self.init(salt: salt, code: code)
    }

    /// Compares a secret in constant time.
    package func matches(_ secret: [UInt8]) -> Bool {
        constantTimeEqual(HMAC.authenticationCode(for: secret, key: salt, .sha256), to: code)
    }

    package var description: String {
        "hmac-sha256$\(Base64URL.encode(salt))$\(Base64URL.encode(code))"
    }
}
