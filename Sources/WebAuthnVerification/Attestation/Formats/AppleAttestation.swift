// SPDX-License-Identifier: Apache-2.0

import Cryptography
package import WebAuthnMessages
import WireFormats

/// Apple's anonymous attestation, `apple` (§8.8).
package enum AppleAttestation: AttestationFormat {
    package static let id = AttestationFormatID.apple

    package static func verify(
        _ statement: AttestationStatement, in context: inout AttestationContext
    ) throws(AttestationRejection) -> AttestationEvidence {
        let (leaf, chain) = try statement.certificates(&context)
        guard let found = leaf.extensionValue(AppleNonce.oid), let nonce = AppleNonce.parse(found.value) else {
            throw statement.rejection(.certificateExtensionMalformed)
        }
        guard nonce == DigestAlgorithm.sha256.hash(context.signedBytes) else {
            throw statement.rejection(.ceremonyMismatch)
        }
        guard try statement.publicKey(of: leaf) == context.publicKey.key else {
            throw statement.rejection(.publicKeyMismatch)
        }
        return .certified(chain)
    }
}

/// The certificate extension with which Apple binds a certificate to a registration.
package enum AppleNonce {
    package static let oid = "1.2.840.113635.100.8.2"

    /// Parses the nonce: SEQUENCE { [1] { OCTET STRING } }.
    package static func parse(_ value: [UInt8]) -> [UInt8]? {
        do {
            var outer = DERReader(value)
            var fields = try outer.next(.sequence).reader()
            guard let tagged = try fields.next(), tagged.tag.class == .contextSpecific, tagged.tag.number == 1 else {
                return nil
            }
            var inner = tagged.reader()
            let nonce = try inner.next(.octetString)
            guard inner.isAtEnd, fields.isAtEnd, outer.isAtEnd else { return nil }
            return Array(nonce.contents)
        } catch {
            return nil
        }
    }
}
