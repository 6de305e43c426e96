// SPDX-License-Identifier: Apache-2.0

package import WebAuthnMessages

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
