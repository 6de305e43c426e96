// SPDX-License-Identifier: Apache-2.0

package import Configuration
package import IdentityModel
import PasswordHashing
import WireFormats

/// Sets or changes the password of a signed-in user.
///
/// 1. The ladder decides what the change needs: a passkey that is used for it, or the current password.
/// 2. The policy judges the new password, and its earlier hashes are compared with it. It is hashed.
/// 3. One transaction asks the ladder again, stores the hash, and ends what the password before has opened.
package struct PasswordSetting: Sendable {
    /// A new password, with what confirms it.
    package struct Submission: Sendable {
        package let password: String
        package let proof: PasskeyProof?
        package let currentPassword: String?

        package init(password: String, proof: PasskeyProof? = nil, currentPassword: String? = nil) {
            self.password = password
            self.proof = proof
            self.currentPassword = currentPassword
        }
    }

    private let services: PasswordServices
    private let ceremonies: CeremonyService

    package init(_ services: PasswordServices, ceremonies: CeremonyService) {
        self.services = services
        self.ceremonies = ceremonies
    }

    /// Returns the rules for the password of a user, whose connection must have passwords that users change.
    package func policy(
        for owner: AccountOwner, in configuration: ConfigurationSnapshot
    ) async throws(SignInFailure) -> PasswordPolicy {
        let account = try await services.accounts.read { try Account(owner, in: $0) }
        return try connection(of: account.user, in: configuration).passwordPolicy
    }

    /// Says which rule a password breaks, before its user is asked for a passkey. With earlier passwords it is compared
    /// later.
    package func check(
        _ password: String, for owner: AccountOwner, in configuration: ConfigurationSnapshot
    ) async throws(SignInFailure) {
        let account = try await services.accounts.read { try Account(owner, in: $0) }
        let policy = try connection(of: account.user, in: configuration).passwordPolicy
        _ = try await services.accept(password, for: PasswordOwner(account.user, at: configuration), under: policy)
    }

    /// Sets the password, and returns it as it is stored.
    package func callAsFunction(
        _ submission: Submission, by owner: AccountOwner, in configuration: ConfigurationSnapshot
    ) async throws(SignInFailure) -> StoredPassword {
        let cost = HashCost(configuration.tenant.passwordHashCost)
        let (account, stored, sessions, tokens) = try await services.accounts.read {
            (
                try Account(owner, in: $0), try $0.passwords.find(of: owner.user),
                try $0.sessions.list(of: owner.user), try $0.refreshTokens.list(of: owner.user)
            )
        }
        if let stored {
            try stored.requireOwn()
        } else {
            try await removed(of: owner)?.requireOwn()
        }
        let connection = try connection(of: account.user, in: configuration)
        guard stored != nil || connection.methods.password.signUpBehavior == .allow else {
            throw .password(.signUpBlocked(connection: connection.name))
        }
        let policy = connection.passwordPolicy
        let accepted = try await services.accept(
            submission.password, for: PasswordOwner(account.user, at: configuration), under: policy)
        let confirmation = try await confirm(submission, of: account, stored, by: owner, in: configuration)
        do throws(SignInFailure) {
            // Before anything is hashed or compared.
            _ = try account.requirePasswordChange(
                confirmedBy: confirmation, by: owner, replacing: stored, sessions: sessions, tokens: tokens,
                at: services.accounts.now())
            try await services.rejectReuse(of: submission.password, by: owner.user, under: policy, cost: cost)
            let hash = try await services.hash(accepted, cost: cost)
            let time = services.accounts.now()
            return try await services.accounts.write { transaction in
                let account = try Account(owner, in: transaction)
                try confirmation.byPasskey?.take(for: account, in: transaction, at: time)
                guard try transaction.passwords.find(of: owner.user) == stored else {
                    throw SignInFailure.modifiedConcurrently
                }
                let standing = try account.requirePasswordChange(
                    confirmedBy: confirmation, by: owner, replacing: stored,
                    sessions: transaction.sessions.list(of: owner.user),
                    tokens: transaction.refreshTokens.list(of: owner.user), at: time)
                var password = StoredPassword(user: owner.user, hash: hash, setAt: time)
                password.setBy = owner.ways ?? []
                password.unconfirmedUntil = standing.unconfirmedUntil
                var event = owner.event(.passwordSet, at: time)
                event.details["confirmed"] = .bool(password.unconfirmedUntil == nil)
                try transaction.set(
                    password, replacing: stored, keeping: policy.historySize, except: owner.session, recording: event,
                    at: time)
                let way: ChangeNotice.Way? =
                    confirmation.byPasskey != nil ? .passkey : confirmation.byPassword ? .password : nil
                let notice: ChangeNotice.Event = stored == nil ? .passwordSet : .passwordChanged
                try services.accounts.notices.insert(
                    ChangeNotice(notice, at: time, by: owner, confirmedBy: way), about: account.user, in: transaction)
                return password
            }
        } catch {
            await confirmation.byPasskey?.discard(because: error)
            throw error
        }
    }

    /// The password that was removed, as it was.
    private func removed(of owner: AccountOwner) async throws(SignInFailure) -> StoredPassword? {
        let removal = try await services.accounts.read { try $0.passwords.findRemoval(of: owner.user) }
        return removal?.sealed.flatMap { PasswordSeal(key: services.seal).open($0, of: owner.user) }
    }

    private func connection(
        of user: User, in configuration: ConfigurationSnapshot
    ) throws(SignInFailure) -> Connection {
        guard let connection = configuration.connection(user.connection) else {
            throw .admission(.connectionUnknown(user.connection))
        }
        guard configuration.acceptsPasswords(in: connection) else {
            throw .admission(.passwordsDisabled(connection: connection.name))
        }
        guard !connection.isPasswordChangeDisabled else {
            throw .admission(.passwordChangesDisabled(connection: connection.name))
        }
        return connection
    }

    /// Verifies what confirms the change. A wrong current password is counted like one of a sign-in.
    private func confirm(
        _ submission: Submission, of account: Account, _ stored: StoredPassword?, by owner: AccountOwner,
        in configuration: ConfigurationSnapshot
    ) async throws(SignInFailure) -> PasswordConfirmation {
        if let proof = submission.proof {
            let confirmed = try await Confirmation(ceremonies: ceremonies).judge(
                proof, of: .setPassword, by: owner, in: configuration)
            return PasswordConfirmation(byPasskey: confirmed, byPassword: false)
        }
        guard let current = submission.currentPassword else {
            return PasswordConfirmation(byPasskey: nil, byPassword: false)
        }
        try await services.requireCurrent(current, stored, of: account.user, by: owner, in: configuration)
        return PasswordConfirmation(byPasskey: nil, byPassword: true)
    }
}

extension PasswordServices {
    /// Verifies the current password of a signed-in user. A wrong one is counted like one of a sign-in.
    func requireCurrent(
        _ current: String, _ stored: StoredPassword?, of user: User, by owner: AccountOwner,
        in configuration: ConfigurationSnapshot
    ) async throws(SignInFailure) {
        let attempt = try attempts.count(
            .username, normalized: "\u{0}" + user.id.rawValue, in: user.connection, from: owner.sender)
        let isRight: Bool
        do throws(SignInFailure) {
            isRight = try await verify(
                current, against: stored?.hash, cost: HashCost(configuration.tenant.passwordHashCost))
        } catch {
            attempts.giveBack(attempt)
            throw error
        }
        guard isRight, stored?.isDisabled == false else {
            failures.count(user.id)
            throw .password(.mismatch(.wrong))
        }
        attempts.giveBack(attempt)
    }
}

/// What confirms a new password.
struct PasswordConfirmation: Sendable {
    let byPasskey: ConfirmedByPasskey?
    /// Whether the current password was given.
    let byPassword: Bool
}

extension StorageTransaction {
    /// Stores a password. What the password before has opened ends, but for the session that sets it.
    func set(
        _ password: StoredPassword, replacing old: StoredPassword?, keeping historySize: Int,
        except session: BrowserSession.ID?, recording event: AuditEvent, at time: Timestamp
    ) throws {
        if let old {
            try endOpened(by: password.user.passwordWay, of: password.user, except: session, at: time)
            if historySize > 1 {
                try passwords.remember(old.hash, of: password.user, at: old.setAt, keeping: historySize - 1)
            }
        }
        try passwords.set(password)
        try events.insert(event)
    }
}
