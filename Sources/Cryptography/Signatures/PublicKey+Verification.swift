// SPDX-License-Identifier: Apache-2.0

import CLibcrypto

extension PublicKey {
    /// Whether the signature is this key's, for this message. False also when the scheme does not fit the key.
    ///
    /// ECDSA signatures are DER, in its one strict form. RSA signatures are exactly as long as the modulus.
    package func isValid(signature: [UInt8], for message: [UInt8], scheme: SignatureScheme) -> Bool {
        guard scheme.fits(kind), !signature.isEmpty else {
            return false
        }
        let isValid =
            switch scheme {
            case .ecdsa(let digest):
                isValid(signature: signature, forDigest: digest.hash(message))
            case .rsaPKCS1, .rsaPSS:
                signature.count == Int(EVP_PKEY_get_size(handle)) && isValid(signature, for: message, scheme)
            case .eddsa, .mlDSA:
                isValid(signature, for: message, scheme)
            }
        if !isValid {
            ERR_clear_error()
        }
        return isValid
    }

    /// The same for ECDSA signatures as JOSE writes them: two numbers of the coordinates' length, r and s.
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

    /// ECDSA over a finished hash. Faster by 1 µs than `EVP_DigestVerifyInit`, which looks the digest up by its name.
    private func isValid(signature: [UInt8], forDigest digest: [UInt8]) -> Bool {
        let context = EVP_PKEY_CTX_new_from_pkey(nil, handle, nil)
        defer { EVP_PKEY_CTX_free(context) }
        guard EVP_PKEY_verify_init(context) == 1 else {
            return false
        }
        return signature.withPointer { signature, signatureCount in
            digest.withPointer { EVP_PKEY_verify(context, signature, signatureCount, $0, $1) == 1 }
        }
    }

    private func isValid(_ signature: [UInt8], for message: [UInt8], _ scheme: SignatureScheme) -> Bool {
        let context = EVP_MD_CTX_new()
        defer { EVP_MD_CTX_free(context) }
        var keyContext: OpaquePointer?
        guard EVP_DigestVerifyInit(context, &keyContext, scheme.digest?.handle, nil, handle) == 1,
            scheme.configure(keyContext)
        else {
            return false
        }
        return signature.withPointer { signature, signatureCount in
            message.withPointer { EVP_DigestVerify(context, signature, signatureCount, $0, $1) == 1 }
        }
    }
}
