// SPDX-License-Identifier: Apache-2.0

import CLibcrypto
package import WireFormats

/// An X.509 certificate (RFC 5280). Reading one says nothing about trust: that is ``CertificateChain``'s part.
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

    /// Takes over the caller's reference of the OpenSSL certificate, also when it is rejected.
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
        // OpenSSL reads the extensions into its own cache at first use; done here, threads only read later.
        X509_check_purpose(handle, -1, 0)
        ERR_clear_error()
    }

    deinit {
        X509_free(handle)
    }

    package func publicKey() throws(KeyRejection) -> PublicKey {
        try PublicKey(decoding: X509_get_X509_PUBKEY(handle))
    }

    /// Whether both certificates are of the same key, whoever issued them. Certificates are not compared byte by byte:
    /// anybody can write an ECDSA signature in a second way that holds as well.
    package func isOfSameKey(as other: Certificate) -> Bool {
        guard let key = try? publicKey(), let otherKey = try? other.publicKey() else { return self == other }
        return key == otherKey
    }

    /// Whether the issuer's name is the subject's. Nothing is said about the signature.
    package var isSelfIssued: Bool {
        X509_NAME_cmp(X509_get_subject_name(handle), X509_get_issuer_name(handle)) == 0
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

    package var subjectAlternativeName: SubjectAlternativeName? {
        get throws(CertificateRejection) {
            guard let found = extensionValue(SubjectAlternativeName.oid) else {
                return nil
            }
            return try SubjectAlternativeName(extensionValue: found.value)
        }
    }

    package var subjectKeyIdentifier: [UInt8]? {
        var input = DERReader(extensionValue("2.5.29.14")?.value ?? [])
        guard let identifier = try? input.next(.octetString), input.isAtEnd else {
            return nil
        }
        return [UInt8](identifier.contents)
    }

    /// Whether the certificate is for this DNS name (RFC 6125). A wildcard stands for one whole label.
    package func matchesHost(_ name: String) -> Bool {
        let bytes = [UInt8](name.utf8)
        // To OpenSSL a leading full stop means any host below.
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
