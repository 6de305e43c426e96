// SPDX-License-Identifier: Apache-2.0

import Configuration
import IdentityModel
import WebAuthnMessages
import WebAuthnVerification
import WireFormats

/// The registration of a passkey for an account that exists, from its submission to what is stored.
struct Enrollment: Sendable {
    let user: UserID
    let handle: UserHandle
    let auditContext: AuditContext
    var isConditional = false
    /// The invitation it follows from, which is used up with it.
    var invitation: Invitation?
    /// Whether all that the account could be used with before goes.
    var isRemovingExisting = false
    /// Of the token, if somebody is signed in.
    var tokenGeneration: Int?

    init(user: UserID, handle: UserHandle, auditContext: AuditContext) {
        self.user = user
        self.handle = handle
        self.auditContext = auditContext
    }

    /// Judges the submission, then takes the ceremony and stores everything that follows, as one durable unit.
    func finish(
        _ response: [UInt8], _ ceremony: Ceremony, _ admission: CeremonyAdmission, at ceremonies: CeremonyService
    ) async throws(SignInFailure) -> Enrolled {
        let time = ceremonies.now()
        do {
            try await ceremonies.requireUntaken(ceremony)
            let registration = try await ceremonies.judge(response, ceremony, admission, isConditional: isConditional)
            return try await ceremonies.take(ceremony) { transaction in
                try invitation?.take(in: transaction)
                return try store(registration, admission, in: transaction, at: time)
            }
        } catch {
            if error.isVerdict {
                let details: JSONObject = ["code": .string(error.code)]
                await ceremonies.consume(
                    ceremony, auditContext.event(.registrationRefused, of: user, at: time, details))
            }
            throw error
        }
    }

    private func store(
        _ registration: VerifiedRegistration, _ admission: CeremonyAdmission,
        in transaction: any StorageTransaction, at time: Timestamp
    ) throws -> Enrolled {
        var account = try Account(user, in: transaction)
        // An account of the same id that was made meanwhile is another one.
        guard account.user.handle == handle else { throw SignInFailure.accountUnknown }
        guard tokenGeneration.map({ $0 == account.user.tokenGeneration }) ?? true else {
            throw SignInFailure.tokenVoid
        }
        if isRemovingExisting {
            account = try transaction.removeAccess(
                to: account, besides: invitation?.addressedTo, on: auditContext, at: time)
        }
        try account.requireRoom()
        let passkey = Passkey(
            id: .random(), owner: account.user, registration: registration, userAgent: auditContext.userAgent,
            createdAt: time)
        try transaction.passkeys.insertNew(passkey)
        try transaction.events.insert(auditContext.event(.passkeyRegistered, of: user, at: time, passkey.eventDetails))
        let superseded = account.passkeys.filter(passkey.supersedes)
        for old in superseded {
            try transaction.passkeys.supersede(old.id, by: passkey.id)
            var details = old.eventDetails
            details["superseded_by"] = .string(passkey.id.rawValue)
            try transaction.events.insert(auditContext.event(.passkeySuperseded, of: user, at: time, details))
        }
        let names = AccountNames(account.user.identifiers, account.user.profile, admission.connection.identifiers)
        return Enrolled(
            user: account.user, passkey: passkey, superseded: superseded.map(\.id),
            signal: PasskeySignal(try Account(user, in: transaction), changing: passkey, names))
    }
}
