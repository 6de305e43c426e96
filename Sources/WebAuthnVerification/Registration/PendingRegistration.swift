// SPDX-License-Identifier: Apache-2.0

public import WebAuthnMessages

/// A registration whose response has not arrived yet. The response is verified against it.
public struct PendingRegistration: Sendable {
    /// Whether the client prompts the user, or creates the passkey silently after another sign-in.
    public enum Mediation: Hashable, Sendable {
        /// The client prompts the user. The default.
        case modal
        /// The client creates the passkey silently (conditional create). The response may lack user presence.
        ///
        /// It lacks user verification too, so it is rejected if ``PendingRegistration/userVerification`` is required.
        case conditional
    }

    /// The identifiers of registered credentials, which a new credential must not have.
    public enum RegisteredCredentials: Sendable {
        /// The store rejects a duplicate in the transaction that saves the new credential.
        case rejectedByStore
        /// A credential with one of these identifiers is rejected.
        case known(Set<CredentialID>)
    }

    /// The relying party.
    public var relyingParty: RelyingParty
    /// The challenge in the options.
    public var challenge: Challenge
    /// The way to ensure that the new credential's identifier is unique.
    public var registeredCredentials: RegisteredCredentials
    /// Whether the authenticator must verify the user.
    public var userVerification = UserVerificationRequirement.required
    /// Whether the client prompts the user.
    public var mediation = Mediation.modal
    /// The algorithms in the options.
    public var algorithms = COSEAlgorithmID.offeredByDefault
    /// The requirements for attestation statements.
    public var attestationPolicy = AttestationPolicy()
    /// The trust that is required of attestations. A statement is verified even if no trust is required.
    public var attestationTrust = AttestationTrust.notRequired

    /// Creates a pending registration with the strictest settings.
    public init(relyingParty: RelyingParty, challenge: Challenge, registeredCredentials: RegisteredCredentials) {
        self.relyingParty = relyingParty
        self.challenge = challenge
        self.registeredCredentials = registeredCredentials
    }
}
