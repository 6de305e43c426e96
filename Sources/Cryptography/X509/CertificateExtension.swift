// SPDX-License-Identifier: Apache-2.0

import CLibcrypto

/// One extension of a certificate, unread.
package struct CertificateExtension: Hashable, Sendable {
    package let oid: String
    package let isCritical: Bool
    /// What the extension's octet string holds.
    package let value: [UInt8]

    /// All of a certificate's extensions, in order. RFC 5280, section 4.2, forbids a second one of the same kind.
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
