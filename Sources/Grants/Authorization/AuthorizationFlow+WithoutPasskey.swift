// SPDX-License-Identifier: Apache-2.0

import Configuration
package import IdentityModel
package import OpenIDProvider
package import SignIn
package import WireFormats

/// The sign-up without a passkey.
extension AuthorizationFlow {
    /// Stores a new account without a passkey with its session, as one durable unit. The next step is the user's name, so there
    /// is no code yet.
    package func finish(
        _ account: AccountWithoutPasskey, in transaction: AuthorizationTransaction, sender: TokenRequest.Sender,
        replacing old: BrowserSession.ID?, with ceremonies: CeremonyService
    ) async throws(SignInFailure) -> FinishedSignUp {
        let (session, secret) = BrowserSessions(storage: storage, host: issuer.host).begin(
            for: account, secret: transaction.progress.sessionSecret, lifetimes: configuration.tenant, sender: sender)
        var records = AccompanyingRecords()
        records.session = session
        records.replacedSession = old
        try await SignUpWithoutPasskey(ceremonies: ceremonies).store(account, with: records)
        return FinishedSignUp(user: account.user, secret: secret, of: session, in: transaction)
    }

    /// Returns the sign-up without a passkey that the same form has stored before, for a browser that didn't get the response.
    /// Its session must be the only way into the account, and must not replace another one.
    package func finishedSignUp(
        of transaction: AuthorizationTransaction, in current: BrowserSession.ID?, at time: Timestamp
    ) async throws(OAuthFailure) -> FinishedSignUp? {
        guard let secret = transaction.progress.sessionSecret?.text,
            let session = try await BrowserSessions(storage: storage, host: issuer.host).find(secret: secret, at: time),
            !session.hasPasskey, current == nil || current == session.record.id
        else { return nil }
        return FinishedSignUp(user: session.user, secret: secret, of: session.record, in: transaction)
    }
}

/// A sign-up without a passkey that is stored.
package struct FinishedSignUp: Sendable {
    package let user: User
    /// The value of the session's cookie.
    package let secret: String
    package let transaction: AuthorizationTransaction

    fileprivate init(
        user: User, secret: String, of session: BrowserSession, in transaction: AuthorizationTransaction
    ) {
        self.user = user
        self.secret = secret
        var next = transaction
        next.progress = transaction.progress.authenticated(user.id, at: session.authenticatedAt)
        next.progress.isProfilePending = true
        self.transaction = next
    }
}
