// SPDX-License-Identifier: Apache-2.0

import CLibcrypto
import WireFormats

/// One leaf, with what came along, to be led to an anchor by OpenSSL.
struct ChainSearch {
    let leaf: Certificate
    let intermediates: [Certificate]

    private static let maximumDepth: Int32 = 10

    /// The chain, whose validity in time is left to the caller: to OpenSSL the second of `notAfter` is over already.
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
            throw .invalid("OpenSSL did not take an anchor")
        }
        for certificate in intermediates where CLibcrypto_X509_stack_push(untrusted, certificate.handle) != 1 {
            throw .invalid("OpenSSL did not take a certificate")
        }
        guard X509_STORE_CTX_init(context, store, leaf.handle, untrusted) == 1 else {
            throw .invalid("OpenSSL could not start")
        }
        let parameters = X509_STORE_CTX_get0_param(context)
        X509_VERIFY_PARAM_set_flags(parameters, UInt(X509_V_FLAG_PARTIAL_CHAIN | X509_V_FLAG_NO_CHECK_TIME))
        X509_VERIFY_PARAM_set_depth(parameters, Self.maximumDepth)
        guard X509_verify_cert(context) == 1 else {
            throw ChainRejection(verificationError: X509_STORE_CTX_get_error(context))
        }
        return certificates(in: X509_STORE_CTX_get0_chain(context), anchors: anchors)
    }

    /// OpenSSL's chain consists of the very objects that it was given.
    private func certificates(in chain: OpaquePointer?, anchors: [Certificate]) -> [Certificate] {
        let known = Dictionary(
            (anchors + intermediates + [leaf]).map { ($0.handle, $0) }, uniquingKeysWith: { first, _ in first })
        return (0..<max(CLibcrypto_X509_stack_count(chain), 0)).compactMap { index in
            CLibcrypto_X509_stack_value(chain, index).flatMap { known[$0] }
        }
    }
}

extension Certificate {
    /// MD5 and worse: rogue certificates have been made by collisions. SHA-1 still occurs in attestation certificates.
    var isSignedOverBrokenDigest: Bool {
        var digest: Int32 = 0
        guard X509_get_signature_info(handle, &digest, nil, nil, nil) == 1 else {
            return false
        }
        return [NID_md2, NID_md4, NID_md5].contains(digest)
    }

    /// Refuses a certificate outside of its validity, whose first and last second belong to it (RFC 5280, section
    /// 4.1.2.5).
    func requireValidity(at time: Timestamp) throws(ChainRejection) {
        guard notBefore <= time else {
            throw .notYetValid
        }
        guard time <= notAfter else {
            throw .expired
        }
    }

    /// Whether this is an authority of the name, and the key identifier if there is one, that the certificate gives as
    /// its issuer's. No signature is checked.
    func mayHaveIssued(_ certificate: Certificate) -> Bool {
        let status = X509_check_issued(handle, certificate.handle)
        ERR_clear_error()
        return status == X509_V_OK
    }

    /// Whether the certificate's signature is by this one's key.
    func hasSigned(_ certificate: Certificate) -> Bool {
        let status = X509_verify(certificate.handle, X509_get0_pubkey(handle))
        ERR_clear_error()
        return status == 1
    }
}
