// SPDX-License-Identifier: Apache-2.0

package import WebAuthnMessages
package import WebAuthnVerification
package import WireFormats

/// A stored passkey, created from a verified registration.
package struct Passkey: Hashable, Sendable {
    /// The members that never change after registration.
    package struct Origin: Hashable, Sendable {
        package let credentialID: CredentialID
        package let publicKey: [UInt8]
        package let relyingPartyID: String
        package let userHandle: UserHandle
        package let aaguid: AAGUID
        package let transports: [AuthenticatorTransport]
        package let attachment: AuthenticatorAttachment?
        package let isBackupEligible: Bool
        /// Whether the registration was conditional: the client did not prompt the user.
        package let isCreatedConditionally: Bool
        package let attestationFormat: AttestationFormatID
        /// The browser and operating system at registration, by which the user recognizes the passkey.
        package let userAgent: String?
        package let createdAt: Timestamp

        package init(
            credentialID: CredentialID, publicKey: [UInt8], relyingPartyID: String, userHandle: UserHandle,
            aaguid: AAGUID, transports: [AuthenticatorTransport], attachment: AuthenticatorAttachment?,
            isBackupEligible: Bool, isCreatedConditionally: Bool, attestationFormat: AttestationFormatID,
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
            self.isCreatedConditionally = isCreatedConditionally
            self.attestationFormat = attestationFormat
            self.userAgent = userAgent
            self.createdAt = createdAt
        }
    }

    package let id: PasskeyID
    package let owner: UserID
    package let origin: Origin
    /// The user's name for the passkey.
    package var name: String?
    package var signCount: UInt32
    package var isBackedUp: Bool
    /// Whether any ceremony with the passkey included user verification.
    package var isUserVerified: Bool
    package var lastUsedAt: Timestamp?
    /// The passkey that replaced this one on the same device. This one still works.
    package var supersededBy: PasskeyID?
    /// The last time that the counter did not increase, which may mean that the passkey was cloned.
    package var counterRegressedAt: Timestamp?
    /// The ways in that added it; empty at a sign-up, and if that is not known.
    package var addedBy: [WayReference] = []
    /// Until when the passkey is unconfirmed: it proves no more than what added it. `nil` if it has settled.
    package var unconfirmedUntil: Timestamp?

    /// Creates the record of a newly registered passkey.
    package init(
        id: PasskeyID, owner: User, registration: VerifiedRegistration, userAgent: String?, createdAt: Timestamp
    ) {
        self.id = id
        self.owner = owner.id
        origin = Origin(
            credentialID: registration.credentialID, publicKey: registration.publicKey.coseBytes,
            relyingPartyID: registration.relyingPartyID, userHandle: owner.handle, aaguid: registration.aaguid,
            transports: Self.sanitized(registration.transports),
            attachment: registration.attachment.flatMap { Self.isToken($0.rawValue) ? $0 : nil },
            isBackupEligible: registration.flags.contains(.backupEligible),
            isCreatedConditionally: registration.mediation == .conditional,
            attestationFormat: registration.attestation.format, userAgent: userAgent, createdAt: createdAt)
        signCount = registration.signCount
        isBackedUp = registration.flags.contains(.backedUp)
        isUserVerified = registration.flags.contains(.userVerified)
    }

    /// Returns at most eight distinct transports that look like tokens.
    ///
    /// Transports are not signed. The client chooses them, and they appear in lists of passkeys.
    private static func sanitized(_ transports: [AuthenticatorTransport]) -> [AuthenticatorTransport] {
        var sanitized: [AuthenticatorTransport] = []
        for transport in transports where isToken(transport.rawValue) && !sanitized.contains(transport) {
            if sanitized.count < 8 { sanitized.append(transport) }
        }
        return sanitized
    }

    private static func isToken(_ text: String) -> Bool {
        (1...32).contains(text.utf8.count) && text.utf8.allSatisfy { $0.isAlphanumeric || $0 == UInt8(ascii: "-") }
    }

    /// Creates a record that a storage reads. The storage sets the other members.
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

/// The ID of a passkey in APIs: `passkey|dev_` and random letters.
package struct PasskeyID: RawRepresentable, Hashable, Sendable, CustomStringConvertible {
    package let rawValue: String

    package init(rawValue: String) {
        self.rawValue = rawValue
    }

    package var description: String { rawValue }
}

extension Passkey {
    /// Returns the passkey with the changes of a use.
    package func recording(_ use: Use) -> Passkey {
        var passkey = self
        passkey.signCount = max(signCount, use.signCount)
        passkey.isBackedUp = use.isBackedUp
        passkey.isUserVerified = isUserVerified || use.isUserVerified
        passkey.lastUsedAt = lastUsedAt.map { max($0, use.usedAt) } ?? use.usedAt
        if use.isCounterRegressed { passkey.counterRegressedAt = use.usedAt }
        return passkey
    }

    /// The changes that a verified authentication makes to the record.
    package struct Use: Hashable, Sendable {
        /// The stored counter that the authentication was verified against.
        package var expectedSignCount: UInt32
        package var signCount: UInt32
        package var isBackedUp: Bool
        package var isUserVerified: Bool
        package var usedAt: Timestamp
        /// Whether the counter should have increased but did not.
        package var isCounterRegressed = false

        package init(
            from expectedSignCount: UInt32, to signCount: UInt32, isBackedUp: Bool, isUserVerified: Bool,
            at usedAt: Timestamp
        ) {
            self.expectedSignCount = expectedSignCount
            self.signCount = signCount
            self.isBackedUp = isBackedUp
            self.isUserVerified = isUserVerified
            self.usedAt = usedAt
        }
    }
}
