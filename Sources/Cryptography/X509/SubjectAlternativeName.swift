// SPDX-License-Identifier: Apache-2.0

import WireFormats

/// Further names of a certificate's subject (RFC 5280, section 4.2.1.6): those kinds that this project asks for.
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
