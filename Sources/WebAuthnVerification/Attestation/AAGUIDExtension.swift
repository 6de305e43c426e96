// SPDX-License-Identifier: Apache-2.0

import Cryptography
import WireFormats

/// The certificate extension that names the model of an authenticator, `id-fido-gen-ce-aaguid` (§8.2.1).
package enum AAGUIDExtension {
    package static let oid = "1.3.6.1.4.1.45724.1.1.4"

    /// Reads the model: 16 bytes in an OCTET STRING inside the extension's own.
    package static func read(_ value: [UInt8]) -> AAGUID? {
        var reader = DERReader(value)
        guard let inner = try? reader.next(.octetString), reader.isAtEnd else { return nil }
        return AAGUID(Array(inner.contents))
    }
}

extension AttestationStatement {
    /// Refuses a certificate that names another model than the authenticator data, or names one wrongly.
    func requireMatchingAAGUID(
        in leaf: Certificate, _ context: AttestationContext
    ) throws(AttestationRejection) {
        guard let found = leaf.extensionValue(AAGUIDExtension.oid) else { return }
        guard !found.isCritical, let aaguid = AAGUIDExtension.read(found.value) else {
            throw rejection(.certificateAAGUIDExtensionMalformed)
        }
        guard aaguid == context.credential.aaguid else { throw rejection(.aaguidMismatch) }
    }
}
