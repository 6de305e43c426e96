// SPDX-License-Identifier: Apache-2.0

package import WebAuthnMessages
package import WebAuthnVerification
package import WireFormats

/// A stored passkey. It is created from a verified registration, or read from a storage.
package struct Passkey: Hashable, Sendable {
    /// The properties that never change after registration.
    package struct Origin: Hashable, Sendable {
        package let credentialID: CredentialID
        package let publicKey: [UInt8]
        package let relyingPartyID: String
        package let userHandle: UserHandle
        package let aaguid: AAGUID
        package let transports: [AuthenticatorTransport]
        package let attachment: AuthenticatorAttachment?
        package let isBackupEligible: Bool
        /// Whether it was created without user presence, after a sign-in with a password.
        package let isCreatedSilently: Bool
        package let attestationFormat: AttestationFormatID
        /// The browser and system that created the passkey, by which the user can recognize it.
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
    /// The name that the user gave the passkey.
    package var name: String?
    package var signCount: UInt32
    package var isBackedUp: Bool
    /// Whether the user was verified with it at least once.
    package var isUserVerified: Bool
    package var lastUsedAt: Timestamp?
    /// The passkey that replaced this one on the same device. This one still works.
    package var supersededBy: PasskeyID?
    /// When its counter last failed to increase, which suggests that there is a copy.
    package var counterRegressedAt: Timestamp?

    /// Creates the record of a newly registered passkey.
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

    /// Transports are unsigned: whoever registers a passkey chooses them, and every client that lists it receives them.
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

    /// Restores a record from a storage.
    package init(stored id: PasskeyID, owner: UserID, origin: Origin) {
        self.id = id
        self.owner = owner
        self.origin = origin
        signCount = 0
        isBackedUp = false
        isUserVerified = false
    }

    /// The credential that an authentication is verified against.
    package var storedCredential: StoredCredential {
        StoredCredential(
            id: origin.credentialID, publicKey: .coseBytes(origin.publicKey), relyingPartyID: origin.relyingPartyID,
            owner: origin.userHandle, signCount: signCount,
            backupEligibility: origin.isBackupEligible ? .eligible : .notEligible)
    }
}
