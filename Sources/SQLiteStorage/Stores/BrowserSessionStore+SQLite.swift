// SPDX-License-Identifier: Apache-2.0

import IdentityModel
import WireFormats

/// Browser sessions in SQLite.
struct SQLiteBrowserSessionStore: BrowserSessionStore {
    let connection: Connection

    func find(by secretHash: [UInt8]) throws -> BrowserSession? {
        try connection.first(Self.findByHash, with: .bytes(secretHash), read: Self.read)
    }

    func findOwned(by secretHash: [UInt8]) throws -> OwnedSession? {
        let found = try connection.first(Self.findOwned, with: .bytes(secretHash)) { row in
            (session: try Self.read(&row), owner: try SQLiteUserStore.read(&row))
        }
        guard let (session, owner) = found else { return nil }
        // A way in of a session can't be removed without the session.
        let ways =
            try session.ways.isEmpty ? SQLiteWaysIn(connection: connection).list(of: owner.id) : session.ways
        return OwnedSession(session: session, owner: owner, ways: ways)
    }

    /// Comparing a session would not take much less time than reading it.
    func find(_ id: BrowserSession.ID, assuming session: BrowserSession?) throws -> BrowserSession? {
        try connection.first(Self.findByID, with: .text(id.rawValue), read: Self.read)
    }

    func list(of user: UserID) throws -> [BrowserSession] {
        try connection.all(Self.listOfUser, with: .text(user.rawValue), read: Self.read)
    }

    func latest(
        of user: UserID, after skipped: Int, limit: Int, assuming sessions: [BrowserSession]?
    ) throws -> [BrowserSession] {
        try connection.all(
            Self.latestOfUser, with: .text(user.rawValue), .count(limit), .count(skipped), read: Self.read)
    }

    func count(of user: UserID) throws -> Int {
        try connection.first(Self.countOfUser, with: .text(user.rawValue)) { $0.count() } ?? 0
    }

    func clients(of id: BrowserSession.ID) throws -> [SessionClient] {
        try connection.all(Self.listClients, with: .text(id.rawValue)) { row in
            let client = row.text()
            return SessionClient(id: client, session: row.optional { BrowserSession.ID(rawValue: $0.text()) } ?? id)
        }
    }

    func insert(_ session: BrowserSession) throws {
        try SQLiteWaysIn(connection: connection).require(session.ways)
        try connection.run(
            Self.insertSession, with: .bytes(session.secretHash), .text(session.id.rawValue),
            .text(session.user.rawValue), .text(session.host), .time(session.createdAt), .time(session.idleExpiresAt),
            .time(session.expiresAt), .ways(session.ways), .time(session.authenticatedAt),
            .words(session.methods), .time(session.lastUsedAt), .text(session.userAgent), .text(session.address),
            .text(session.client), .time(session.provenSince))
    }

    func recordUse(of id: BrowserSession.ID, at time: Timestamp, idleExpiresAt: Timestamp) throws {
        let changed = try connection.run(
            Self.recordUse, with: .time(time), .time(idleExpiresAt), .text(id.rawValue))
        guard changed == 0 else { return }
        guard try find(id) != nil else { throw connection.conflict(.notFound) }
    }

    func recordClient(_ client: String, in id: BrowserSession.ID) throws {
        try connection.run(Self.insertClient, with: .text(id.rawValue), .text(client))
    }

    func passClients(of id: BrowserSession.ID, to successor: BrowserSession.ID) throws {
        try connection.run(Self.passClients, with: .text(id.rawValue), .text(successor.rawValue))
    }

    func removeClient(_ client: String, of user: UserID) throws {
        try connection.run(Self.removeSessionClient, with: .text(client), .text(user.rawValue))
    }

    func remove(_ id: BrowserSession.ID) throws {
        try connection.run(Self.removeSession, with: .text(id.rawValue))
    }

    func removeAll(of user: UserID) throws {
        try connection.run(Self.removeOfUser, with: .text(user.rawValue))
    }

    func removeAllReplaceable() throws {
        try connection.run(Self.removeReplaceable)
        connection.hasUnusedPages = true
    }

    func removeExpired(before time: Timestamp, limit: Int) throws -> Int {
        let removed = try connection.sweep(Self.sweep, limit: limit) { window, limit in
            try connection.run(Self.removeExpired, with: window.start, window.end, .time(time), .count(limit))
        }
        if removed > 0 { connection.hasUnusedPages = true }
        return removed
    }

    private static func read(_ row: inout Row) throws -> BrowserSession {
        let secretHash = row.bytes()
        var session = BrowserSession(
            id: BrowserSession.ID(rawValue: row.text()), secretHash: secretHash, user: UserID(rawValue: row.text()),
            host: row.text(), createdAt: row.time(), idleExpiresAt: row.time(), expiresAt: row.time())
        session.ways = try row.ways()
        session.authenticatedAt = row.time()
        session.methods = try row.words()
        session.lastUsedAt = row.time()
        session.userAgent = row.optional { $0.text() }
        session.address = row.optional { $0.text() }
        session.client = row.optional { $0.text() }
        session.provenSince = row.optional { $0.time() } ?? session.createdAt
        return session
    }
}

extension SQLiteBrowserSessionStore {
    private static let columns: StaticString = """
        browser_sessions.secret_hash, browser_sessions.id, browser_sessions.user, browser_sessions.host,
        browser_sessions.created_at, browser_sessions.idle_expires_at, browser_sessions.expires_at,
        browser_sessions.ways, browser_sessions.authenticated_at, browser_sessions.methods,
        browser_sessions.last_used_at, browser_sessions.user_agent, browser_sessions.address, browser_sessions.client,
        browser_sessions.proven_since
        """
    private static let findByHash = SQL("SELECT", columns, "FROM browser_sessions WHERE secret_hash = ?")
    private static let findOwned = SQL(
        "SELECT", columns, ",", SQLiteUserStore.columns,
        "FROM browser_sessions JOIN users ON users.id = browser_sessions.user WHERE secret_hash = ?")
    private static let findByID = SQL("SELECT", columns, "FROM browser_sessions WHERE id = ?")
    private static let listOfUser = SQL(
        "SELECT", columns, "FROM browser_sessions WHERE user = ? ORDER BY created_at, id")
    /// The subquery reads the index by user only, which ends with the key.
    private static let latestOfUser = SQL(
        "SELECT", columns, "FROM browser_sessions WHERE secret_hash IN (SELECT secret_hash FROM browser_sessions",
        "WHERE user = ? ORDER BY secret_hash DESC LIMIT ? OFFSET ?) ORDER BY secret_hash DESC")
    private static let countOfUser = SQL("SELECT count(*) FROM browser_sessions WHERE user = ?")
    private static let listClients = SQL(
        "SELECT client, named_session FROM session_clients WHERE session = ? ORDER BY client")
    private static let insertSession = SQL(
        "INSERT INTO browser_sessions (secret_hash, id, user, host, created_at, idle_expires_at, expires_at, ways,",
        "authenticated_at, methods, last_used_at, user_agent, address, client, proven_since)",
        "VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)")
    private static let recordUse = SQL(
        "UPDATE browser_sessions SET last_used_at = ?1, idle_expires_at = ?2 WHERE id = ?3 AND last_used_at <= ?1")
    private static let insertClient = SQL(
        "INSERT INTO session_clients (session, client) VALUES (?, ?) ON CONFLICT DO UPDATE SET named_session = NULL",
        "WHERE named_session IS NOT NULL")
    private static let passClients = SQL(
        "INSERT INTO session_clients (session, client, named_session) SELECT ?2, client, ifnull(named_session, session)",
        "FROM session_clients WHERE session = ?1 ON CONFLICT DO NOTHING")
    private static let removeSessionClient = SQL(
        "DELETE FROM session_clients WHERE client = ?",
        "AND session IN (SELECT id FROM browser_sessions WHERE user = ?)")
    private static let removeSession = SQL("DELETE FROM browser_sessions WHERE id = ?")
    private static let removeOfUser = SQL("DELETE FROM browser_sessions WHERE user = ?")
    private static let removeReplaceable = SQL(
        "DELETE FROM browser_sessions WHERE ways IS NOT NULL OR user IN (", SQLiteWaysIn.accounts, ")")
    private static let sweep = Sweep(
        name: "browser-sessions", beginning: .bytes([]),
        endOfWindow: SQL(
            "SELECT max(secret_hash), count(*) FROM",
            "(SELECT secret_hash FROM browser_sessions WHERE secret_hash > ? ORDER BY secret_hash LIMIT ?)"),
        readKey: { .bytes($0.bytes()) })
    private static let removeExpired = SQL(
        "DELETE FROM browser_sessions WHERE secret_hash IN",
        "(SELECT secret_hash FROM browser_sessions WHERE secret_hash > ?1 AND secret_hash <= ?2",
        "AND (expires_at < ?3 OR idle_expires_at < ?3) ORDER BY secret_hash LIMIT ?4)")
}
