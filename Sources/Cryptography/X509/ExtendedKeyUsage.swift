// SPDX-License-Identifier: Apache-2.0

import WireFormats

/// What a certificate's key may be used for (RFC 5280, section 4.2.1.12).
package struct ExtendedKeyUsage: Hashable, Sendable {
    package static let oid = "2.5.29.37"

    /// Object identifiers, in the order in which they stand.
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
