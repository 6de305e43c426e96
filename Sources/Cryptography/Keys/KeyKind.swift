// SPDX-License-Identifier: Apache-2.0

import CLibcrypto

/// The family of a key, and its size within the family.
package enum KeyKind: Hashable, Sendable {
    case elliptic(EllipticCurve)
    case edwards(EdwardsCurve)
    case rsa(bits: Int)
    case mlDSA(MLDSAParameterSet)

    /// Returns `nil` for keys that are not supported: other curves, X25519, DSA, and RSA keys restricted to PSS.
    init?(of key: OpaquePointer) {
        if EVP_PKEY_is_a(key, "EC") == 1 {
            guard let curve = EllipticCurve(of: key) else {
                return nil
            }
            self = .elliptic(curve)
        } else if EVP_PKEY_is_a(key, "RSA") == 1 {
            self = .rsa(bits: Int(EVP_PKEY_get_bits(key)))
        } else if let curve = EdwardsCurve.allCases.first(where: { EVP_PKEY_is_a(key, $0.name) == 1 }) {
            self = .edwards(curve)
        } else if let set = MLDSAParameterSet.allCases.first(where: { EVP_PKEY_is_a(key, $0.name) == 1 }) {
            self = .mlDSA(set)
        } else {
            return nil
        }
    }
}

/// A parameter set of ML-DSA (FIPS 204), which OpenSSL has from version 3.5.
package enum MLDSAParameterSet: Hashable, Sendable, CaseIterable {
    case mlDSA44
    case mlDSA65
    case mlDSA87

    package var name: String {
        switch self {
        case .mlDSA44: "ML-DSA-44"
        case .mlDSA65: "ML-DSA-65"
        case .mlDSA87: "ML-DSA-87"
        }
    }

    package var publicKeyByteCount: Int {
        switch self {
        case .mlDSA44: 1312
        case .mlDSA65: 1952
        case .mlDSA87: 2592
        }
    }

    package var signatureByteCount: Int {
        switch self {
        case .mlDSA44: 2420
        case .mlDSA65: 3309
        case .mlDSA87: 4627
        }
    }

    /// Whether the loaded OpenSSL implements it.
    package var isAvailable: Bool {
        Self.available.contains(self)
    }

    private static let available = Set(
        allCases.filter { set in
            let signature = EVP_SIGNATURE_fetch(nil, set.name, nil)
            EVP_SIGNATURE_free(signature)
            ERR_clear_error()
            return signature != nil
        })
}
