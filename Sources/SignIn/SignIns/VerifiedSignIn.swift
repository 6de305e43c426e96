// SPDX-License-Identifier: Apache-2.0

import IdentityModel
import WebAuthnMessages
import WebAuthnVerification
import WireFormats

/// An submission that holds, and what is to be stored because of it.
struct VerifiedSignIn: Sendable {
    private enum Outcome {
        case newAccount(User, Passkey)
        case knownAccount(UserID, PasskeyID, Passkey.Use)
    }

    private let outcome: Outcome
    private let ceremony: Ceremony
    private let isUserVerified: Bool
    private let time: Timestamp
    /// The id of the organization that the person signs in to.
    var organization: String?

    /// The registration of a first passkey.
    init(
        signUp draft: SignUpDraft, _ registration: VerifiedRegistration, _ submission: FinishSignIn.Submission,
        _ ceremony: Ceremony, at time: Timestamp
    ) {
        var user = User(id: .random(), connection: ceremony.connection, handle: draft.handle, createdAt: time)
        user.identifiers = draft.identifiers
        user.profile = draft.profile
        user.metadata = draft.metadata
        let passkey = Passkey(
            id: .random(), owner: user, registration: registration, userAgent: submission.userAgent, createdAt: time)
        outcome = .newAccount(user, passkey)
        isUserVerified = registration.flags.contains(.userVerified)
        self.ceremony = ceremony
        self.time = time
    }

    /// The use of a passkey on record.
    init(
        signIn record: (passkey: Passkey, user: User), _ verified: VerifiedAuthentication, _ ceremony: Ceremony,
        at time: Timestamp
    ) throws(SignInFailure) {
        guard record.user.connection == ceremony.connection else { throw .connectionMismatch }
        var use = Passkey.Use(
            from: record.passkey.signCount, to: verified.signCount, isBackedUp: verified.flags.contains(.backedUp),
            isUserVerified: verified.flags.contains(.userVerified), at: time)
        use.isCounterRegressed = verified.counter == .regressed
        outcome = .knownAccount(record.user.id, record.passkey.id, use)
        isUserVerified = verified.flags.contains(.userVerified)
        self.ceremony = ceremony
        self.time = time
    }

    /// Stores what follows, and nothing that was only read for the judgment. What was judged by is looked at once more:
    /// nobody is let in who was blocked meanwhile.
    func store(in transaction: any StorageTransaction, _ submission: FinishSignIn.Submission) throws -> SignedIn {
        switch outcome {
        case .newAccount(let user, let passkey):
            try transaction.users.insert(user)
            try transaction.passkeys.insertNew(passkey)
            for kind in [AuditEvent.Kind.userCreated, .passkeyRegistered] {
                try transaction.events.insert(event(kind, user.id, submission))
            }
            return try signedIn(user, passkey, isNew: true, transaction, submission)
        case .knownAccount(let id, let passkeyID, let use):
            guard let user = try transaction.users.find(id) else { throw SignInFailure.accountUnknown }
            guard !user.isBlocked else { throw SignInFailure.accountBlocked }
            try transaction.passkeys.record(use, of: passkeyID)
            guard let passkey = try transaction.passkeys.find(passkeyID) else { throw StorageConflict.notFound }
            if use.isCounterRegressed {
                var event = event(.passkeyCounterRegressed, id, submission)
                event.details = ["passkey": .string(passkeyID.rawValue), "outcome": "accepted"]
                try transaction.events.insert(event)
            }
            return try signedIn(user, passkey, isNew: false, transaction, submission)
        }
    }

    private func signedIn(
        _ user: User, _ passkey: Passkey, isNew: Bool, _ transaction: any StorageTransaction,
        _ submission: FinishSignIn.Submission
    ) throws -> SignedIn {
        var record = SignInRecord(user: user.id, client: ceremony.client, method: "passkey", signedInAt: time)
        record.passkey = passkey.id
        record.deviceCapability = submission.deviceCapability
        try transaction.events.insert(record)
        try transaction.events.insert(event(.signedIn, user.id, submission))
        return SignedIn(
            user: user, passkey: passkey, isCounterRegressed: isCounterRegressed, isNewAccount: isNew,
            isUserVerified: isUserVerified, organization: organization, client: ceremony.client, authenticatedAt: time)
    }

    private var isCounterRegressed: Bool {
        guard case .knownAccount(_, _, let use) = outcome else { return false }
        return use.isCounterRegressed
    }

    private func event(_ kind: AuditEvent.Kind, _ user: UserID, _ submission: FinishSignIn.Submission) -> AuditEvent {
        var event = AuditEvent(kind, at: time)
        event.user = user
        event.client = ceremony.client
        event.address = submission.address
        event.reference = submission.reference
        return event
    }
}
