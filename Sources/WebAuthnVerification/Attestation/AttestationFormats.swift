// SPDX-License-Identifier: Apache-2.0

package import Cryptography
package import WebAuthnMessages
package import WireFormats

/// An attestation statement format with its verification procedure (§8).
package protocol AttestationFormat: Sendable {
    static var id: AttestationFormatID { get }

    static func verify(
        _ statement: AttestationStatement, in context: inout AttestationContext
    ) throws(AttestationRejection) -> AttestationEvidence
}

/// The implemented attestation statement formats.
package enum AttestationFormats {
    package static let all: [any AttestationFormat.Type] = [
        NoneAttestation.self,
        PackedAttestation.self,
        TPMAttestation.self,
        AndroidKeyAttestation.self,
        SafetyNetAttestation.self,
        FIDOU2FAttestation.self,
        AppleAttestation.self,
        CompoundAttestation.self,
    ]

    /// Returns a format, or `nil` if it is unknown.
    package static func named(_ id: AttestationFormatID) -> (any AttestationFormat.Type)? {
        all.first { $0.id == id }
    }
}

/// The registration that an attestation statement belongs to, and the limits of its verification.
package struct AttestationContext: Sendable {
    package let authenticatorData: AuthenticatorData
    package let authenticatorDataBytes: [UInt8]
    package let credential: AuthenticatorData.AttestedCredential
    package let publicKey: CredentialPublicKey
    package let clientDataHash: [UInt8]
    package let policy: AttestationPolicy
    package let time: Timestamp
    /// The work done so far, with its limit.
    package var work: VerificationWork

    /// The bytes that most formats sign.
    package var signedBytes: [UInt8] { authenticatorDataBytes + clientDataHash }
}

/// The evidence in a valid attestation statement. Whether it is trusted is decided later.
package indirect enum AttestationEvidence: Sendable {
    /// No attestation.
    case none
    /// Self attestation by the credential's key.
    case selfSigned
    /// Attestation by the first certificate. The others may lead to a trust anchor.
    case certified([Certificate])
    /// The evidence of each statement in a compound one.
    case several([(format: AttestationFormatID, evidence: AttestationEvidence)])
}

extension AttestationEvidence {
    /// Returns the attested model. It is zero if all statements are FIDO U2F or none, because FIDO U2F doesn't sign the
    /// AAGUID (§8.6).
    package func model(of format: AttestationFormatID, claimed: AAGUID) -> AAGUID {
        switch self {
        case .several(let statements):
            statements.contains { ![.fidoU2F, .none].contains($0.format) } ? claimed : .zero
        case .none, .selfSigned, .certified: format == .fidoU2F ? .zero : claimed
        }
    }
}

/// No attestation, `none` (§8.7).
package enum NoneAttestation: AttestationFormat {
    package static let id = AttestationFormatID.none

    package static func verify(
        _ statement: AttestationStatement, in context: inout AttestationContext
    ) throws(AttestationRejection) -> AttestationEvidence {
        guard statement.value.mapValue?.isEmpty == true else { throw statement.rejection(.statementNotEmpty) }
        return .none
    }
}
