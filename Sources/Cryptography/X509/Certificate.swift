// SPDX-License-Identifier: Apache-2.0

import CLibcrypto
package import WireFormats

/// An X.509 certificate (RFC 5280). Trust is decided by ``CertificateChain``.
package final class Certificate: @unchecked Sendable {
    package static let maximumByteCount = 64 * 1024

    package let der: [UInt8]
    /// 1, 2 or 3.
    package let version: Int
    /// Big endian, without a sign byte.
    package let serialNumber: [UInt8]
    package let subject: DistinguishedName
    package let issuer: DistinguishedName
    package let notBefore: Timestamp
    package let notAfter: Timestamp
    package let extensions: [CertificateExtension]
    package let basicConstraints: BasicConstraints
    let handle: OpaquePointer

    package convenience init(der: [UInt8]) throws(CertificateRejection) {
        guard der.count <= Self.maximumByteCount else {
            throw .tooLarge(byteCount: der.count)
        }
        guard let decoded = der.decoded(by: { d2i_X509(nil, $0, $1) }) else {
            throw .malformed
        }
        try self.init(adopting: decoded.value, der: der, bytesLeft: decoded.bytesLeft)
    }

    /// Takes ownership of the caller's reference to the OpenSSL certificate, even if it throws.
    private init(adopting handle: OpaquePointer, der: [UInt8], bytesLeft: Int) throws(CertificateRejection) {
        do throws(CertificateRejection) {
            guard bytesLeft == 0 else {
                throw .trailingBytes(bytesLeft)
            }
            version = X509_get_version(handle) + 1
            guard (1...3).contains(version) else {
                throw .unsupportedVersion(version)
            }
            serialNumber = [UInt8](X509_get0_serialNumber(handle))
            subject = try DistinguishedName(X509_get_subject_name(handle))
            issuer = try DistinguishedName(X509_get_issuer_name(handle))
            notBefore = try Timestamp(X509_get0_notBefore(handle))
            notAfter = try Timestamp(X509_get0_notAfter(handle))
            extensions = try CertificateExtension.list(of: handle)
            basicConstraints = try Self.basicConstraints(in: extensions)
        } catch {
            X509_free(handle)
            ERR_clear_error()
            throw error
        }
        self.der = der
        self.handle = handle
        // OpenSSL caches the extensions at first use. Doing it here means that threads only read the cache later.
        X509_check_purpose(handle, -1, 0)
        ERR_clear_error()
    }

    deinit {
        X509_free(handle)
    }

    package func publicKey() throws(KeyRejection) -> PublicKey {
        try PublicKey(decoding: X509_get_X509_PUBKEY(handle))
    }

    /// Whether both certificates have the same key, regardless of their issuers. Their bytes may differ: anyone can
    /// turn an ECDSA signature into a second valid one.
    package func isOfSameKey(as other: Certificate) -> Bool {
        guard let key = try? publicKey(), let otherKey = try? other.publicKey() else { return self == other }
        return key == otherKey
    }

    package func extensionValue(_ oid: String) -> CertificateExtension? {
        extensions.first { $0.oid == oid }
    }

    package var extendedKeyUsage: ExtendedKeyUsage? {
        get throws(CertificateRejection) {
            guard let found = extensionValue(ExtendedKeyUsage.oid) else {
                return nil
            }
            return try ExtendedKeyUsage(extensionValue: found.value)
        }
    }

    /// Whether the certificate is for this DNS name (RFC 6125). A wildcard stands for one whole label.
    package func matchesHost(_ name: String) -> Bool {
        let bytes = [UInt8](name.utf8)
        // OpenSSL takes a leading full stop to mean any subdomain.
        guard let first = bytes.first, first != UInt8(ascii: "."), !bytes.contains(0) else {
            return false
        }
        let flags = UInt32(X509_CHECK_FLAG_NO_PARTIAL_WILDCARDS)
        let isMatch = bytes.withPointer { address, count in
            address.withMemoryRebound(to: CChar.self, capacity: count) {
                X509_check_host(handle, $0, count, flags, nil) == 1
            }
        }
        ERR_clear_error()
        return isMatch
    }

    private static func basicConstraints(
        in extensions: [CertificateExtension]
    ) throws(CertificateRejection) -> BasicConstraints {
        guard let found = extensions.first(where: { $0.oid == BasicConstraints.oid }) else {
            return .absent
        }
        return try BasicConstraints(extensionValue: found.value)
    }
}

extension Certificate: Hashable {
    package static func == (left: Certificate, right: Certificate) -> Bool {
        left.der == right.der
    }

    package func hash(into hasher: inout Hasher) {
        hasher.combine(der)
    }
}

/// Why a certificate, a part of one, or a revocation list is rejected.
package enum CertificateRejection: Error, Hashable {
    case malformed
    case tooLarge(byteCount: Int)
    case trailingBytes(Int)
    case unsupportedVersion(Int)
    case malformedName
    case malformedExtension(oid: String)
    case duplicateExtension(oid: String)
}
