// SPDX-License-Identifier: Apache-2.0

import Configuration
package import IdentityModel
import WebAuthnMessages
import WebAuthnVerification
import WireFormats

/// The registration of a passkey for an account that exists.
///
/// 1. `BeginEnrollment` returns the options to a signed-in user, if the sign-in is recent enough for the client.
/// 2. `FinishEnrollment` opens the ceremony and makes an `Enrollment`; `Invitations` makes one for an invited user.
/// 3. `finish` has the response verified. One transaction consumes the ceremony, stores the passkey, and marks those
///    that it supersedes on its device.
/// 4. The `PasskeySignal` of the result updates the user's device. `PasskeyManagement` lists, renames and removes
///    passkeys, with such signals, too.
struct Enrollment: Sendable {
    let user: UserID
    let handle: UserHandle
    /// The client's ID; `nil` on the server's own pages.
    let client: String?
    let sender: RequestSender
    var isConditional = false
    /// The invitation that it accepts, which is consumed with it.
    var invitation: Invitation?
    /// Whether the account's passkeys, sessions and unverified identifiers are removed.
    var isRemovingExisting = false
    /// The generation of the access token, if the user is signed in.
    var tokenGeneration: Int?
    /// The browser session, if the user is signed in at the server's own pages.
    var session: BrowserSession.ID?
    /// The user, if signed in. An invited user is not: an operator vouches.
    var owner: AccountOwner?

    init(user: UserID, handle: UserHandle, client: String?, sender: RequestSender) {
        self.user = user
        self.handle = handle
        self.client = client
        self.sender = sender
    }

    private func event(_ kind: AuditEvent.Kind, at time: Timestamp, details: JSONObject) -> AuditEvent {
        sender.event(kind, of: user, client: client, at: time, details: details)
    }

    /// Verifies the response, consumes the ceremony and stores the passkey, as one durable unit.
    func finish(
        _ response: CredentialResponse, for ceremony: Ceremony, under admission: CeremonyAdmission,
        in ceremonies: CeremonyService
    ) async throws(SignInFailure) -> EnrolledPasskey {
        let time = ceremonies.now()
        do {
            try await ceremonies.requireUnconsumed(ceremony)
            let registration = try await ceremonies.check(
                registration: response, for: ceremony, under: admission, isConditional: isConditional)
            return try await ceremonies.consume(ceremony) { transaction in
                try invitation?.consume(in: transaction)
                return try store(registration, under: admission, in: transaction, of: ceremonies, at: time)
            }
        } catch {
            if error.consumesCeremony {
                let event = event(.registrationRejected, at: time, details: ["code": .string(error.code)])
                await ceremonies.consumeRejected(ceremony, recording: event)
            }
            throw error
        }
    }

    private func store(
        _ registration: VerifiedRegistration, under admission: CeremonyAdmission,
        in transaction: any StorageTransaction, of ceremonies: CeremonyService, at time: Timestamp
    ) throws -> EnrolledPasskey {
        var account = try Account(user, in: transaction)
        // A new account with the same id is another account.
        guard account.user.handle == handle else { throw SignInFailure.account(.unknown) }
        guard tokenGeneration.map({ $0 == account.user.tokenGeneration }) ?? true else {
            throw SignInFailure.account(.tokenRevoked)
        }
        if let session, try transaction.sessions.find(session)?.user != user {
            throw SignInFailure.account(.tokenRevoked)
        }
        if isRemovingExisting {
            account = try transaction.removeAccess(
                to: account, except: invitation?.addressedTo, by: sender, telling: ceremonies.accounts.notices,
                at: admission.binding.host, time)
        }
        try account.requireRoom()
        let password = try transaction.passwords.find(of: user)
        let standing = try standing(in: account, password: password, at: time)
        var passkey = Passkey(
            id: .random(), owner: account.user, registration: registration, userAgent: sender.userAgent,
            createdAt: time)
        passkey.addedBy = standing.provenBy
        passkey.unconfirmedUntil = standing.unconfirmedUntil
        try ceremonies.requireNew(passkey, in: transaction)
        try transaction.insertNew(passkey)
        try transaction.events.insert(
            event(.passkeyRegistered, at: time, details: passkey.eventDetails))
        if let key = passkey.addedBy.first(where: { $0.kind == .deviceKey }) {
            var details = passkey.eventDetails
            details["device_key"] = .string(key.id)
            try transaction.events.insert(event(.deviceKeyUpgraded, at: time, details: details))
        }
        // Nobody needs to hear of the first way into an account.
        if owner.map({ account.hasWay(of: $0, besides: password) }) ?? !account.waysIn.isEmpty || password != nil
            || isRemovingExisting
        {
            var notice = notice(.passkeyAdded, at: admission.binding.host, time)
            if !passkey.addedBy.isEmpty { notice.stoppable = .passkey(passkey.id) }
            try ceremonies.accounts.notices.insert(notice, about: account.user, in: transaction)
        }
        let superseded = account.passkeys.filter(passkey.supersedes)
        for old in superseded {
            try transaction.passkeys.supersede(old.id, by: passkey.id)
            var details = old.eventDetails
            details["superseded_by"] = .string(passkey.id.rawValue)
            try transaction.events.insert(
                event(.passkeySuperseded, at: time, details: details))
        }
        if !superseded.isEmpty {
            try ceremonies.accounts.notices.insert(
                notice(.passkeySuperseded, at: admission.binding.host, time), about: account.user, in: transaction)
        }
        let names = AccountNames(of: account.user, under: admission.connection.identifiers)
        return EnrolledPasskey(
            user: account.user, passkey: passkey, superseded: superseded.map(\.id),
            signal: PasskeySignal(try Account(user, in: transaction), after: passkey, names: names))
    }
}

extension Enrollment {
    private func notice(_ event: ChangeNotice.Event, at host: String, _ time: Timestamp) -> ChangeNotice {
        ChangeNotice(
            event, at: time, host: host, way: owner.map { ChangeNotice.Way($0.ways ?? []) } ?? .administrator,
            by: sender)
    }

    /// How the passkey stands. What an operator vouches for is confirmed, but not senior to what is there.
    private func standing(
        in account: Account, password: StoredPassword?, at time: Timestamp
    ) throws(SignInFailure) -> Standing {
        guard let owner else {
            return account.waysIn.isEmpty && password == nil ? .settled : .unconfirmed(by: [], at: time)
        }
        return try account.requirePasskeyAddition(by: owner, password: password, at: time)
    }
}

/// The result of an enrollment.
package struct EnrolledPasskey: Sendable {
    package let user: User
    package let passkey: Passkey
    /// The passkeys that the new one replaces on its device. They remain valid.
    package let superseded: [PasskeyID]
    package let signal: PasskeySignal
}

extension StorageTransaction {
    /// Inserts a new passkey. Step 26 of §7.1 is decided here, where two registrations can meet.
    func insertNew(_ passkey: Passkey) throws {
        let failure = SignInFailure.response(.registration(.credentialAlreadyRegistered))
        try reporting(.alreadyExists, as: failure) { try passkeys.insert(passkey) }
    }
}
