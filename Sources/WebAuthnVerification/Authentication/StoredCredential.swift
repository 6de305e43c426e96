// SPDX-License-Identifier: Apache-2.0

public import WebAuthnMessages

/// A credential as a relying party has it on record: what an authentication is verified against.
public struct StoredCredential: Sendable {
    /// The public key on record.
    public enum PublicKey: Sendable {
        /// A key that has been parsed and checked, for relying parties that keep keys in memory.
        case parsed(CredentialPublicKey)
        /// The COSE bytes, parsed by each verification.
        case coseBytes([UInt8])
    }

    /// What the record says of the flag BE, which never changes.
    public enum BackupEligibility: Hashable, Sendable {
        /// The credential may be synchronized.
        case eligible
        /// The credential is bound to one device.
        case notEligible
        /// The record is older than the flag, or was imported; the next authentication tells.
        case unknown
    }

    /// The credential's identifier.
    public var id: CredentialID
    /// The public key.
    public var publicKey: PublicKey
    /// The relying party that the credential was registered with.
    public var relyingPartyID: String
    /// The account that the credential belongs to.
    public var owner: UserHandle
    /// The signature counter of the last ceremony.
    public var signCount: UInt32
    /// The flag BE as it was at registration.
    public var backupEligibility: BackupEligibility
    /// The flag BS of the last ceremony: whether the credential is synchronized.
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
    /// The public key as COSE bytes, as it is stored.
    public var publicKeyBytes: [UInt8] {
        switch publicKey {
        case .parsed(let key): key.coseBytes
        case .coseBytes(let bytes): bytes
        }
    }

    /// The credential's entry in the lists of credentials that options allow or exclude.
    public var descriptor: CredentialDescriptor { CredentialDescriptor(id: id, transports: transports) }

    /// Updates the record after an authentication: the counter and the backup flags (§7.2, step 24).
    ///
    /// An authentication with another credential leaves the record as it is.
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
