// SPDX-License-Identifier: Apache-2.0

/// Why bytes are not an acceptable certificate, part of one, or revocation list.
package enum CertificateRejection: Error, Hashable {
    case malformed
    case tooLarge(byteCount: Int)
    case trailingBytes(Int)
    case unsupportedVersion(Int)
    case malformedName
    case malformedExtension(oid: String)
    case duplicateExtension(oid: String)
}
