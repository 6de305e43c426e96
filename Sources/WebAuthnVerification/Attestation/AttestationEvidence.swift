// SPDX-License-Identifier: Apache-2.0

package import Cryptography
package import WebAuthnMessages

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
