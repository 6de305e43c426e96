// SPDX-License-Identifier: Apache-2.0

public import WebAuthnMessages

/// A registration that passed every step of §7.1. Only ``RegistrationVerification`` creates one.
public struct VerifiedRegistration: Sendable {
    /// The new credential's identifier.
    public let credentialID: CredentialID
    /// The new credential's public key.
    public let publicKey: CredentialPublicKey
    /// The identifier of the relying party.
    public let relyingPartyID: String
    /// The origin of the ceremony.
    public let origin: Origin
    /// The signed authenticator flags.
    public let flags: AuthenticatorFlags
    /// The signature counter.
    public let signCount: UInt32
    /// The authenticator's model; ``AAGUID/zero`` for FIDO U2F, which doesn't sign it. Unverified unless attestation is
    /// trusted.
    public let aaguid: AAGUID
    /// The authenticator's transports, as reported by the client.
    public let transports: [AuthenticatorTransport]
    /// The authenticator's attachment, as reported by the client.
    public let attachment: AuthenticatorAttachment?
    /// Whether the client prompted the user. If it didn't, the first authentication must have user presence.
    public let mediation: PendingRegistration.Mediation
    /// The result of the attestation.
    public let attestation: VerifiedAttestation
    /// The client extension outputs, which are not signed.
    public let extensionOutputs: ClientExtensionOutputs
    /// The protection level of the credential, if the authenticator reports it.
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

    /// Returns the record to store (step 27), for the account with this user handle.
    public func storedCredential(owner: UserHandle) -> StoredCredential {
        StoredCredential(
            id: credentialID, publicKey: .parsed(publicKey), relyingPartyID: relyingPartyID, owner: owner,
            signCount: signCount, backupEligibility: .init(flags), isBackedUp: flags.contains(.backedUp),
            transports: transports)
    }
}
