// SPDX-License-Identifier: Apache-2.0

import CLibcrypto

extension PublicKey {
    package static let minimumRSABits = 2048
    package static let maximumRSABits = 8192

    /// Creates a key from the two coordinates of its point, each of exactly the curve's length.
    package static func elliptic(
        _ curve: EllipticCurve, x: [UInt8], y: [UInt8]
    ) throws(KeyRejection) -> PublicKey {
        let length = curve.coordinateByteCount
        guard x.count == length, y.count == length else {
            throw .coordinateLength(x.count == length ? y.count : x.count)
        }
        guard let template = curve.template else {
            throw .algorithmUnavailable
        }
        let key = EVP_PKEY_dup(template)
        let point: [UInt8] = [0x04] + x + y
        guard let key, point.withPointer({ EVP_PKEY_set1_encoded_public_key(key, $0, $1) }) == 1 else {
            EVP_PKEY_free(key)
            ERR_clear_error()
            throw .pointNotOnCurve
        }
        return PublicKey(adopting: key, kind: .elliptic(curve))
    }

    package static func edwards(_ curve: EdwardsCurve, bytes: [UInt8]) throws(KeyRejection) -> PublicKey {
        guard bytes.count == curve.keyByteCount else {
            throw .keyLength(bytes.count)
        }
        try checkEdwards(curve, bytes: bytes)
        return try raw(bytes, name: curve.name, kind: .edwards(curve))
    }

    package static func mlDSA(_ set: MLDSAParameterSet, bytes: [UInt8]) throws(KeyRejection) -> PublicKey {
        guard bytes.count == set.publicKeyByteCount else {
            throw .keyLength(bytes.count)
        }
        guard set.isAvailable else {
            throw .algorithmUnavailable
        }
        return try raw(bytes, name: set.name, kind: .mlDSA(set))
    }

    /// Creates a key from big-endian numbers without leading zero bytes.
    package static func rsa(
        modulus: [UInt8], exponent: [UInt8], minimumBits: Int = minimumRSABits
    ) throws(KeyRejection) -> PublicKey {
        guard modulus.first != 0, exponent.first != 0 else {
            throw .malformed
        }
        let bits = modulus.count * 8 - (modulus.first?.leadingZeroBitCount ?? 0)
        try checkSize(bits: bits, minimumBits: minimumBits)
        try checkRSA(modulus: modulus, exponent: exponent)
        guard let key = rsaHandle(modulus: modulus, exponent: exponent) else {
            ERR_clear_error()
            throw .malformed
        }
        return PublicKey(adopting: key, kind: .rsa(bits: bits))
    }

    /// Reads an X.509 SubjectPublicKeyInfo. Curves must be named, and points must be on them.
    package convenience init(
        subjectPublicKeyInfo der: [UInt8], minimumRSABits: Int = minimumRSABits
    ) throws(KeyRejection) {
        guard let decoded = der.decoded(by: { d2i_X509_PUBKEY(nil, $0, $1) }) else {
            throw .malformed
        }
        defer { X509_PUBKEY_free(decoded.value) }
        guard decoded.bytesLeft == 0 else {
            throw .malformed
        }
        try self.init(decoding: decoded.value, minimumRSABits: minimumRSABits)
    }

    /// Reads a SubjectPublicKeyInfo, which the caller keeps.
    convenience init(
        decoding info: OpaquePointer?, minimumRSABits: Int = minimumRSABits
    ) throws(KeyRejection) {
        guard let key = X509_PUBKEY_get(info) else {
            var algorithm: OpaquePointer?
            X509_PUBKEY_get0_param(&algorithm, nil, nil, nil, info)
            let isKnown = EVP_PKEY_asn1_find(nil, OBJ_obj2nid(algorithm)) != nil
            ERR_clear_error()
            throw isKnown ? .malformed : .algorithmUnavailable
        }
        try self.init(checking: key, minimumRSABits: minimumRSABits)
    }

    /// Takes ownership of the caller's reference to a key that OpenSSL decoded, even if it throws.
    convenience init(
        checking key: OpaquePointer, minimumRSABits: Int = minimumRSABits
    ) throws(KeyRejection) {
        do {
            try self.init(adopting: key, kind: PublicKey.checkedKind(of: key, minimumRSABits: minimumRSABits))
        } catch {
            EVP_PKEY_free(key)
            throw error
        }
    }

    private static func checkedKind(
        of key: OpaquePointer, minimumRSABits: Int
    ) throws(KeyRejection) -> KeyKind {
        guard let kind = KeyKind(of: key) else {
            throw .algorithmUnavailable
        }
        switch kind {
        case .elliptic:
            guard isOnNamedCurve(key) else {
                throw .malformed
            }
        case .rsa(let bits):
            try checkSize(bits: bits, minimumBits: minimumRSABits)
            guard let modulus = BigNumber(OSSL_PKEY_PARAM_RSA_N, of: key)?.bytes,
                let exponent = BigNumber(OSSL_PKEY_PARAM_RSA_E, of: key)?.bytes
            else {
                throw .malformed
            }
            try checkRSA(modulus: modulus, exponent: exponent)
        case .edwards(let curve):
            let bytes = [UInt8](rawPublicKeyOf: key, count: curve.keyByteCount)
            guard let bytes else {
                throw .malformed
            }
            try checkEdwards(curve, bytes: bytes)
        case .mlDSA:
            break
        }
        return kind
    }

    /// Whether the curve is named and the point is not the point at infinity. Explicit parameters that resemble a named
    /// curve's allow forged signatures (CVE-2020-0601). OpenSSL reads the point at infinity, which has no coordinates.
    private static func isOnNamedCurve(_ key: OpaquePointer) -> Bool {
        var isExplicit: Int32 = 0
        let name = OSSL_PKEY_PARAM_EC_DECODED_FROM_EXPLICIT_PARAMS
        guard EVP_PKEY_get_int_param(key, name, &isExplicit) == 1, isExplicit == 0 else {
            ERR_clear_error()
            return false
        }
        return BigNumber(OSSL_PKEY_PARAM_EC_PUB_X, of: key) != nil
    }

    private static func checkEdwards(_ curve: EdwardsCurve, bytes: [UInt8]) throws(KeyRejection) {
        guard !curve.isSmallOrder(bytes) else {
            throw .smallOrder
        }
        guard curve.isPoint(bytes) else {
            throw .pointNotOnCurve
        }
    }

    private static func checkSize(bits: Int, minimumBits: Int) throws(KeyRejection) {
        guard bits >= minimumBits else {
            throw .modulusTooSmall(bits: bits)
        }
        guard bits <= maximumRSABits else {
            throw .modulusTooLarge(bits: bits)
        }
    }

    private static func checkRSA(modulus: [UInt8], exponent: [UInt8]) throws(KeyRejection) {
        guard let last = exponent.last, last & 1 == 1, exponent != [1], exponent.count <= 8 else {
            throw .exponentNotAcceptable
        }
        guard let last = modulus.last, last & 1 == 1 else {
            throw .malformed
        }
    }

    private static func raw(_ bytes: [UInt8], name: String, kind: KeyKind) throws(KeyRejection) -> PublicKey {
        guard let key = bytes.withPointer({ EVP_PKEY_new_raw_public_key_ex(nil, name, nil, $0, $1) }) else {
            ERR_clear_error()
            throw .malformed
        }
        return PublicKey(adopting: key, kind: kind)
    }

    private static func rsaHandle(modulus: [UInt8], exponent: [UInt8]) -> OpaquePointer? {
        guard let modulus = BigNumber(modulus), let exponent = BigNumber(exponent) else {
            return nil
        }
        let builder = OSSL_PARAM_BLD_new()
        let context = EVP_PKEY_CTX_new_from_name(nil, "RSA", nil)
        defer {
            OSSL_PARAM_BLD_free(builder)
            EVP_PKEY_CTX_free(context)
        }
        return withExtendedLifetime((modulus, exponent)) {
            guard CLibcrypto_RSA_numbers_push(builder, modulus.handle, exponent.handle) == 1,
                let parameters = OSSL_PARAM_BLD_to_param(builder)
            else {
                return nil
            }
            defer { OSSL_PARAM_free(parameters) }
            var key: OpaquePointer?
            guard EVP_PKEY_fromdata_init(context) == 1,
                EVP_PKEY_fromdata(context, &key, CLibcrypto_public_key_selection(), parameters) == 1
            else {
                return nil
            }
            return key
        }
    }
}
