// SPDX-License-Identifier: Apache-2.0

public import WebAuthnMessages

/// A relying party's record of a credential. An authentication is verified against it.
public struct StoredCredential: Sendable {
    /// The public key of the record.
    public enum PublicKey: Sendable {
        /// A parsed key, for relying parties that keep keys in memory.
        case parsed(CredentialPublicKey)
        /// The bytes of a COSE key, which each verification parses.
        case coseBytes([UInt8])
    }

    /// The backup eligibility of the credential (the BE flag), which never changes.
    public enum BackupEligibility: Hashable, Sendable {
        /// The credential can be synchronized between devices.
        case eligible
        /// The credential is bound to one device.
        case notEligible
        /// The record was created without the flag. The next authentication determines it.
        case unknown
    }

    /// The credential's identifier.
    public var id: CredentialID
    /// The public key.
    public var publicKey: PublicKey
    /// The relying party that the credential was registered with.
    public var relyingPartyID: String
    /// The user handle of the account that the credential belongs to.
    public var owner: UserHandle
    /// The signature counter of the most recent ceremony.
    public var signCount: UInt32
    /// The backup eligibility at registration (the BE flag).
    public var backupEligibility: BackupEligibility
    /// Whether the credential was backed up at the most recent ceremony (the BS flag).
    public var isBackedUp: Bool
    /// The transports that the client reported at registration.
    public var transports: [AuthenticatorTransport]

    /// Creates a record from stored values.
    public init(
        id: CredentialID, publicKey: PublicKey, relyingPartyID: String, owner: UserHandle, signCount: UInt32,
        backupEligibility: BackupEligibility, isBackedUp: Bool = false, transports: [AuthenticatorTransport] = []
    ) {
        self.id = id
        self.publicKey = publicKey
        self.relyingPartyID = relyingPartyID
        self.owner = owner
        self.signCount = signCount
        self.backupEligibility = backupEligibility
        self.isBackedUp = isBackedUp
        self.transports = transports
    }
}

extension StoredCredential {
    /// The public key as COSE bytes, for storage.
    public var publicKeyBytes: [UInt8] {
        switch publicKey {
        case .parsed(let key): key.coseBytes
        case .coseBytes(let bytes): bytes
        }
    }

    /// The credential's entry in the options' lists of allowed or excluded credentials.
    public var descriptor: CredentialDescriptor { CredentialDescriptor(id: id, transports: transports) }

    /// Updates the counter and the backup state after an authentication (§7.2, step 24).
    ///
    /// Has no effect if the authentication used a different credential.
    public mutating func apply(_ authentication: VerifiedAuthentication) {
        guard authentication.credentialID == id else { return }
        signCount = authentication.signCount
        isBackedUp = authentication.flags.contains(.backedUp)
        if backupEligibility == .unknown { backupEligibility = BackupEligibility(authentication.flags) }
    }
}

extension StoredCredential.BackupEligibility {
    init(_ flags: AuthenticatorFlags) {
        self = flags.contains(.backupEligible) ? .eligible : .notEligible
    }
}
