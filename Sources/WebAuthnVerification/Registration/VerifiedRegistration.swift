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
    /// The origin of the response.
    public let origin: Origin
    /// The flags that the authenticator signed.
    public let flags: AuthenticatorFlags
    /// The signature counter.
    public let signCount: UInt32
    /// The authenticator's model, as the authenticator states it; ``AAGUID/zero`` with FIDO U2F, which doesn't sign it.
    public let aaguid: AAGUID
    /// The transports that the client reports.
    public let transports: [AuthenticatorTransport]
    /// Whether the authenticator was part of the client device.
    public let attachment: AuthenticatorAttachment?
    /// How the passkey was created. One that was created silently has to prove user presence when it is first used.
    public let mediation: PendingRegistration.Mediation
    /// What the attestation proved.
    public let attestation: VerifiedAttestation
    /// The extension outputs that the client reports.
    public let extensionOutputs: ClientExtensionOutputs
    /// The protection of the credential, if the authenticator states it.
    public let credentialProtection: CredentialProtection?

    init(
        object: AttestationObject, publicKey: CredentialPublicKey, response: RegistrationResponse,
        pending: PendingRegistration, origin: Origin, attestation: VerifiedAttestation
    ) {
        credentialID = object.credential.id
        self.publicKey = publicKey
        relyingPartyID = pending.relyingParty.id
        self.origin = origin
        flags = object.authenticatorData.flags
        signCount = object.authenticatorData.signCount
        aaguid = attestation.model
        transports = response.transports
        attachment = response.attachment
        mediation = pending.mediation
        self.attestation = attestation
        extensionOutputs = response.extensionOutputs
        credentialProtection = CredentialProtection(object.authenticatorData.extensions)
    }

    /// Creates the record that a relying party stores (step 27), for the account that the passkey was made for.
    public func storedCredential(owner: UserHandle) -> StoredCredential {
        StoredCredential(
            id: credentialID, publicKey: .parsed(publicKey), relyingPartyID: relyingPartyID, owner: owner,
            signCount: signCount, backupEligibility: .init(flags), isBackedUp: flags.contains(.backedUp),
            transports: transports)
    }
}
