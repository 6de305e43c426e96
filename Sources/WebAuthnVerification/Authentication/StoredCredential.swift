// SPDX-License-Identifier: Apache-2.0

public import WebAuthnMessages

/// A credential as a relying party has it on record: what an authentication is judged against.
public struct StoredCredential: Sendable {
    /// The public key on record.
    public enum PublicKey: Sendable {
        /// Read and checked already, for those who keep keys in memory.
        case parsed(CredentialPublicKey)
        /// The COSE bytes, read when they are needed.
        case coseBytes([UInt8])
    }

    /// What the record says of the flag BE, which never changes.
    public enum BackupEligibility: Hashable, Sendable {
        /// The credential may be synchronised.
        case eligible
        /// It may not.
        case notEligible
        /// The record is older than the flag, or comes from elsewhere; what the authenticator says now is to be stored.
        case unknown
    }

    /// The identifier.
    public var id: CredentialID
    /// The public key.
    public var publicKey: PublicKey
    /// The relying party the credential was registered with.
    public var relyingPartyID: String
    /// The account it belongs to.
    public var owner: UserHandle
    /// Where the counter stood.
    public var signCount: UInt32
    /// What is on record of the flag BE.
    public var backupEligibility: BackupEligibility

    /// Brings a record into the form the verification reads.
    public init(
        id: CredentialID, publicKey: PublicKey, relyingPartyID: String, owner: UserHandle, signCount: UInt32,
        backupEligibility: BackupEligibility
    ) {
        self.id = id
        self.publicKey = publicKey
        self.relyingPartyID = relyingPartyID
        self.owner = owner
        self.signCount = signCount
        self.backupEligibility = backupEligibility
    }
}
