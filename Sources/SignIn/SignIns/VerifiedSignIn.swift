// SPDX-License-Identifier: Apache-2.0

package import IdentityModel
import WebAuthnMessages
import WebAuthnVerification
package import WireFormats

/// A sign-up or sign-in whose response was verified and that is not stored yet.
///
/// Tokens must wait until it is stored: until then the account may be blocked, or another request may come first.
///
/// It is a class because it has many members, and each step of a sign-in passes it on.
package final class VerifiedSignIn: Sendable {
    private enum Change: Sendable {
        /// The hash of the set-up's code, if the account becomes the server's owner.
        case newAccount(setupCodeHash: [UInt8]?)
        case passkeyUse(Passkey.Use)
    }

    /// The account as it was when the response was verified.
    package let user: User
    package let passkey: Passkey
    /// Whether the device verified the user in this ceremony.
    package let isUserVerified: Bool
    package let authenticatedAt: Timestamp
    /// The id of the organization that the user signs in to.
    package let organization: String?
    let submission: FinishSignIn.Submission
    private let change: Change

    /// Whether the account does not exist yet.
    package var isNewAccount: Bool {
        if case .newAccount = change { true } else { false }
    }

    /// Whether the passkey is on another device, such as a phone nearby, as the client reports it. Security keys don't count.
    package var isFromAnotherDevice: Bool {
        guard case .passkeyUse = change, let response = try? submission.response.authentication() else { return false }
        let transports = passkey.origin.transports
        return response.attachment == .crossPlatform && (transports.isEmpty || transports.contains(.hybrid))
    }

    /// The registration of a first passkey.
    init(
        signUp draft: SignUpDraft, registration: VerifiedRegistration, _ submission: FinishSignIn.Submission,
        organization: String? = nil, setupCodeHash: [UInt8]? = nil, at time: Timestamp
    ) {
        var user = User(
            id: .random(), connection: submission.ceremony.connection, handle: draft.handle, createdAt: time)
        user.identifiers = draft.identifiers
        user.profile = draft.profile
        user.metadata = draft.metadata
        self.user = user
        passkey = Passkey(
            id: .random(), owner: user, registration: registration, userAgent: submission.userAgent, createdAt: time)
        change = .newAccount(setupCodeHash: setupCodeHash)
        isUserVerified = registration.flags.contains(.userVerified)
        authenticatedAt = time
        self.organization = organization
        self.submission = submission
    }

    /// The use of a passkey on record.
    init(
        signIn record: OwnedPasskey, authentication verified: VerifiedAuthentication,
        _ submission: FinishSignIn.Submission, organization: String?, at time: Timestamp
    ) throws(SignInFailure) {
        let connection = submission.ceremony.connection
        guard connection == CeremonyBinding.anyConnection || record.owner.connection == connection else {
            throw .connectionMismatch
        }
        var use = Passkey.Use(
            from: record.passkey.signCount, to: verified.signCount, isBackedUp: verified.flags.contains(.backedUp),
            isUserVerified: verified.flags.contains(.userVerified), at: time)
        use.isCounterRegressed = verified.counter == .regressed
        user = record.owner
        passkey = record.passkey
        change = .passkeyUse(use)
        isUserVerified = verified.flags.contains(.userVerified)
        authenticatedAt = time
        self.organization = organization
        self.submission = submission
    }

    /// Stores the sign-in. Whether the account may sign in is checked again, because it may have been blocked since.
    func store(in transaction: any StorageTransaction) throws -> SignedIn {
        switch change {
        case .newAccount(let setupCodeHash):
            if let setupCodeHash {
                try transaction.owners.consumeCode(hash: setupCodeHash, at: authenticatedAt)
            }
            try transaction.users.insert(user)
            if setupCodeHash != nil {
                try transaction.owners.insert(user.id)
                try transaction.events.insert(event(.ownerAppointed))
            }
            try transaction.passkeys.insertNew(passkey)
            try transaction.events.insert(event(.userCreated))
            try transaction.events.insert(event(.passkeyRegistered))
            return try recordSignIn(of: user, in: transaction)
        case .passkeyUse(let use):
            let current = try transaction.users.isUnchanged(user) ? user : transaction.users.find(user.id)
            guard let current else { throw SignInFailure.accountUnknown }
            guard !current.isBlocked else { throw SignInFailure.accountBlocked }
            try transaction.passkeys.record(use, of: passkey.id)
            if use.isCounterRegressed {
                try transaction.events.insert(
                    event(
                        .passkeyCounterRegressed,
                        details: ["passkey": .string(passkey.id.rawValue), "outcome": "accepted"]))
            }
            return try recordSignIn(of: current, in: transaction)
        }
    }

    private func recordSignIn(of user: User, in transaction: any StorageTransaction) throws -> SignedIn {
        let client = submission.ceremony.client
        var record = SignInRecord(user: user.id, client: client, method: "passkey", signedInAt: authenticatedAt)
        record.passkey = passkey.id
        record.deviceCapability = submission.deviceCapability
        try transaction.events.insert(record, with: event(.signedIn))
        return SignedIn(self, of: user)
    }

    fileprivate var usedPasskey: Passkey {
        guard case .passkeyUse(let use) = change else { return passkey }
        return passkey.recording(use)
    }

    fileprivate var isCounterRegressed: Bool {
        guard case .passkeyUse(let use) = change else { return false }
        return use.isCounterRegressed
    }

    private func event(_ kind: AuditEvent.Kind, details: JSONObject = JSONObject()) -> AuditEvent {
        submission.auditContext.event(kind, of: user.id, at: authenticatedAt, details: details)
    }
}

/// A sign-in that is stored. It is a class because the storage's transaction hands it back.
package final class SignedIn: Sendable {
    package let user: User
    private let verified: VerifiedSignIn

    fileprivate init(_ verified: VerifiedSignIn, of user: User) {
        self.user = user
        self.verified = verified
    }

    /// The passkey after its use.
    package var passkey: Passkey { verified.usedPasskey }
    /// Whether the counter did not grow and the policy accepts that.
    package var isCounterRegressed: Bool { verified.isCounterRegressed }
    /// Whether this sign-in created the account.
    package var isNewAccount: Bool { verified.isNewAccount }
    package var organization: String? { verified.organization }
    package var client: String { verified.submission.ceremony.client }
    package var authenticatedAt: Timestamp { verified.authenticatedAt }
}

/// Records that are stored with a sign-in, or not at all.
package struct AccompanyingRecords: Sendable {
    /// Signed messages of the request that must not be accepted again.
    package var uses: [OneTimeUse] = []
    /// The first refresh token of a family.
    package var refreshToken: RefreshToken?
    /// The browser session that the sign-in begins.
    package var session: BrowserSession?
    /// The browser's session before, which the new session replaces.
    package var replacedSession: BrowserSession.ID?
    /// The authorization code for the client that the user signs in to.
    package var code: AuthorizationCode?

    package init() {}

    func store(in transaction: any StorageTransaction) throws {
        for use in uses {
            do {
                try transaction.oneTime.consume(use.id, expiresAt: use.expiresAt)
            } catch StorageConflict.alreadyConsumed {
                throw SignInFailure.replayed(use.kind)
            }
        }
        if let refreshToken { try transaction.refreshTokens.insert(refreshToken) }
        if let session { try transaction.begin(session, replacing: replacedSession) }
        if let code { try transaction.authorizationCodes.insert(code) }
    }
}
