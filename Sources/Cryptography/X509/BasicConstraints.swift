// SPDX-License-Identifier: Apache-2.0

import WireFormats

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
