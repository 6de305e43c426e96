// SPDX-License-Identifier: Apache-2.0

package import Configuration
package import IdentityModel
package import WireFormats

/// Shows, removes and restores the password of a signed-in user, and switches it off.
///
/// Each of these is confirmed by a passkey that has settled, used for the act. A removed password can be restored for
/// some days: its row is kept, sealed.
package struct PasswordManagement: Sendable {
    /// The time for which a removed password can be restored, in seconds.
    package static let restorableFor = 30 * 86_400
    /// The time for which the server itself doesn't remove a restored password again, in seconds.
    private static let keptFor = 90 * 86_400

    private let services: PasswordServices
    private let ceremonies: CeremonyService

    package init(_ services: PasswordServices, ceremonies: CeremonyService) {
        self.services = services
        self.ceremonies = ceremonies
    }

    /// Returns the account's password, if there is one.
    package func find(of owner: AccountOwner) async throws(SignInFailure) -> StoredPassword? {
        try await services.accounts.read { snapshot in
            _ = try Account(owner, in: snapshot)
            return try snapshot.passwords.find(of: owner.user)
        }
    }

    /// Removes the password. It opens nothing any longer, and what it has opened ends.
    package func remove(
        of owner: AccountOwner, proving proof: PasskeyProof, in configuration: ConfigurationSnapshot
    ) async throws(SignInFailure) {
        let (seal, notices) = (PasswordSeal(key: services.seal), services.accounts.notices)
        try await change(.removePassword, of: owner, proving: proof, in: configuration) {
            account, confirmed, transaction, time in
            guard let stored = try transaction.passwords.find(of: owner.user) else {
                throw SignInFailure.password(.unknown)
            }
            try stored.requireOwn()
            try account.require(.removePassword, confirmedBy: confirmed, password: stored, at: time)
            try transaction.remove(
                stored, sealedBy: seal, cause: "user", until: time.advanced(by: Self.restorableFor),
                recording: owner.event(.passwordRemoved, at: time), at: time)
            try notices.insert(
                ChangeNotice(.passwordRemoved, at: time, by: owner, confirmedBy: .passkey), about: account.user,
                in: transaction)
        }
    }

    /// Restores the password that was removed last, as it was.
    package func restore(
        of owner: AccountOwner, proving proof: PasskeyProof, in configuration: ConfigurationSnapshot
    ) async throws(SignInFailure) -> StoredPassword {
        let (seal, notices) = (PasswordSeal(key: services.seal), services.accounts.notices)
        return try await change(.restorePassword, of: owner, proving: proof, in: configuration) {
            account, _, transaction, time in
            guard var removal = try transaction.passwords.findRemoval(of: owner.user), removal.until > time,
                removal.isRestorable,
                let sealed = removal.sealed, let stored = seal.open(sealed, of: owner.user)
            else { throw SignInFailure.password(.nothingToRestore) }
            try transaction.passwords.set(stored)
            removal.sealed = nil
            removal.keptUntil = time.advanced(by: Self.keptFor)
            try transaction.passwords.setRemoval(removal)
            try transaction.events.insert(owner.event(.passwordRestored, at: time))
            try notices.insert(
                ChangeNotice(.passwordRestored, at: time, by: owner, confirmedBy: .passkey), about: account.user,
                in: transaction)
            return stored
        }
    }

    /// Has only passkeys sign in, or the password again.
    package func setDisabled(
        _ isDisabled: Bool, of owner: AccountOwner, proving proof: PasskeyProof, in configuration: ConfigurationSnapshot
    ) async throws(SignInFailure) -> StoredPassword {
        let notices = services.accounts.notices
        return try await change(
            isDisabled ? .usePasskeysOnly : .usePassword, of: owner, proving: proof, in: configuration
        ) {
            account, confirmed, transaction, time in
            guard var stored = try transaction.passwords.find(of: owner.user) else {
                throw SignInFailure.password(.unknown)
            }
            try stored.requireOwn()
            guard stored.isDisabled != isDisabled else { return stored }
            try account.require(
                isDisabled ? .disablePassword : .enablePassword, confirmedBy: confirmed, password: stored, at: time)
            stored.disabledBy = isDisabled ? .user : nil
            try transaction.setPasswordDisabled(
                by: stored.disabledBy, of: owner.user, recording: { owner.event($0, at: time) }, at: time)
            let event: ChangeNotice.Event = isDisabled ? .passkeysOnly : .passwordAllowed
            try notices.insert(
                ChangeNotice(event, at: time, by: owner, confirmedBy: .passkey), about: account.user, in: transaction)
            return stored
        }
    }

    private func change<Value: Sendable>(
        _ act: ConfirmedAct, of owner: AccountOwner, proving proof: PasskeyProof,
        in configuration: ConfigurationSnapshot,
        _ body:
            @escaping @Sendable (Account, ConfirmedByPasskey, any StorageTransaction, Timestamp) throws -> Value
    ) async throws(SignInFailure) -> Value {
        // A token that was revoked must not use the proof up.
        _ = try await services.accounts.read { try Account(owner, in: $0) }
        let confirmed = try await Confirmation(ceremonies: ceremonies).judge(
            proof, of: act, by: owner, in: configuration)
        let time = services.accounts.now()
        do throws(SignInFailure) {
            return try await services.accounts.write { transaction in
                let account = try Account(owner, in: transaction)
                try confirmed.take(for: account, in: transaction, at: time)
                return try body(account, confirmed, transaction, time)
            }
        } catch {
            await confirmed.discard(because: error)
            throw error
        }
    }
}

extension StoredPassword {
    /// Rejects a change of a password that an operator has switched off.
    func requireOwn() throws(SignInFailure) {
        guard disabledBy != .administrator else { throw .password(.disabledByOperator) }
    }
}

extension StorageTransaction {
    /// Removes a password and what it opened. Its row is kept, sealed, until it can't be restored any longer.
    package func remove(
        _ password: StoredPassword, sealedBy seal: PasswordSeal, cause: String, until: Timestamp,
        recording event: AuditEvent, at time: Timestamp
    ) throws {
        try endOpened(by: password.user.passwordWay, of: password.user, at: time)
        try passwords.remove(of: password.user)
        try passwords.setRemoval(
            RemovedPassword(
                user: password.user, removedAt: time, until: until, sealed: seal.seal(password), cause: cause))
        try events.insert(event)
    }

    /// Has a password match nothing, which ends what it has opened; or match again.
    package func setPasswordDisabled(
        by disabler: StoredPassword.Disabler?, of user: UserID, recording event: (AuditEvent.Kind) -> AuditEvent,
        at time: Timestamp
    ) throws {
        if disabler != nil { try endOpened(by: user.passwordWay, of: user, at: time) }
        try passwords.setDisabled(by: disabler, of: user)
        try events.insert(event(disabler == nil ? .passwordEnabled : .passwordDisabled))
    }
}
