// SPDX-License-Identifier: Apache-2.0

import CLibcrypto

/// The minimum cost of a verification: direct calls of OpenSSL, with as much prepared as possible.
final class BareVerification {
    private let key: OpaquePointer?
    private let digest: OpaquePointer?
    private let prepared = EVP_MD_CTX_new()
    private let context = EVP_MD_CTX_new()
    private let message: [UInt8]
    private let signature: [UInt8]

    init(_ sample: SampleCeremony) {
        key = sample.subjectPublicKeyInfo.withUnsafeBufferPointer { bytes in
            var cursor = bytes.baseAddress
            return d2i_PUBKEY(nil, &cursor, bytes.count)
        }
        digest = sample.algorithm.digest.flatMap { EVP_MD_fetch(nil, $0, nil) }
        EVP_DigestVerifyInit(prepared, nil, digest, nil, key)
        message = sample.signedBytes
        signature = sample.signature
    }

    deinit {
        EVP_MD_CTX_free(context)
        EVP_MD_CTX_free(prepared)
        EVP_MD_free(digest)
        EVP_PKEY_free(key)
    }

    /// Verifies with a copy of the state after `EVP_DigestVerifyInit`, which is the fastest way.
    func withPreparedContext() -> Bool {
        EVP_MD_CTX_copy_ex(context, prepared) == 1
            && EVP_DigestVerify(context, signature, signature.count, message, message.count) == 1
    }

    /// Verifies with `EVP_DigestVerifyInit` for each message, which is the usual way. Reuses context, key and digest.
    func withFreshContext() -> Bool {
        EVP_DigestVerifyInit(context, nil, digest, nil, key) == 1
            && EVP_DigestVerify(context, signature, signature.count, message, message.count) == 1
    }
}
