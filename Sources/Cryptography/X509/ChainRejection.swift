// SPDX-License-Identifier: Apache-2.0

import CLibcrypto

/// Why a certificate is not trusted.
package enum ChainRejection: Error, Hashable {
    case noPathToAnchor
    case expired
    case notYetValid
    case revoked
    case signatureInvalid
    /// The search for a path, or its signatures, take more work than is allowed.
    case tooCostly
    /// Any other rule of RFC 5280, in OpenSSL's words.
    case invalid(String)

    /// An `X509_V_ERR_…` code.
    init(verificationError code: Int32) {
        switch code {
        case X509_V_ERR_UNABLE_TO_GET_ISSUER_CERT, X509_V_ERR_DEPTH_ZERO_SELF_SIGNED_CERT,
            X509_V_ERR_SELF_SIGNED_CERT_IN_CHAIN, X509_V_ERR_UNABLE_TO_GET_ISSUER_CERT_LOCALLY,
            X509_V_ERR_UNABLE_TO_VERIFY_LEAF_SIGNATURE, X509_V_ERR_CERT_UNTRUSTED:
            self = .noPathToAnchor
        case X509_V_ERR_CERT_HAS_EXPIRED: self = .expired
        case X509_V_ERR_CERT_NOT_YET_VALID: self = .notYetValid
        case X509_V_ERR_CERT_REVOKED: self = .revoked
        case X509_V_ERR_CERT_SIGNATURE_FAILURE: self = .signatureInvalid
        default: self = .invalid(String(cString: X509_verify_cert_error_string(Int(code))))
        }
    }
}
