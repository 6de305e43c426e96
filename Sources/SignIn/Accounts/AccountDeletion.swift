// SPDX-License-Identifier: Apache-2.0

package import Configuration
import IdentityModel
package import WebAuthnMessages
import WebAuthnVerification
package import WireFormats

/// Has the account of a signed-in user erased.
///
/// 1. The user proves to have one of the account's passkeys, and not one that a thief may just have added. An account
///    without any needs a recent sign-in.
/// 2. All sessions and tokens end at once, and no sign-in is accepted any longer.
/// 3. After the delay, `ExpiredRecords` erases the account. Until then a sign-in on the server's pages keeps it, if the
///    user says so, or an operator does.
package struct AccountDeletion: Sendable {
    /// The time until an account is erased, in seconds.
    package static let delay = 72 * 3600
    /// The longest time since the sign-in to an account without a passkey, in seconds.
    package static let maximumSignInAge = 15 * 60

    private let ceremonies: CeremonyService

    package init(ceremonies: CeremonyService) {
        self.ceremonies = ceremonies
    }

    /// Begins the proof on the server's own pages, with one of the account's passkeys.
    package func begin(
        by owner: AccountOwner, in configuration: ConfigurationSnapshot
    ) async throws(SignInFailure) -> StartedCeremony<RequestOptions> {
        let account = try await ceremonies.accounts.read { try Account(owner, in: $0) }
        let started = try BeginSignIn(ceremonies: ceremonies)(atOwnPagesOf: owner.host, in: configuration)
        var options = started.options
        options.userVerification = .required
        options.allowedCredentials = account.settledPasskeys(at: ceremonies.now()).map(\.origin)
            .filter { $0.relyingPartyID == options.relyingPartyID }
            .map { CredentialDescriptor(id: $0.credentialID, transports: $0.transports) }
        return StartedCeremony(options: options, session: started.session)
    }

    /// Whether the user proves to have a passkey of the account, because it has any. No other way in is as good a
    /// proof.
    package func needsPasskey(of owner: AccountOwner) async throws(SignInFailure) -> Bool {
        let time = ceremonies.now()
        return try await !ceremonies.accounts.read { try Account(owner, in: $0) }.settledPasskeys(at: time).isEmpty
    }

    /// Whether a sign-in is recent enough for the deletion of an account without a passkey.
    package static func isRecent(_ authenticatedAt: Timestamp, at time: Timestamp) -> Bool {
        RecentSignIn(authenticatedAt: authenticatedAt, canSignInAgain: true).isMet(within: maximumSignInAge, at: time)
    }

    /// Returns when the account is going to be erased.
    ///
    /// - Parameter proof: The response of one of the account's passkeys; `nil` for an account without any.
    package func callAsFunction(
        by owner: AccountOwner, proving proof: PasskeySignIn.Submission?, in configuration: ConfigurationSnapshot
    ) async throws(SignInFailure) -> Timestamp {
        // A token that was revoked must not use the proof up, so that the client can send it with a new one.
        _ = try await ceremonies.accounts.read { try Account(owner, in: $0) }
        var signIn: SignIn?
        if let proof { signIn = try await judge(proof, by: owner, in: configuration) }
        let (proven, passkey, time) = (signIn, signIn?.ways.first.flatMap(PasskeyID.init), ceremonies.now())
        do throws(SignInFailure) {
            return try await ceremonies.accounts.write { transaction in
                try proven?.change.take(in: transaction)
                let account = try Account(owner, in: transaction)
                if let proven {
                    guard account.settledPasskeys(at: time).contains(where: { $0.id == passkey }) else {
                        throw SignInFailure.account(.passkeyTooNew)
                    }
                    try proven.change.store(for: proven, in: transaction)
                } else {
                    let password = try transaction.passwords.find(of: owner.user)
                    try owner.requireRecentSignIn(toAccountWithoutPasskey: account, password: password, at: time)
                }
                let deletesAt = try transaction.close(account.user, by: owner, with: passkey, at: time)
                try ceremonies.accounts.notices.insert(
                    ChangeNotice(
                        .accountToBeDeleted(at: deletesAt, hasPasskey: passkey != nil), at: time, by: owner,
                        confirmedBy: passkey == nil ? nil : .passkey), about: account.user, in: transaction)
                return deletesAt
            }
        } catch {
            await signIn?.change.discard(because: error)
            throw error
        }
    }

    private func judge(
        _ proof: PasskeySignIn.Submission, by owner: AccountOwner, in configuration: ConfigurationSnapshot
    ) async throws(SignInFailure) -> SignIn {
        let signIn = try await PasskeySignIn(ceremonies: ceremonies).judge(proof, in: configuration)
        let isUserVerified = signIn.authentication.methods.contains("user")
        if signIn.user.id == owner.user, owner.client != nil || isUserVerified { return signIn }
        let failure: SignInFailure =
            signIn.user.id == owner.user
            ? .response(.authentication(.userVerificationMissing)) : .response(.identifierMismatch)
        await signIn.change.discard(because: failure)
        throw failure
    }
}

extension AccountOwner {
    fileprivate func requireRecentSignIn(
        toAccountWithoutPasskey account: Account, password: StoredPassword?, at time: Timestamp
    ) throws(SignInFailure) {
        guard account.settledPasskeys(at: time).isEmpty else { throw .account(.proofMissing) }
        guard let authenticatedAt, AccountDeletion.isRecent(authenticatedAt, at: time) else {
            throw .account(.signInTooOld(maxAge: AccountDeletion.maximumSignInAge))
        }
        // L11: what a mailed link has set ends nothing that is older, and neither does what a weak session has added.
        guard password?.hasSettled(at: time) ?? true else { throw .account(.passwordTooNew) }
        let isByYoungAddress = account.user.identifiers.contains { identifier in
            let isYoung = identifier.unconfirmedUntil.map { $0 > time } ?? false
            return isYoung && (account.user.id.way(by: identifier.kind).map { ways?.contains($0) ?? false } ?? false)
        }
        guard !isByYoungAddress else { throw .account(.addressTooNew) }
        let isByYoungPasskey = account.passkeys.contains { ways?.contains($0.id.way) ?? false }
        guard !isByYoungPasskey else { throw .account(.passkeyTooNew) }
        let young = account.deviceKeys.first { !$0.hasSettled(at: time) && ways?.contains($0.id.way) ?? false }
        if let until = young?.unconfirmedUntil { throw .deviceKey(.tooNew(until: until)) }
    }
}

extension StorageTransaction {
    /// Ends everything that is open, and has the account erased after the delay.
    fileprivate func close(
        _ user: User, by owner: AccountOwner, with passkey: PasskeyID?, at time: Timestamp
    ) throws -> Timestamp {
        let deletesAt = time.advanced(by: AccountDeletion.delay)
        try endSessions(of: user.id, by: .accountDeleted, at: time)
        try refreshTokens.removeAll(of: user.id)
        try users.apply(.deletion(at: deletesAt), to: user.id, at: time)
        var details: JSONObject = ["deletes_at": .string(deletesAt.description)]
        details["passkey"] = passkey.map { .string($0.rawValue) }
        try events.insert(owner.event(.userDeletionRequested, at: time, details: details))
        return deletesAt
    }
}
