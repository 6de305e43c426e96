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
