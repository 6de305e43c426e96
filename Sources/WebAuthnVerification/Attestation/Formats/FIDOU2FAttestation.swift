// SPDX-License-Identifier: Apache-2.0

import Cryptography
package import WebAuthnMessages

/// Attestation by a FIDO U2F security key, `fido-u2f` (§8.6).
package enum FIDOU2FAttestation: AttestationFormat {
    package static let id = AttestationFormatID.fidoU2F

    package static func verify(
        _ statement: AttestationStatement, in context: inout AttestationContext
    ) throws(AttestationRejection) -> AttestationEvidence {
        let (leaf, chain) = try statement.certificates(&context)
        guard chain.count == 1 else { throw statement.rejection(.memberMalformed("x5c")) }
        let key = try statement.publicKey(of: leaf)
        guard key.kind == .elliptic(.p256) else {
            throw statement.rejection(.certificateCurveMismatch)
        }
        guard context.publicKey.key.kind == .elliptic(.p256), let point = context.publicKey.key.ellipticPoint else {
            throw statement.rejection(.publicKeyMismatch)
        }
        let message =
            [0x00] + context.authenticatorData.relyingPartyIDHash + context.clientDataHash
            + context.credential.id.bytes + [0x04] + point.x + point.y
        let signature = try statement.bytes("sig")
        try statement.spend(key.verificationWork, in: &context)
        guard key.isValid(signature: signature, for: message, scheme: .ecdsa(.sha256)) else {
            throw statement.rejection(.signatureInvalid)
        }
        return .certified(chain)
    }
}
