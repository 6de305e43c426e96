// SPDX-License-Identifier: Apache-2.0

package import Cryptography

/// The one secret that the server is given: every other key is derived from it or sealed under one that is.
package struct MasterKey: Hashable, Sendable {
    /// What a derived key is for. No two uses share a key.
    package enum Purpose: Hashable, Sendable {
        /// Sealing the private halves of signing keys.
        case signingKeys
        /// Sealing what a client carries between two requests, of one host and one epoch.
        case session(host: String, epoch: String)
        /// Sealing opaque access tokens, of one host and one epoch.
        case accessTokens(host: String, epoch: String)
        /// Nonces for proofs of possession, of one host.
        case proofNonces(host: String)

        fileprivate var parts: [String] {
            switch self {
            case .signingKeys: ["signing-keys"]
            case .session(let host, let epoch): ["session", host, epoch]
            case .accessTokens(let host, let epoch): ["access-tokens", host, epoch]
            case .proofNonces(let host): ["proof-nonces", host]
            }
        }
    }

    package static let byteCount = 32

    private let bytes: [UInt8]

    /// Nil unless there are 32 bytes.
    package init?(bytes: [UInt8]) {
        guard bytes.count == Self.byteCount else {
            return nil
        }
        self.bytes = bytes
    }

    /// The bytes for a new master key, to be kept where backups are not.
    package static func generateBytes() -> [UInt8] {
        Randomness.bytes(byteCount)
    }

    package func bytes(for purpose: Purpose) -> [UInt8] {
        HKDF.deriveKey(secret: bytes, info: purpose.info)
    }

    package func sealingKey(for purpose: Purpose) -> AEADKey {
        AEADKey.derived(secret: bytes, info: purpose.info)
    }
}

extension MasterKey.Purpose {
    /// Each part behind its length, so that no two purposes can be written alike.
    fileprivate var info: [UInt8] {
        parts.reduce(into: [UInt8]("thumbturn/1".utf8)) { info, part in
            let text = [UInt8](part.utf8)
            info += [UInt8(truncatingIfNeeded: text.count >> 8), UInt8(truncatingIfNeeded: text.count)] + text
        }
    }
}

extension MasterKey: CustomStringConvertible, CustomReflectable {
    package var description: String { "MasterKey" }
    package var customMirror: Mirror { Mirror(self, children: [:]) }
}
