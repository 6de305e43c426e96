// SPDX-License-Identifier: Apache-2.0

import CLibcrypto
import WireFormats

/// An extension of a certificate with its encoded value.
package struct CertificateExtension: Hashable, Sendable {
    package let oid: String
    package let isCritical: Bool
    /// The contents of the extension's OCTET STRING.
    package let value: [UInt8]

    /// All extensions of a certificate, in order. RFC 5280, section 4.2, forbids two of the same kind.
    static func list(of certificate: OpaquePointer) throws(CertificateRejection) -> [CertificateExtension] {
        var extensions: [CertificateExtension] = []
        var seen: Set<String> = []
        for index in 0..<max(X509_get_ext_count(certificate), 0) {
            guard let next = CertificateExtension(X509_get_ext(certificate, index)) else {
                throw .malformed
            }
            guard seen.insert(next.oid).inserted else {
                throw .duplicateExtension(oid: next.oid)
            }
            extensions.append(next)
        }
        return extensions
    }

    private init?(_ handle: OpaquePointer?) {
        var buffer = [CChar](repeating: 0, count: 256)
        let length = Int(OBJ_obj2txt(&buffer, Int32(buffer.count), X509_EXTENSION_get_object(handle), 1))
        guard length > 0, length < buffer.count else {
            ERR_clear_error()
            return nil
        }
        oid = String(decoding: buffer.prefix(length).map { UInt8(bitPattern: $0) }, as: UTF8.self)
        isCritical = X509_EXTENSION_get_critical(handle) == 1
        value = [UInt8](X509_EXTENSION_get_data(handle))
    }
}

/// Whether a certificate's key may sign certificates (RFC 5280, section 4.2.1.9).
package enum BasicConstraints: Hashable, Sendable {
    case absent
    case present(isCA: Bool, pathLength: Int?)

    package static let oid = "2.5.29.19"

    package init(extensionValue: [UInt8]) throws(CertificateRejection) {
        do {
            self = try Self.read(extensionValue)
        } catch {
            throw .malformedExtension(oid: Self.oid)
        }
    }

    private static func read(_ bytes: [UInt8]) throws -> BasicConstraints {
        var input = DERReader(bytes)
        var fields = try input.next(.sequence).reader()
        var isCA = false
        var pathLength: Int?
        var field = try fields.next()
        if let flag = field, flag.tag == .boolean {
            guard let value = flag.bool else {
                throw CertificateRejection.malformed
            }
            isCA = value
            field = try fields.next()
        }
        if let number = field {
            guard number.tag == .integer, let value = number.integer, value >= 0 else {
                throw CertificateRejection.malformed
            }
            pathLength = value
        }
        guard fields.isAtEnd, input.isAtEnd else {
            throw CertificateRejection.malformed
        }
        return .present(isCA: isCA, pathLength: pathLength)
    }
}

/// The purposes that a certificate's key may be used for (RFC 5280, section 4.2.1.12).
package struct ExtendedKeyUsage: Hashable, Sendable {
    package static let oid = "2.5.29.37"

    /// The object identifiers, in their order in the certificate.
    package let purposes: [String]

    package init(extensionValue: [UInt8]) throws(CertificateRejection) {
        do {
            purposes = try Self.read(extensionValue)
        } catch {
            throw .malformedExtension(oid: Self.oid)
        }
    }

    package func contains(_ purpose: String) -> Bool {
        purposes.contains(purpose)
    }

    private static func read(_ bytes: [UInt8]) throws -> [String] {
        var input = DERReader(bytes)
        var elements = try input.next(.sequence).reader()
        var purposes: [String] = []
        while !elements.isAtEnd {
            guard let purpose = try elements.next(.objectIdentifier).objectIdentifier else {
                throw CertificateRejection.malformed
            }
            purposes.append(purpose)
        }
        guard input.isAtEnd, !purposes.isEmpty else {
            throw CertificateRejection.malformed
        }
        return purposes
    }
}

/// The DNS and directory names of a subject alternative name (RFC 5280, section 4.2.1.6).
package struct SubjectAlternativeName: Hashable, Sendable {
    package static let oid = "2.5.29.17"

    package let dnsNames: [String]
    package let directoryNames: [DistinguishedName]

    package init(extensionValue: [UInt8]) throws(CertificateRejection) {
        do {
            (dnsNames, directoryNames) = try Self.read(extensionValue)
        } catch {
            throw .malformedExtension(oid: Self.oid)
        }
    }

    private static let dnsName = DERTag.contextSpecific(2, isConstructed: false)
    private static let directoryName = DERTag.contextSpecific(4, isConstructed: true)

    private static func read(_ bytes: [UInt8]) throws -> ([String], [DistinguishedName]) {
        var input = DERReader(bytes)
        var names = try input.next(.sequence).reader()
        var dnsNames: [String] = []
        var directoryNames: [DistinguishedName] = []
        while let name = try names.next() {
            switch name.tag {
            case dnsName:
                guard let text = name.asciiText else {
                    throw CertificateRejection.malformed
                }
                dnsNames.append(text)
            case directoryName:
                directoryNames.append(try DistinguishedName(der: [UInt8](name.contents)))
            default:
                break
            }
        }
        guard input.isAtEnd else {
            throw CertificateRejection.malformed
        }
        return (dnsNames, directoryNames)
    }
}
