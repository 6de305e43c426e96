// SPDX-License-Identifier: Apache-2.0

public import WebAuthnMessages

/// What a relying party remembers of a registration between its options and the response.
public struct PendingRegistration: Sendable {
    /// Whether the client asked the person, or created the passkey silently after a password sign-in.
    public enum Mediation: Hashable, Sendable {
        /// The person confirmed. The default.
        case modal
        /// Conditional creation: the response may come without user presence. It comes without user verification too, so
        /// it is refused where that is required.
        case conditional
    }

    /// Which credential identifiers are taken already.
    public enum RegisteredCredentials: Sendable {
        /// The store refuses a second one in the transaction that saves the new credential.
        case refusedByStore
        /// These are.
        case known(Set<CredentialID>)
    }

    /// Who runs the ceremony.
    public var relyingParty: RelyingParty
    /// The challenge that was sent.
    public var challenge: Challenge
    /// How uniqueness of the identifier is ensured.
    public var registeredCredentials: RegisteredCredentials
    /// Whether the user has to be verified.
    public var userVerification = UserVerificationRequirement.required
    /// Whether the client was told to create silently.
    public var mediation = Mediation.modal
    /// The algorithms that were offered.
    public var algorithms = COSEAlgorithmID.offeredByDefault
    /// What attestation statements have to say.
    public var attestationPolicy = AttestationPolicy()
    /// Whose attestation is trusted. A statement that came is verified even if none is required.
    public var attestationTrust = AttestationTrust.notRequired

    /// A registration with the strictest settings.
    public init(relyingParty: RelyingParty, challenge: Challenge, registeredCredentials: RegisteredCredentials) {
        self.relyingParty = relyingParty
        self.challenge = challenge
        self.registeredCredentials = registeredCredentials
    }
}
