// SPDX-License-Identifier: Apache-2.0

import CLibcrypto

/// A hash function.
package enum DigestAlgorithm: Hashable, Sendable, CaseIterable {
    case sha1
    case sha256
    case sha384
    case sha512

    package var byteCount: Int {
        switch self {
        case .sha1: 20
        case .sha256: 32
        case .sha384: 48
        case .sha512: 64
        }
    }

    package func hash(_ bytes: [UInt8]) -> [UInt8] {
        let digest = [UInt8](capacity: byteCount) { output in
            bytes.withPointer { input, count in
                EVP_Digest(input, count, output, nil, handle, nil) == 1 ? byteCount : nil
            }
        }
        guard let digest else {
            fatalError("OpenSSL could not hash")
        }
        return digest
    }

    /// The hash of two byte strings, one after the other.
    package func hash(_ first: [UInt8], followedBy second: [UInt8]) -> [UInt8] {
        let context = EVP_MD_CTX_new()
        defer { EVP_MD_CTX_free(context) }
        let digest = [UInt8](capacity: byteCount) { output in
            guard EVP_DigestInit_ex2(context, handle, nil) == 1,
                first.withPointer({ EVP_DigestUpdate(context, $0, $1) }) == 1,
                second.withPointer({ EVP_DigestUpdate(context, $0, $1) }) == 1,
                EVP_DigestFinal_ex(context, output, nil) == 1
            else {
                return nil
            }
            return byteCount
        }
        guard let digest else {
            fatalError("OpenSSL could not hash")
        }
        return digest
    }

    var handle: OpaquePointer {
        switch self {
        case .sha1: FetchedDigest.sha1.handle
        case .sha256: FetchedDigest.sha256.handle
        case .sha384: FetchedDigest.sha384.handle
        case .sha512: FetchedDigest.sha512.handle
        }
    }
}

/// A digest implementation, looked up once: OpenSSL 3 searches its providers again at each use of `EVP_sha256()`.
private final class FetchedDigest: @unchecked Sendable {
    static let sha1 = FetchedDigest("SHA1")
    static let sha256 = FetchedDigest("SHA2-256")
    static let sha384 = FetchedDigest("SHA2-384")
    static let sha512 = FetchedDigest("SHA2-512")

    let handle: OpaquePointer

    private init(_ name: String) {
        guard let handle = EVP_MD_fetch(nil, name, nil) else {
            fatalError("OpenSSL has no \(name)")
        }
        self.handle = handle
    }

    deinit {
        EVP_MD_free(handle)
    }
}
