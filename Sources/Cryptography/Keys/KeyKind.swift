// SPDX-License-Identifier: Apache-2.0

import CLibcrypto

/// The family of a key, and its size within the family.
package enum KeyKind: Hashable, Sendable {
    case elliptic(EllipticCurve)
    case edwards(EdwardsCurve)
    case rsa(bits: Int)
    case mlDSA(MLDSAParameterSet)

    /// Nil for keys that this module does not know: other curves, X25519, DSA, RSA keys bound to PSS.
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
