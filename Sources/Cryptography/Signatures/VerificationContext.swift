// SPDX-License-Identifier: Apache-2.0

import CLibcrypto

/// A key prepared for one scheme: the part of a verification that depends on neither message nor signature.
///
/// It may be used from any number of threads at once, because only copies of it verify. Copying takes 0.1 µs; OpenSSL
/// 3.0 takes 1 to 2 µs to look up the algorithms by name again.
package final class VerificationContext: @unchecked Sendable {
    fileprivate enum State {
        /// For ECDSA: verifies a finished hash, because preparing a context with a digest takes twice as long.
        case ofHash(OpaquePointer, DigestAlgorithm)
        case ofMessage(OpaquePointer)
    }

    private let state: State
    /// The length of an RSA signature. OpenSSL checks the length of other signatures if it is fixed.
    private let signatureByteCount: Int?

    /// Returns `nil` if the scheme doesn't fit the key or OpenSSL doesn't accept it.
    package init?(key: PublicKey, scheme: SignatureScheme) {
        guard scheme.fits(key.kind), let state = State(key: key.handle, scheme: scheme) else {
            ERR_clear_error()
            return nil
        }
        self.state = state
        signatureByteCount = if case .rsa = key.kind { Int(EVP_PKEY_get_size(key.handle)) } else { nil }
    }

    deinit {
        switch state {
        case .ofHash(let context, _): EVP_PKEY_CTX_free(context)
        case .ofMessage(let context): EVP_MD_CTX_free(context)
        }
    }

    /// Whether the signature was made over this message with this key.
    ///
    /// ECDSA signatures must be strict DER. RSA signatures are exactly as long as the modulus.
    package func isValid(signature: [UInt8], for message: [UInt8]) -> Bool {
        guard !signature.isEmpty, signatureByteCount ?? signature.count == signature.count else {
            return false
        }
        let isValid =
            switch state {
            case .ofHash(let context, let digest):
                Self.isValid(signature, forHash: digest.hash(message), like: context)
            case .ofMessage(let context):
                Self.isValid(signature, forMessage: message, like: context)
            }
        if !isValid {
            ERR_clear_error()
        }
        return isValid
    }

    private static func isValid(_ signature: [UInt8], forHash hash: [UInt8], like prepared: OpaquePointer) -> Bool {
        let context = EVP_PKEY_CTX_dup(prepared)
        defer { EVP_PKEY_CTX_free(context) }
        return signature.withPointer { signature, signatureCount in
            hash.withPointer { EVP_PKEY_verify(context, signature, signatureCount, $0, $1) == 1 }
        }
    }

    private static func isValid(
        _ signature: [UInt8], forMessage message: [UInt8], like prepared: OpaquePointer
    ) -> Bool {
        let context = EVP_MD_CTX_new()
        defer { EVP_MD_CTX_free(context) }
        guard EVP_MD_CTX_copy_ex(context, prepared) == 1 else {
            return false
        }
        return signature.withPointer { signature, signatureCount in
            message.withPointer { EVP_DigestVerify(context, signature, signatureCount, $0, $1) == 1 }
        }
    }
}

extension VerificationContext.State {
    fileprivate init?(key: OpaquePointer, scheme: SignatureScheme) {
        if case .ecdsa(let digest) = scheme {
            let context = EVP_PKEY_CTX_new_from_pkey(nil, key, nil)
            guard let context, EVP_PKEY_verify_init(context) == 1 else {
                EVP_PKEY_CTX_free(context)
                return nil
            }
            self = .ofHash(context, digest)
        } else {
            let context = EVP_MD_CTX_new()
            var keyContext: OpaquePointer?
            guard let context, EVP_DigestVerifyInit(context, &keyContext, scheme.digest?.handle, nil, key) == 1,
                scheme.configure(keyContext)
            else {
                EVP_MD_CTX_free(context)
                return nil
            }
            self = .ofMessage(context)
        }
    }
}

extension PublicKey {
    /// Whether the signature was made over this message with this key. `false` if the scheme doesn't fit the key.
    ///
    /// ECDSA signatures must be strict DER. RSA signatures are exactly as long as the modulus.
    package func isValid(signature: [UInt8], for message: [UInt8], scheme: SignatureScheme) -> Bool {
        VerificationContext(key: self, scheme: scheme)?.isValid(signature: signature, for: message) ?? false
    }

    /// The same for ECDSA signatures in the form of JOSE: r and s, each of the coordinates' length.
    package func isValid(
        rawECDSASignature signature: [UInt8], for message: [UInt8], digest: DigestAlgorithm
    ) -> Bool {
        guard case .elliptic(let curve) = kind,
            let pair = ECDSASignature(raw: signature, coordinateByteCount: curve.coordinateByteCount)
        else {
            return false
        }
        return isValid(signature: pair.der, for: message, scheme: .ecdsa(digest))
    }
}
