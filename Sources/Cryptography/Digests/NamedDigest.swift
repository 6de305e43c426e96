// SPDX-License-Identifier: Apache-2.0

import CLibcrypto

/// A hash function by its name, for password hashes that were made elsewhere. Some are broken, and nothing else uses
/// them; what the server hashes itself has a ``DigestAlgorithm``.
package enum NamedDigest: String, Hashable, Sendable, CaseIterable {
    case md4, md5, sha1, sha224, sha256, sha384, sha512, ripemd160, whirlpool

    /// OpenSSL on this system does not have the digest.
    package struct Unavailable: Error, Hashable {
        package let name: String
    }

    package var byteCount: Int {
        switch self {
        case .md4, .md5: 16
        case .sha1, .ripemd160: 20
        case .sha224: 28
        case .sha256: 32
        case .sha384: 48
        case .sha512, .whirlpool: 64
        }
    }

    package func hash(_ bytes: [UInt8]) throws(Unavailable) -> [UInt8] {
        let digest = try fetched
        return try output { output in
            bytes.withPointer { EVP_Digest($0, $1, output, nil, digest.handle, nil) == 1 }
        }
    }

    /// The keyed hash of a message (RFC 2104).
    package func authenticationCode(for message: [UInt8], key: [UInt8]) throws(Unavailable) -> [UInt8] {
        let digest = try fetched
        let algorithm = EVP_MAC_fetch(digest.library, "HMAC", nil)
        let context = algorithm.flatMap(EVP_MAC_CTX_new)
        defer {
            EVP_MAC_CTX_free(context)
            EVP_MAC_free(algorithm)
        }
        return try output { output in
            var count = 0
            return CLibcrypto_HMAC_set_digest(context, digest.handle) == 1
                && key.withPointer({ EVP_MAC_init(context, $0, $1, nil) }) == 1
                && message.withPointer({ EVP_MAC_update(context, $0, $1) }) == 1
                && EVP_MAC_final(context, output, &count, byteCount) == 1
        }
    }

    /// Derives `count` bytes from a password (PBKDF2, RFC 8018).
    package func deriveKey(
        from password: [UInt8], salt: [UInt8], iterations: Int, count: Int
    ) throws(Unavailable) -> [UInt8] {
        let digest = try fetched
        let algorithm = EVP_KDF_fetch(digest.library, "PBKDF2", nil)
        let context = algorithm.flatMap(EVP_KDF_CTX_new)
        defer {
            EVP_KDF_CTX_free(context)
            EVP_KDF_free(algorithm)
        }
        return try output(count: count) { output in
            password.withPointer { password, passwordCount in
                salt.withPointer { salt, saltCount in
                    CLibcrypto_PBKDF2_derive(
                        context, digest.handle, password, passwordCount, salt, saltCount,
                        UInt64(clamping: iterations), output, count)
                }
            } == 1
        }
    }

    private func output(
        count: Int? = nil, writtenBy write: (UnsafeMutablePointer<UInt8>) -> Bool
    ) throws(Unavailable) -> [UInt8] {
        let count = count ?? byteCount
        guard let bytes = [UInt8](capacity: count, writtenBy: { write($0) ? count : nil }) else {
            ERR_clear_error()
            throw Unavailable(name: rawValue)
        }
        return bytes
    }

    private var fetched: FetchedDigests.Digest {
        get throws(Unavailable) {
            guard let digest = FetchedDigests.standard.digests[self] ?? FetchedDigests.legacy.digests[self] else {
                throw Unavailable(name: rawValue)
            }
            return digest
        }
    }
}

/// The digests of one library context, looked up once and never freed.
private final class FetchedDigests: @unchecked Sendable {
    typealias Digest = (handle: OpaquePointer, library: OpaquePointer?)

    /// The digests of OpenSSL's default context, which is `nil`.
    static let standard = FetchedDigests(of: nil)
    /// Loaded when a digest is used that the default context does not have.
    static let legacy = FetchedDigests(of: legacyLibrary())

    let digests: [NamedDigest: Digest]

    private init(of library: OpaquePointer?) {
        digests = NamedDigest.allCases.reduce(into: [:]) { digests, name in
            if let handle = EVP_MD_fetch(library, name.rawValue, nil) { digests[name] = (handle, library) }
        }
        ERR_clear_error()
    }

    /// A context of its own with OpenSSL's provider of retired algorithms. The rest of the program uses the default
    /// context, where a retired algorithm must not be found by accident.
    private static func legacyLibrary() -> OpaquePointer? {
        let library = OSSL_LIB_CTX_new()
        // A context that loads a provider explicitly gets the default one no more by itself.
        for provider in ["default", "legacy"] where OSSL_PROVIDER_load(library, provider) == nil {
            ERR_clear_error()
        }
        return library
    }
}
