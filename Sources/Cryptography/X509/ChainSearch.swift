// SPDX-License-Identifier: Apache-2.0

import CLibcrypto
import WireFormats

/// A search by OpenSSL for a path from a leaf over the given intermediates.
struct ChainSearch {
    let leaf: Certificate
    let intermediates: [Certificate]

    private static let maximumDepth: Int32 = 10

    /// The path to one of the anchors. The caller checks the dates: to OpenSSL, a certificate has already expired in
    /// the second of its `notAfter`.
    func chain(to anchors: [Certificate]) throws(ChainRejection) -> [Certificate] {
        let store = X509_STORE_new()
        let untrusted = CLibcrypto_X509_stack_new()
        let context = X509_STORE_CTX_new()
        defer {
            X509_STORE_CTX_free(context)
            CLibcrypto_X509_stack_free(untrusted)
            X509_STORE_free(store)
            ERR_clear_error()
        }
        for anchor in anchors where X509_STORE_add_cert(store, anchor.handle) != 1 {
            throw .invalid("OpenSSL did not accept an anchor")
        }
        for certificate in intermediates where CLibcrypto_X509_stack_push(untrusted, certificate.handle) != 1 {
            throw .invalid("OpenSSL did not accept a certificate")
        }
        guard X509_STORE_CTX_init(context, store, leaf.handle, untrusted) == 1 else {
            throw .invalid("OpenSSL could not begin the validation")
        }
        let parameters = X509_STORE_CTX_get0_param(context)
        X509_VERIFY_PARAM_set_flags(parameters, UInt(X509_V_FLAG_PARTIAL_CHAIN | X509_V_FLAG_NO_CHECK_TIME))
        X509_VERIFY_PARAM_set_depth(parameters, Self.maximumDepth)
        guard X509_verify_cert(context) == 1 else {
            throw ChainRejection(verificationError: X509_STORE_CTX_get_error(context))
        }
        return certificates(in: X509_STORE_CTX_get0_chain(context), anchors: anchors)
    }

    /// The certificates of OpenSSL's chain, which has references to the objects it was given.
    private func certificates(in chain: OpaquePointer?, anchors: [Certificate]) -> [Certificate] {
        let known = Dictionary(
            (anchors + intermediates + [leaf]).map { ($0.handle, $0) }, uniquingKeysWith: { first, _ in first })
        return (0..<max(CLibcrypto_X509_stack_count(chain), 0)).compactMap { index in
            CLibcrypto_X509_stack_value(chain, index).flatMap { known[$0] }
        }
    }
}

extension Certificate {
    /// Whether the signature is over MD5 or an older digest, whose collisions have been used to forge certificates.
    /// SHA-1 still occurs in attestation certificates.
    var isSignedOverBrokenDigest: Bool {
        var digest: Int32 = 0
        guard X509_get_signature_info(handle, &digest, nil, nil, nil) == 1 else {
            return false
        }
        return [NID_md2, NID_md4, NID_md5].contains(digest)
    }

    /// Throws unless the time is within the validity period, which includes its first and last second (RFC 5280,
    /// section 4.1.2.5).
    func requireValidity(at time: Timestamp) throws(ChainRejection) {
        guard notBefore <= time else {
            throw .notYetValid
        }
        guard time <= notAfter else {
            throw .expired
        }
    }

    /// Whether this is an authority whose name, and key identifier if there is one, match the certificate's issuer. The
    /// signature is not checked.
    func mayHaveIssued(_ certificate: Certificate) -> Bool {
        let status = X509_check_issued(handle, certificate.handle)
        ERR_clear_error()
        return status == X509_V_OK
    }

    /// Whether this certificate's key made the other's signature.
    func hasSigned(_ certificate: Certificate) -> Bool {
        let status = X509_verify(certificate.handle, X509_get0_pubkey(handle))
        ERR_clear_error()
        return status == 1
    }
}

/// Why a certificate is not trusted.
package enum ChainRejection: Error, Hashable {
    case noPathToAnchor
    case expired
    case notYetValid
    case revoked
    case signatureInvalid
    /// Finding and verifying a path takes more work than is allowed.
    case tooCostly
    /// Any other rule of RFC 5280, in OpenSSL's words.
    case invalid(String)

    /// The rejection for an `X509_V_ERR_…` code.
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
