// SPDX-License-Identifier: Apache-2.0

import CLibcrypto

/// Keyed hashing (RFC 2104).
package enum HMAC {
    /// Returns the code of one message. An ``HMACKey`` is faster for many messages.
    package static func authenticationCode(
        for message: [UInt8], key: [UInt8], _ digest: DigestAlgorithm
    ) -> [UInt8] {
        HMACContext(key: key, digest).authenticationCode(for: message)
    }
}

/// A prepared HMAC key. Any number of threads may use one at the same time, because each code is computed in a copy.
package final class HMACKey: @unchecked Sendable {
    private let context: HMACContext

    package init(_ bytes: [UInt8], digest: DigestAlgorithm) {
        context = HMACContext(key: bytes, digest)
    }

    package func authenticationCode(for message: [UInt8]) -> [UInt8] {
        HMACContext(copying: context).authenticationCode(for: message)
    }

    /// Writes the code, which is as long as the digest.
    func writeAuthenticationCode(for message: [UInt8], to output: UnsafeMutablePointer<UInt8>) {
        HMACContext(copying: context).writeAuthenticationCode(for: message, to: output)
    }
}

/// OpenSSL's state of one computation, which OpenSSL wipes when it frees it.
private final class HMACContext: @unchecked Sendable {
    // Each key is set in a copy, because OpenSSL's `HMAC` looks up two algorithms on every call: 2.6 instead of 1.8 µs.
    private static let sha1 = HMACContext(preparing: .sha1)
    private static let sha256 = HMACContext(preparing: .sha256)
    private static let sha384 = HMACContext(preparing: .sha384)
    private static let sha512 = HMACContext(preparing: .sha512)

    private let handle: OpaquePointer
    private let digest: DigestAlgorithm

    init(copying other: HMACContext) {
        guard let handle = EVP_MAC_CTX_dup(other.handle) else {
            fatalError("OpenSSL could not copy an HMAC")
        }
        self.handle = handle
        digest = other.digest
    }

    convenience init(key: [UInt8], _ digest: DigestAlgorithm) {
        self.init(copying: Self.prepared(digest))
        guard setKey(key) else {
            fatalError("OpenSSL could not take a key for HMAC")
        }
    }

    private init(preparing digest: DigestAlgorithm) {
        let algorithm = EVP_MAC_fetch(nil, "HMAC", nil)
        defer { EVP_MAC_free(algorithm) }
        guard let algorithm, let handle = EVP_MAC_CTX_new(algorithm),
            CLibcrypto_HMAC_set_digest(handle, digest.handle) == 1
        else {
            fatalError("OpenSSL has no HMAC")
        }
        self.handle = handle
        self.digest = digest
        guard setKey([]) else {
            fatalError("OpenSSL could not prepare an HMAC")
        }
    }

    deinit {
        EVP_MAC_CTX_free(handle)
    }

    func authenticationCode(for message: [UInt8]) -> [UInt8] {
        let code = [UInt8](capacity: digest.byteCount) { output in
            writeAuthenticationCode(for: message, to: output)
            return digest.byteCount
        }
        return code ?? []
    }

    func writeAuthenticationCode(for message: [UInt8], to output: UnsafeMutablePointer<UInt8>) {
        var count = 0
        guard message.withPointer({ EVP_MAC_update(handle, $0, $1) }) == 1,
            EVP_MAC_final(handle, output, &count, digest.byteCount) == 1, count == digest.byteCount
        else {
            fatalError("OpenSSL could not compute an HMAC")
        }
    }

    private func setKey(_ key: [UInt8]) -> Bool {
        key.withPointer { EVP_MAC_init(handle, $0, $1, nil) } == 1
    }

    private static func prepared(_ digest: DigestAlgorithm) -> HMACContext {
        switch digest {
        case .sha1: sha1
        case .sha256: sha256
        case .sha384: sha384
        case .sha512: sha512
        }
    }
}

/// Key derivation from a secret (RFC 5869).
package enum HKDF {
    /// Derives `count` bytes. Returns `nil` if `count` is more than 255 times the digest's length, RFC 5869's limit.
    package static func derive(
        secret: [UInt8], salt: [UInt8], info: [UInt8], count: Int, _ digest: DigestAlgorithm
    ) -> [UInt8]? {
        guard count >= 0, count <= 255 * digest.byteCount else {
            return nil
        }
        let key = HMACKey(HMAC.authenticationCode(for: secret, key: salt, digest), digest: digest)
        var output: [UInt8] = []
        var block: [UInt8] = []
        var index: UInt8 = 0
        while output.count < count {
            index += 1
            block = key.authenticationCode(for: block + info + [index])
            output += block
        }
        return [UInt8](output.prefix(count))
    }
}

/// Whether two byte strings are equal, compared in a time that depends only on their lengths.
package func constantTimeEqual(_ first: [UInt8], to second: [UInt8]) -> Bool {
    guard first.count == second.count else {
        return false
    }
    return first.withPointer { left, count in
        second.withPointer { right, _ in CRYPTO_memcmp(left, right, count) == 0 }
    }
}
