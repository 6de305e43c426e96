// SPDX-License-Identifier: Apache-2.0

package import Configuration
package import IdentityModel
package import WireFormats

/// Begins and finds browser sessions at a host.
///
/// 1. A sign-in makes its session with `begin`, through `SignIn.session`. The completion stores it in the place of the
///    browser's session before; `SessionEnd` says what ends with a session, and who is informed.
/// 2. Each request finds its session by the hash of the cookie's secret.
/// 3. Users end theirs with `SessionManagement`, operators with `SessionEnding` of the module `Administration`.
package struct BrowserSessions: Sendable {
    /// The time between two visits that are stored, in seconds.
    private static let visitInterval: Int64 = 60

    /// The use of a session. A secret of one kind is worth nothing for the other.
    package enum Kind: Sendable {
        /// The server's pages, and the clients that users sign in to with them.
        case pages
        /// The plain ceremony API, for a client at the same origin.
        case ceremonyAPI
    }

    private let accounts: AccountStorage
    private let host: String
    private let kind: Kind

    package init(accounts: AccountStorage, host: String, kind: Kind) {
        self.accounts = accounts
        self.host = host
        self.kind = kind
    }

    private func hash(of secret: TimeOrderedSecret) -> [UInt8] {
        switch kind {
        case .pages: secret.hash
        case .ceremonyAPI: secret.hash(for: "ceremony API")
        }
    }

    /// Returns the session that a cookie belongs to. Accounts that are blocked or about to be deleted have none.
    package func find(secret: String?) async throws(SignInFailure) -> ActiveSession? {
        guard let hash = secret.flatMap({ TimeOrderedSecret($0) }).map(hash) else { return nil }
        let (host, time) = (host, accounts.now())
        return try await accounts.read { snapshot in
            guard let found = try snapshot.sessions.findOwned(by: hash), found.session.host == host,
                !found.session.isExpired(at: time), found.owner.isActive
            else { return nil }
            return ActiveSession(record: found.session, user: found.owner, ways: found.ways)
        }
    }

    /// Extends the idle lifetime of a session whose user visits one of the server's own pages. At most one visit a
    /// minute is stored, and none if the session has ended or the storage can't be written: the page can be shown
    /// nevertheless.
    package func recordVisit(of session: ActiveSession, lifetimes: Tenant) async {
        let (record, time) = (session.record, accounts.now())
        guard time.secondsSince1970 - record.lastUsedAt.secondsSince1970 >= Self.visitInterval else { return }
        let idleExpiresAt = min(time.advanced(by: lifetimes.idleSessionLifetime), record.expiresAt)
        try? await accounts.storage.withTransaction {
            try $0.sessions.recordUse(of: record.id, at: time, idleExpiresAt: idleExpiresAt)
        }
    }

    /// Returns the session of a user who was just authenticated.
    ///
    /// - Parameters:
    ///   - ways: The ways in that the session ends with.
    ///   - client: The client that the user signed in to.
    ///   - secret: The secret of the cookie; `nil` for a new one.
    package func begin(
        for user: UserID, with authentication: AuthenticationFacts, ways: [WayReference], client: String,
        lifetimes: Tenant, sender: RequestSender, secret: TimeOrderedSecret? = nil, at time: Timestamp
    ) -> NewSession {
        let secret = secret ?? TimeOrderedSecret(at: time)
        var session = BrowserSession(
            id: .random(at: time), secretHash: hash(of: secret), user: user, host: host, createdAt: time,
            idleExpiresAt: time.advanced(by: lifetimes.idleSessionLifetime),
            expiresAt: time.advanced(by: lifetimes.sessionLifetime))
        session.client = kind == .pages ? nil : client
        session.ways = ways
        session.authenticatedAt = authentication.authenticatedAt
        session.methods = authentication.methods
        session.userAgent = sender.userAgent
        session.address = sender.address
        return NewSession(record: session, secret: secret.text)
    }
}
