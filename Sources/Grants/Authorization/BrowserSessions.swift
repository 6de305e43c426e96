// SPDX-License-Identifier: Apache-2.0

package import Configuration
package import IdentityModel
package import OpenIDProvider
package import SignIn
package import WireFormats

/// A browser session that has not ended, with its account.
package struct ActiveSession: Sendable {
    package let record: BrowserSession
    package let user: User
    /// Whether the account has a passkey. If it has none, the session is the only way into it.
    package let hasPasskey: Bool
}

/// Begins and finds browser sessions at a host.
package struct BrowserSessions: Sendable {
    /// The time between two visits that are stored, in seconds.
    private static let visitInterval: Int64 = 60

    private let storage: any Storage
    private let host: String

    package init(storage: any Storage, host: String) {
        self.storage = storage
        self.host = host
    }

    /// Returns the session that a cookie belongs to. Blocked accounts have none.
    package func find(secret: String?, at time: Timestamp) async throws(OAuthFailure) -> ActiveSession? {
        guard let hash = secret.flatMap({ TimeOrderedSecret($0) })?.hash else { return nil }
        let host = host
        do {
            return try await storage.read { snapshot in
                guard let record = try snapshot.sessions.find(by: hash), record.host == host,
                    !record.isExpired(at: time),
                    let user = try snapshot.users.find(record.user), !user.isBlocked
                else { return nil }
                // The passkey of a session can't be removed without the session.
                let hasPasskey = try record.passkey != nil || !snapshot.passkeys.list(of: user.id).isEmpty
                return ActiveSession(record: record, user: user, hasPasskey: hasPasskey)
            }
        } catch {
            throw OAuthFailure(error)
        }
    }

    /// Extends the idle lifetime of a session whose user visits one of the server's own pages. At most one visit a minute is
    /// stored, and none if the session has ended or the storage can't be written: the page can be shown nevertheless.
    package func recordVisit(of session: ActiveSession, lifetimes: Tenant, at time: Timestamp) async {
        let record = session.record
        guard time.secondsSince1970 - record.lastUsedAt.secondsSince1970 >= Self.visitInterval else { return }
        let idleExpiresAt = min(time.advanced(by: lifetimes.idleSessionLifetime), record.expiresAt)
        try? await storage.withTransaction {
            try $0.sessions.recordUse(of: record.id, at: time, idleExpiresAt: idleExpiresAt)
        }
    }

    /// Returns the session that a sign-in begins, and the secret for its cookie.
    package func begin(
        with verified: VerifiedSignIn, lifetimes: Tenant, sender: TokenRequest.Sender
    ) -> (session: BrowserSession, secret: String) {
        let time = verified.authenticatedAt
        var (session, secret) = begin(for: verified.user.id, lifetimes: lifetimes, sender: sender, at: time)
        session.passkey = verified.passkey.id
        session.methods =
            AuthenticationFacts.passkey(verified.passkey, isUserVerified: verified.isUserVerified, at: time).methods
        return (session, secret)
    }

    /// Returns the session of a new user without a passkey, which has no authentication methods, and its secret.
    package func begin(
        for account: AccountWithoutPasskey, secret: TimeOrderedSecret?, lifetimes: Tenant, sender: TokenRequest.Sender
    ) -> (session: BrowserSession, secret: String) {
        begin(for: account.user.id, secret: secret, lifetimes: lifetimes, sender: sender, at: account.createdAt)
    }

    private func begin(
        for user: UserID, secret: TimeOrderedSecret? = nil, lifetimes: Tenant, sender: TokenRequest.Sender,
        at time: Timestamp
    ) -> (session: BrowserSession, secret: String) {
        let secret = secret ?? TimeOrderedSecret(at: time)
        var session = BrowserSession(
            id: .random(at: time), secretHash: secret.hash, user: user, host: host, createdAt: time,
            idleExpiresAt: time.advanced(by: lifetimes.idleSessionLifetime),
            expiresAt: time.advanced(by: lifetimes.sessionLifetime))
        session.userAgent = sender.userAgent
        session.address = sender.address
        return (session, secret.text)
    }

    /// Begins the session of a login ticket, and ends the browser's session before. Returns the secret for the cookie, or `nil`
    /// if the ticket was used, or if the account or the passkey may not be used any longer.
    package func begin(
        with ticket: LoginTicket, lifetimes: Tenant, sender: TokenRequest.Sender, replacing old: BrowserSession.ID?,
        at time: Timestamp
    ) async throws(OAuthFailure) -> String? {
        let secret: String
        var session: BrowserSession
        (session, secret) = begin(for: ticket.user, lifetimes: lifetimes, sender: sender, at: time)
        session.passkey = ticket.passkey
        session.authenticatedAt = ticket.authentication.authenticatedAt
        session.methods = ticket.authentication.methods
        do {
            return try await storage.withTransaction { [session] transaction in
                try transaction.oneTime.consume(ticket.id, expiresAt: ticket.expiresAt)
                guard let user = try transaction.users.find(ticket.user), !user.isBlocked,
                    user.tokenGeneration == ticket.generation
                else { return nil }
                try transaction.begin(session, replacing: old)
                return secret
            }
        } catch StorageConflict.alreadyConsumed, StorageConflict.notFound {
            return nil
        } catch {
            throw OAuthFailure(error)
        }
    }

    /// Stores a verified sign-in at the server's own pages with the session that it begins, as one durable unit.
    package func finish(
        _ verified: VerifiedSignIn, lifetimes: Tenant, sender: TokenRequest.Sender, replacing old: BrowserSession.ID?,
        with ceremonies: CeremonyService
    ) async throws(GrantFailure) -> BegunSession {
        let (session, secret) = begin(with: verified, lifetimes: lifetimes, sender: sender)
        var records = AccompanyingRecords()
        records.session = session
        records.replacedSession = old
        do {
            let signedIn = try await FinishSignIn(ceremonies: ceremonies).store(verified, with: records)
            return BegunSession(signedIn: signedIn, session: session, secret: secret)
        } catch {
            throw .signIn(error)
        }
    }
}

/// A session that a sign-in began.
package struct BegunSession: Sendable {
    package let signedIn: SignedIn
    package let session: BrowserSession
    /// The value of the session's cookie.
    package let secret: String
}
