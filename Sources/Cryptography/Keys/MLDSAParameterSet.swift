// SPDX-License-Identifier: Apache-2.0

import CLibcrypto

/// A parameter set of ML-DSA (FIPS 204). OpenSSL knows them from version 3.5 on.
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

    /// Whether the OpenSSL that is loaded offers it.
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
