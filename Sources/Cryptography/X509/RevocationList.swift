// SPDX-License-Identifier: Apache-2.0

import CLibcrypto

/// A list of certificates that their issuer has revoked (RFC 5280, section 5).
package final class RevocationList: @unchecked Sendable {
    package static let maximumByteCount = 16 * 1024 * 1024

    private let handle: OpaquePointer

    package init(der: [UInt8]) throws(CertificateRejection) {
        guard der.count <= Self.maximumByteCount else {
            throw .tooLarge(byteCount: der.count)
        }
        guard let decoded = der.decoded(by: { d2i_X509_CRL(nil, $0, $1) }) else {
            throw .malformed
        }
        guard decoded.bytesLeft == 0 else {
            X509_CRL_free(decoded.value)
            throw .trailingBytes(decoded.bytesLeft)
        }
        handle = decoded.value
    }

    deinit {
        X509_CRL_free(handle)
    }

    /// Whether this is a list of the issuer that names the certificate. An outdated list counts, because a revoked
    /// certificate stays revoked.
    func revokes(_ certificate: Certificate, issuedBy issuer: Certificate) -> Bool {
        guard X509_NAME_cmp(X509_CRL_get_issuer(handle), X509_get_subject_name(issuer.handle)) == 0,
            X509_CRL_verify(handle, X509_get0_pubkey(issuer.handle)) == 1
        else {
            ERR_clear_error()
            return false
        }
        var entry: OpaquePointer?
        return X509_CRL_get0_by_cert(handle, &entry, certificate.handle) == 1
    }
}
