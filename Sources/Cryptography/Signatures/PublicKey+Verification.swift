// SPDX-License-Identifier: Apache-2.0

extension PublicKey {
    /// Whether the signature is this key's, for this message. False also when the scheme does not fit the key.
    ///
    /// ECDSA signatures are DER, in its one strict form. RSA signatures are exactly as long as the modulus.
    package func isValid(signature: [UInt8], for message: [UInt8], scheme: SignatureScheme) -> Bool {
        VerificationContext(key: self, scheme: scheme)?.isValid(signature: signature, for: message) ?? false
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
}
