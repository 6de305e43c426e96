// SPDX-License-Identifier: Apache-2.0

package import WireFormats

/// A user's signed-in state in one browser.
///
/// The browser has a secret in a cookie, of which only the hash is stored. Each sign-in creates a new session.
package struct BrowserSession: Hashable, Sendable {
    /// The public ID, which tokens carry as `sid`. It begins with the time, so that sessions of the same time are
    /// stored together.
    package struct ID: RawRepresentable, Hashable, Sendable {
        package let rawValue: String

        package init(rawValue: String) {
            self.rawValue = rawValue
        }

        package static func random(at time: Timestamp) -> ID {
            ID(rawValue: TimeOrderedID.bytes(at: time).hexadecimal)
        }
    }

    /// The most sessions of an account. One more ends the oldest.
    package static let accountLimit = 50

    package let id: ID
    /// The hash of the secret in the cookie (``TimeOrderedSecret/hash``).
    package let secretHash: [UInt8]
    package let user: UserID
    /// The host that the browser signed in at.
    package let host: String
    /// The client whose own pages the session is for, and that alone may use it; `nil` for the server's pages.
    package var client: String?
    /// The ways in of the sign-in. Removing one of them removes the session.
    package var ways: [WayReference] = []
    package var authenticatedAt: Timestamp
    /// The authentication methods, as `amr` names them.
    package var methods: [String] = []
    /// Since when the browser has been signed in to the account, over all sessions that replaced one another. A session
    /// is a way in of its own once that is long enough ago.
    package var provenSince: Timestamp
    package let createdAt: Timestamp
    package var lastUsedAt: Timestamp
    /// The expiry unless the session is used before.
    package var idleExpiresAt: Timestamp
    /// The absolute expiry.
    package var expiresAt: Timestamp
    /// The browser and operating system at the sign-in, by which the user recognizes the session.
    package var userAgent: String?
    /// The network address at the sign-in.
    package var address: String?

    /// Creates the session of a sign-in that just happened.
    package init(
        id: ID, secretHash: [UInt8], user: UserID, host: String, createdAt: Timestamp, idleExpiresAt: Timestamp,
        expiresAt: Timestamp
    ) {
        self.id = id
        self.secretHash = secretHash
        self.user = user
        self.host = host
        self.createdAt = createdAt
        self.idleExpiresAt = idleExpiresAt
        self.expiresAt = expiresAt
        authenticatedAt = createdAt
        provenSince = createdAt
        lastUsedAt = createdAt
    }

    /// Returns the hash of a secret that a browser sent, or `nil` if it doesn't have the form of one.
    package static func key(of secret: String) -> [UInt8]? { TimeOrderedSecret(secret)?.hash }

    /// Whether the session has ended by its absolute or its idle expiry.
    package func isExpired(at time: Timestamp) -> Bool { time >= min(expiresAt, idleExpiresAt) }
}

/// A client that a user signed in to during a session.
package struct SessionClient: Hashable, Sendable {
    package let id: String
    /// The session that the client's tokens name. It is an earlier one of the same browser if the user has signed in
    /// again since.
    package let session: BrowserSession.ID

    package init(id: String, session: BrowserSession.ID) {
        self.id = id
        self.session = session
    }
}

/// Reads browser sessions. Expired sessions are included until they are removed.
package protocol BrowserSessionReading {
    func find(by secretHash: [UInt8]) throws -> BrowserSession?
    /// Returns the session with a secret and its account.
    func findOwned(by secretHash: [UInt8]) throws -> OwnedSession?
    /// Returns a session that the caller has read before as `session`, which a storage may compare instead of reading
    /// it.
    func find(_ id: BrowserSession.ID, assuming session: BrowserSession?) throws -> BrowserSession?
    /// Returns the sessions of an account, oldest first.
    func list(of user: UserID) throws -> [BrowserSession]
    /// Returns the sessions of an account without the newest ones, newest first, in the order of their secrets' hashes.
    /// Reads no others. The caller assumes that these are `sessions`, which a storage may compare instead.
    func latest(
        of user: UserID, after skipped: Int, limit: Int, assuming sessions: [BrowserSession]?
    ) throws -> [BrowserSession]
    /// Returns the number of an account's sessions.
    func count(of user: UserID) throws -> Int
    /// Returns the clients that a user signed in to during a session, in alphabetical order.
    func clients(of id: BrowserSession.ID) throws -> [SessionClient]
}

extension BrowserSessionReading {
    package func find(_ id: BrowserSession.ID) throws -> BrowserSession? { try find(id, assuming: nil) }

    package func latest(of user: UserID, after skipped: Int, limit: Int) throws -> [BrowserSession] {
        try latest(of: user, after: skipped, limit: limit, assuming: nil)
    }
}

/// A browser session with its account.
package struct OwnedSession: Sendable {
    package let session: BrowserSession
    package let owner: User
    /// The ways into the account that the session knows: those of its sign-in or, if there were none, all of the
    /// account.
    package let ways: [WayReference]

    package init(session: BrowserSession, owner: User, ways: [WayReference]) {
        self.session = session
        self.owner = owner
        self.ways = ways
    }
}

/// Changes browser sessions.
package protocol BrowserSessionStore: BrowserSessionReading {
    /// Fails with `alreadyExists` if the ID or the secret is taken, and with `notFound` if the account or a way in
    /// doesn't exist.
    func insert(_ session: BrowserSession) throws
    /// Records a use. Changes nothing if a later use is recorded. Fails with `notFound`.
    func recordUse(of id: BrowserSession.ID, at time: Timestamp, idleExpiresAt: Timestamp) throws
    /// Records that the user signed in to a client during a session. Changes nothing if it is recorded. Fails with
    /// `notFound`.
    func recordClient(_ client: String, in id: BrowserSession.ID) throws
    /// Records the clients of a session for the session that replaces it. Fails with `notFound`.
    func passClients(of id: BrowserSession.ID, to successor: BrowserSession.ID) throws
    /// Forgets that the user signed in to a client, in all of the account's sessions. Does nothing if there is no
    /// record.
    func removeClient(_ client: String, of user: UserID) throws
    /// Removes a session with the record of its clients. Does nothing if there is none.
    func remove(_ id: BrowserSession.ID) throws
    func removeAll(of user: UserID) throws
    /// Removes the sessions of all accounts that have a way in, with which their users can sign in again.
    func removeAllReplaceable() throws
    /// Removes sessions that expired before a time, by either expiry, and returns how many were removed.
    func removeExpired(before time: Timestamp, limit: Int) throws -> Int
}
