// SPDX-License-Identifier: Apache-2.0

public import WebAuthnMessages

/// A registration between its options and the response: what the response is verified against.
public struct PendingRegistration: Sendable {
    /// Whether the client asks the user, or creates the passkey silently after a sign-in with a password.
    public enum Mediation: Hashable, Sendable {
        /// The user confirms. The default.
        case modal
        /// The registration is conditional: its response may lack user presence. It lacks user verification too, so it
        /// is rejected if that is required.
        case conditional
    }

    /// The credential identifiers that are registered already.
    public enum RegisteredCredentials: Sendable {
        /// The store rejects a duplicate in the transaction that saves the new credential.
        case refusedByStore
        /// These identifiers; a credential with one of them is rejected.
        case known(Set<CredentialID>)
    }

    /// The relying party.
    public var relyingParty: RelyingParty
    /// The challenge that was sent.
    public var challenge: Challenge
    /// How the uniqueness of the identifier is ensured.
    public var registeredCredentials: RegisteredCredentials
    /// Whether the user has to be verified.
    public var userVerification = UserVerificationRequirement.required
    /// Whether the registration is conditional.
    public var mediation = Mediation.modal
    /// The algorithms that were offered.
    public var algorithms = COSEAlgorithmID.offeredByDefault
    /// The requirements for attestation statements.
    public var attestationPolicy = AttestationPolicy()
    /// The trust in attestations. A statement is verified even if no trust is required.
    public var attestationTrust = AttestationTrust.notRequired

    /// A registration with the strictest settings.
    public init(relyingParty: RelyingParty, challenge: Challenge, registeredCredentials: RegisteredCredentials) {
        self.relyingParty = relyingParty
        self.challenge = challenge
        self.registeredCredentials = registeredCredentials
    }
}
