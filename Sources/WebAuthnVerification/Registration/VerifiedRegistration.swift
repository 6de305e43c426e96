// SPDX-License-Identifier: Apache-2.0

public import WebAuthnMessages

/// A registration that passed every step of §7.1. Only ``RegistrationVerification`` can make one.
public struct VerifiedRegistration: Sendable {
    /// The new credential's identifier.
    public let credentialID: CredentialID
    /// The new credential's public key.
    public let publicKey: CredentialPublicKey
    /// The relying party the credential belongs to.
    public let relyingPartyID: String
    /// The origin the response came from.
    public let origin: Origin
    /// The flags that the authenticator signed.
    public let flags: AuthenticatorFlags
    /// Where the authenticator's counter stands.
    public let signCount: UInt32
    /// The authenticator's model, as it says itself. ``AAGUID/zero`` with FIDO U2F, whose statements don't cover it.
    public let aaguid: AAGUID
    /// How the authenticator says it can be reached.
    public let transports: [AuthenticatorTransport]
    /// Whether the authenticator was part of the client device.
    public let attachment: AuthenticatorAttachment?
    /// How the passkey was created; one that was created silently has to prove user presence when it is first used.
    public let mediation: PendingRegistration.Mediation
    /// What was proven of the authenticator's make.
    public let attestation: VerifiedAttestation
    /// What the client reports of extensions.
    public let extensionOutputs: ClientExtensionOutputs
    /// How well the authenticator protects the credential, if it says so.
    public let credentialProtection: CredentialProtection?

    init(
        _ object: AttestationObject, _ publicKey: CredentialPublicKey, _ response: RegistrationResponse,
        _ ceremony: (pending: PendingRegistration, origin: Origin, attestation: VerifiedAttestation)
    ) {
        credentialID = object.credential.id
        self.publicKey = publicKey
        relyingPartyID = ceremony.pending.relyingParty.id
        origin = ceremony.origin
        flags = object.authenticatorData.flags
        signCount = object.authenticatorData.signCount
        aaguid = ceremony.attestation.model
        transports = response.transports
        attachment = response.attachment
        mediation = ceremony.pending.mediation
        attestation = ceremony.attestation
        extensionOutputs = response.extensionOutputs
        credentialProtection = CredentialProtection(object.authenticatorData.extensions)
    }

    /// What a relying party stores (step 27), for the account the passkey was made for.
    public func storedCredential(owner: UserHandle) -> StoredCredential {
        StoredCredential(
            id: credentialID, publicKey: .parsed(publicKey), relyingPartyID: relyingPartyID, owner: owner,
            signCount: signCount, backupEligibility: .init(flags), isBackedUp: flags.contains(.backedUp),
            transports: transports)
    }
}
