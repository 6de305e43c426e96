// SPDX-License-Identifier: Apache-2.0

package import WebAuthnMessages
package import WebAuthnVerification
package import WireFormats

/// A passkey on record. Only a verified registration makes one, and only a storage reads one back.
package struct Passkey: Hashable, Sendable {
    /// What never changes after registration.
    package struct Origin: Hashable, Sendable {
        package let credentialID: CredentialID
        package let publicKey: [UInt8]
        package let relyingPartyID: String
        package let userHandle: UserHandle
        package let aaguid: AAGUID
        package let transports: [AuthenticatorTransport]
        package let attachment: AuthenticatorAttachment?
        package let isBackupEligible: Bool
        /// Created without anybody's presence, after a sign-in by password.
        package let isCreatedSilently: Bool
        package let attestationFormat: AttestationFormatID
        /// What the person signed up with, for them to recognize it: a browser and its system.
        package let userAgent: String?
        package let createdAt: Timestamp

        package init(
            credentialID: CredentialID, publicKey: [UInt8], relyingPartyID: String, userHandle: UserHandle,
            aaguid: AAGUID, transports: [AuthenticatorTransport], attachment: AuthenticatorAttachment?,
            isBackupEligible: Bool, isCreatedSilently: Bool, attestationFormat: AttestationFormatID,
            userAgent: String?, createdAt: Timestamp
        ) {
            self.credentialID = credentialID
            self.publicKey = publicKey
            self.relyingPartyID = relyingPartyID
            self.userHandle = userHandle
            self.aaguid = aaguid
            self.transports = transports
            self.attachment = attachment
            self.isBackupEligible = isBackupEligible
            self.isCreatedSilently = isCreatedSilently
            self.attestationFormat = attestationFormat
            self.userAgent = userAgent
            self.createdAt = createdAt
        }
    }

    package let id: PasskeyID
    package let owner: UserID
    package let origin: Origin
    /// What the person calls it.
    package var name: String?
    package var signCount: UInt32
    package var isBackedUp: Bool
    /// Whether the user has been verified with it at least once.
    package var isUserVerified: Bool
    package var lastUsedAt: Timestamp?
    /// The passkey that has replaced this one on the same device; it stays usable.
    package var supersededBy: PasskeyID?
    /// When its counter was last seen not to grow: there may be a copy of it.
    package var counterRegressedAt: Timestamp?

    /// Makes the record of a passkey that has just been registered.
    package init(
        id: PasskeyID, owner: User, registration: VerifiedRegistration, userAgent: String?, createdAt: Timestamp
    ) {
        self.id = id
        self.owner = owner.id
        origin = Origin(
            credentialID: registration.credentialID, publicKey: registration.publicKey.coseBytes,
            relyingPartyID: registration.relyingPartyID, userHandle: owner.handle, aaguid: registration.aaguid,
            transports: Self.kept(registration.transports),
            attachment: registration.attachment.flatMap { Self.isWord($0.rawValue) ? $0 : nil },
            isBackupEligible: registration.flags.contains(.backupEligible),
            isCreatedSilently: registration.mediation == .conditional,
            attestationFormat: registration.attestation.format, userAgent: userAgent, createdAt: createdAt)
        signCount = registration.signCount
        isBackedUp = registration.flags.contains(.backedUp)
        isUserVerified = registration.flags.contains(.userVerified)
    }

    /// Hints are not signed: whoever registers a passkey writes them, and everybody who lists it gets them.
    private static func kept(_ transports: [AuthenticatorTransport]) -> [AuthenticatorTransport] {
        var kept: [AuthenticatorTransport] = []
        for transport in transports where isWord(transport.rawValue) && !kept.contains(transport) {
            if kept.count < 8 { kept.append(transport) }
        }
        return kept
    }

    private static func isWord(_ text: String) -> Bool {
        (1...32).contains(text.utf8.count) && text.utf8.allSatisfy { $0.isAlphanumeric || $0 == UInt8(ascii: "-") }
    }

    /// Brings back a record that a storage has kept.
    package init(stored id: PasskeyID, owner: UserID, origin: Origin) {
        self.id = id
        self.owner = owner
        self.origin = origin
        signCount = 0
        isBackedUp = false
        isUserVerified = false
    }

    /// What an authentication is judged against.
    package var storedCredential: StoredCredential {
        StoredCredential(
            id: origin.credentialID, publicKey: .coseBytes(origin.publicKey), relyingPartyID: origin.relyingPartyID,
            owner: origin.userHandle, signCount: signCount,
            backupEligibility: origin.isBackupEligible ? .eligible : .notEligible)
    }
}
