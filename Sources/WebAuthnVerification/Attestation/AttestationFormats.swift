// SPDX-License-Identifier: Apache-2.0

package import Cryptography
package import WebAuthnMessages
package import WireFormats

/// One attestation statement format: its rules, as a function of the statement and its registration.
package protocol AttestationFormat: Sendable {
    static var id: AttestationFormatID { get }

    static func verify(
        _ statement: AttestationStatement, in context: inout AttestationContext
    ) throws(AttestationRejection) -> AttestationEvidence
}

/// The formats this library knows.
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

    /// The format of exactly this name.
    package static func named(_ id: AttestationFormatID) -> (any AttestationFormat.Type)? {
        all.first { $0.id == id }
    }
}

/// What an attestation statement is judged against: the one registration it came with.
package struct AttestationContext: Sendable {
    package let authenticatorData: AuthenticatorData
    package let authenticatorDataBytes: [UInt8]
    package let credential: AuthenticatorData.AttestedCredential
    package let publicKey: CredentialPublicKey
    package let clientDataHash: [UInt8]
    package let policy: AttestationPolicy
    package let time: Timestamp
    /// What has been done so far, and what may be done.
    package var work: VerificationWork

    /// What most formats sign.
    package var signedBytes: [UInt8] { authenticatorDataBytes + clientDataHash }
}

/// What a statement that holds proves, before anyone decides whom to trust.
package indirect enum AttestationEvidence: Sendable {
    /// Nothing.
    case none
    /// The credential's key vouches for itself.
    case selfSigned
    /// The first certificate vouches for the credential; the others may lead to an anchor.
    case certified([Certificate])
    /// Several statements, each by itself.
    case several([(format: AttestationFormatID, evidence: AttestationEvidence)])
}

extension AttestationEvidence {
    /// The model that statements of this format speak of. FIDO U2F doesn't sign the AAGUID (§8.6), so with nothing but
    /// that it is zero, whatever the client wrote there.
    package func model(of format: AttestationFormatID, claimed: AAGUID) -> AAGUID {
        switch self {
        case .several(let statements):
            statements.contains { ![.fidoU2F, .none].contains($0.format) } ? claimed : .zero
        case .none, .selfSigned, .certified: format == .fidoU2F ? .zero : claimed
        }
    }
}

/// No attestation (§8.7).
package enum NoneAttestation: AttestationFormat {
    package static let id = AttestationFormatID.none

    package static func verify(
        _ statement: AttestationStatement, in context: inout AttestationContext
    ) throws(AttestationRejection) -> AttestationEvidence {
        guard statement.value.mapValue?.isEmpty == true else { throw statement.rejection(.statementNotEmpty) }
        return .none
    }
}
