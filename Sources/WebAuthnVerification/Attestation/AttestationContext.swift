// SPDX-License-Identifier: Apache-2.0

package import Cryptography
package import WireFormats

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
