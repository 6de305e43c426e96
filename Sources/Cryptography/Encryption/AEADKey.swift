// SPDX-License-Identifier: Apache-2.0

/// A key for authenticated encryption with AES-256-GCM.
///
/// Nonces are random, so one key may seal about 2^32 messages (NIST SP 800-38D, section 8.3).
package struct AEADKey: Sendable {
    private static let keyCount = 32
    private static let saltCount = 12

    private let secret: Secret

    /// Returns `nil` unless there are 32 bytes.
    package init?(bytes: [UInt8]) {
        guard bytes.count == Self.keyCount else {
            return nil
        }
        secret = Secret(bytes)
    }

    package static func generate() -> AEADKey {
        guard let key = AEADKey(bytes: Randomness.keyBytes(keyCount)) else {
            fatalError("a generated key has the right length")
        }
        return key
    }

    /// Seals with a key derived from this one and a random salt, so that there is no limit to the number of messages.
    /// Returns salt, nonce, ciphertext and tag, concatenated.
    ///
    /// This is XAES-256-GCM (C2SP), whose nonce is the salt and the nonce. It seals 2^80 messages with one key. The key
    /// may seal directly, too: a secret mask keeps what is encrypted to derive keys apart from the counters of GCM.
    package func sealApart(_ plaintext: [UInt8], authenticating context: [UInt8]) -> [UInt8] {
        let salt = Randomness.bytes(Self.saltCount)
        return secret.derived(by: salt).seal(plaintext, authenticating: context, after: salt)
    }

    /// Opens what ``sealApart(_:authenticating:)`` sealed.
    package func openApart(_ sealed: [UInt8], authenticating context: [UInt8]) -> [UInt8]? {
        guard sealed.count > Self.saltCount else {
            return nil
        }
        return secret.derived(by: [UInt8](sealed.prefix(Self.saltCount)))
            .open(sealed[Self.saltCount...], authenticating: context)
    }

    /// Returns nonce, ciphertext and tag, concatenated.
    package func seal(_ plaintext: [UInt8], authenticating context: [UInt8] = []) -> [UInt8] {
        secret.seal(plaintext, authenticating: context, after: [])
    }

    /// Returns `nil` unless the bytes were sealed with this key and this context.
    package func open(_ sealed: [UInt8], authenticating context: [UInt8] = []) -> [UInt8]? {
        secret.open(sealed[...], authenticating: context)
    }
}

extension HKDF {
    /// Derives 32 bytes for the purpose that `info` names, from a secret that is itself as random as a key.
    package static func deriveKey(secret: [UInt8], info: [UInt8]) -> [UInt8] {
        guard let bytes = derive(secret: secret, salt: [], info: info, count: 32, .sha256) else {
            fatalError("HKDF gives 32 bytes")
        }
        return bytes
    }
}

extension AEADKey {
    /// The key for the purpose that `info` names, derived from a secret that is itself as random as a key.
    package static func derived(secret: [UInt8], info: [UInt8]) -> AEADKey {
        guard let key = AEADKey(bytes: HKDF.deriveKey(secret: secret, info: info)) else {
            fatalError("a derived key has the right length")
        }
        return key
    }
}
