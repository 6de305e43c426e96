// SPDX-License-Identifier: Apache-2.0

import CLibcrypto

/// A key that verifies signatures. It may be used from any number of threads at once.
package final class PublicKey: @unchecked Sendable {
    package let kind: KeyKind
    let handle: OpaquePointer

    /// Takes ownership of the caller's reference to the OpenSSL key.
    init(adopting handle: OpaquePointer, kind: KeyKind) {
        self.handle = handle
        self.kind = kind
    }

    deinit {
        EVP_PKEY_free(handle)
    }

    /// The key as an X.509 SubjectPublicKeyInfo, DER.
    package var subjectPublicKeyInfo: [UInt8] {
        guard let der = [UInt8](encodedBy: { i2d_PUBKEY(handle, $0) }) else {
            fatalError("OpenSSL could not encode a public key")
        }
        return der
    }

    package var ellipticPoint: (x: [UInt8], y: [UInt8])? {
        guard case .elliptic(let curve) = kind,
            let x = BigNumber(OSSL_PKEY_PARAM_EC_PUB_X, of: handle)?.bytes(count: curve.coordinateByteCount),
            let y = BigNumber(OSSL_PKEY_PARAM_EC_PUB_Y, of: handle)?.bytes(count: curve.coordinateByteCount)
        else {
            return nil
        }
        return (x, y)
    }

    /// Big endian, without leading zero bytes.
    package var rsaComponents: (modulus: [UInt8], exponent: [UInt8])? {
        guard case .rsa = kind,
            let modulus = BigNumber(OSSL_PKEY_PARAM_RSA_N, of: handle)?.bytes,
            let exponent = BigNumber(OSSL_PKEY_PARAM_RSA_E, of: handle)?.bytes
        else {
            return nil
        }
        return (modulus, exponent)
    }

    package var edwardsBytes: [UInt8]? {
        guard case .edwards(let curve) = kind else {
            return nil
        }
        return [UInt8](rawPublicKeyOf: handle, count: curve.keyByteCount)
    }

    package var mlDSABytes: [UInt8]? {
        guard case .mlDSA(let set) = kind else {
            return nil
        }
        return [UInt8](rawPublicKeyOf: handle, count: set.publicKeyByteCount)
    }
}

extension [UInt8] {
    init?(rawPublicKeyOf key: OpaquePointer, count: Int) {
        self.init(capacity: count) { output in
            var length = count
            return EVP_PKEY_get_raw_public_key(key, output, &length) == 1 && length == count ? count : nil
        }
    }
}

extension PublicKey: Equatable {
    package static func == (left: PublicKey, right: PublicKey) -> Bool {
        guard left.kind == right.kind else {
            return false
        }
        let isEqual = EVP_PKEY_eq(left.handle, right.handle) == 1
        ERR_clear_error()
        return isEqual
    }
}

/// Why a public key is rejected.
package enum KeyRejection: Error, Hashable {
    case pointNotOnCurve
    /// An Edwards point of small order, under which anyone can sign.
    case smallOrder
    case coordinateLength(Int)
    case keyLength(Int)
    case modulusTooSmall(bits: Int)
    case modulusTooLarge(bits: Int)
    /// Even, below 3, or above 2^64.
    case exponentNotAcceptable
    case malformed
    /// A kind of key that this module or the loaded OpenSSL doesn't support.
    case algorithmUnavailable
}
