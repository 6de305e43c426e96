// SPDX-License-Identifier: Apache-2.0

import IdentityModel
import WireFormats

/// Refresh tokens in SQLite. Their families store the grants.
struct SQLiteRefreshTokenStore: RefreshTokenStore {
    let connection: Connection

    func find(_ hash: [UInt8], assuming token: RefreshToken?) throws -> RefreshToken? {
        if let token, token.hash == hash, try isUnchanged(token) { return token }
        return try connection.first(Self.findByHash, with: .bytes(hash), read: Self.read)
    }

    /// Nothing else of a token changes. Comparing it takes less time than reading it with its family.
    private func isUnchanged(_ token: RefreshToken) throws -> Bool {
        let found = try connection.first(
            Self.findUnchanged, with: .bytes(token.hash), .time(token.idleExpiresAt), .bytes(token.successor?.hash)
        ) { _ in true }
        return found != nil
    }

    /// Few tokens have a session or a successor. Joining these tables, too, would take more time.
    func findOwned(_ hash: [UInt8]) throws -> OwnedRefreshToken? {
        let found = try connection.first(Self.findOwned, with: .bytes(hash)) { row in
            (token: try Self.read(&row), owner: try SQLiteUserStore.read(&row))
        }
        guard let (token, owner) = found else { return nil }
        return OwnedRefreshToken(
            token: token, owner: owner,
            session: try token.grant.endingSession.flatMap {
                try SQLiteBrowserSessionStore(connection: connection).find($0)
            },
            successor: try token.successor.flatMap { try find($0.hash) })
    }

    func list(of user: UserID) throws -> [RefreshToken] {
        try connection.all(Self.listOfUser, with: .text(user.rawValue), read: Self.read)
    }

    func listNewest(of user: UserID, limit: Int) throws -> [RefreshToken] {
        try connection.all(Self.listNewestOfUser, with: .text(user.rawValue), .count(limit), read: Self.read)
    }

    func families(of user: UserID) throws -> [RefreshToken.FamilyEntry] {
        try connection.all(Self.familiesOfUser, with: .text(user.rawValue)) { row in
            RefreshToken.FamilyEntry(
                id: RefreshToken.Family(rawValue: row.text()), client: row.text(),
                session: row.optional { BrowserSession.ID(rawValue: $0.text()) })
        }
    }

    func countFamilies(of user: UserID) throws -> Int {
        try connection.first(Self.countOfUser, with: .text(user.rawValue)) { $0.count() } ?? 0
    }

    func insert(_ token: RefreshToken) throws {
        let grant = token.grant
        // The families of a way in that was removed were removed with it.
        try SQLiteWaysIn(connection: connection).require(grant.ways)
        let changed = try connection.run(
            Self.putFamily, with: .text(token.family.rawValue), .text(grant.user.rawValue), .text(grant.client),
            .text(grant.host), .text(grant.audience), .words(grant.scope), .text(grant.organization),
            .time(grant.authenticatedAt), .words(grant.methods), .bytes(grant.boundKey), .time(token.expiresAt),
            .time(token.idleExpiresAt), .ways(grant.ways), .text(grant.session?.rawValue),
            .text(grant.flow.rawValue))
        guard changed == 1 else { throw connection.conflict(.modifiedConcurrently) }
        try connection.run(
            Self.insertToken, with: .bytes(token.hash), .text(token.family.rawValue), .time(token.issuedAt),
            .time(token.idleExpiresAt), .bytes(token.successor?.hash), .bytes(token.successor?.sealed),
            .time(token.successor?.usedAt))
    }

    func markUsed(_ hash: [UInt8], replacedBy successor: RefreshToken.Successor) throws {
        let changed = try connection.run(
            Self.setSuccessor, with: .bytes(successor.hash), .bytes(successor.sealed), .time(successor.usedAt),
            .bytes(hash))
        guard changed == 0 else { return }
        throw connection.conflict(try find(hash) == nil ? .notFound : .modifiedConcurrently)
    }

    func extend(_ hash: [UInt8], idleExpiresAt: Timestamp?) throws {
        guard try connection.run(Self.extendToken, with: .time(idleExpiresAt), .bytes(hash)) == 1 else {
            throw connection.conflict(.notFound)
        }
        try connection.run(Self.extendFamily, with: .time(idleExpiresAt), .bytes(hash))
    }

    func remove(_ family: RefreshToken.Family) throws {
        try connection.run(Self.removeFamily, with: .text(family.rawValue))
    }

    func removeAll(of user: UserID) throws {
        try connection.run(Self.removeOfUser, with: .text(user.rawValue))
    }

    func removeAll(ofSession session: BrowserSession.ID) throws {
        try connection.run(Self.removeOfSession, with: .text(session.rawValue))
    }

    func removeAll() throws {
        try connection.run(Self.removeEveryFamily)
        connection.hasUnusedPages = true
    }

    func removeExpired(before time: Timestamp, limit: Int) throws -> Int {
        let removed = try connection.sweep(Self.sweep, limit: limit) { window, limit in
            let removed = try connection.run(
                Self.removeTokensOfEnded, with: window.start, window.end, .time(time), .count(limit))
            // The remaining tokens of larger families are removed by the next call.
            try connection.run(Self.removeEmptied, with: window.start, window.end, .time(time), .count(limit))
            return removed
        }
        if removed > 0 { connection.hasUnusedPages = true }
        return removed
    }

    private static func read(_ row: inout Row) throws -> RefreshToken {
        let hash = row.bytes()
        let family = RefreshToken.Family(rawValue: row.text())
        let user = UserID(rawValue: row.text())
        var grant = RefreshToken.Grant(
            user: user, client: row.text(), host: row.text(), authenticatedAt: row.time())
        grant.audience = row.optional { $0.text() }
        grant.scope = try row.words()
        grant.organization = row.optional { $0.text() }
        grant.methods = try row.words()
        grant.boundKey = row.optional { $0.bytes() }
        grant.ways = try row.ways()
        grant.session = row.optional { BrowserSession.ID(rawValue: $0.text()) }
        grant.flow = try row.require(RefreshToken.Flow(rawValue: row.text()))
        var token = RefreshToken(
            hash: hash, family: family, grant: grant, issuedAt: row.time(), expiresAt: row.optional { $0.time() })
        token.idleExpiresAt = row.optional { $0.time() }
        token.successor = row.optional(columns: 3) {
            RefreshToken.Successor(hash: $0.bytes(), sealed: $0.bytes(), usedAt: $0.time())
        }
        return token
    }
}

extension SQLiteRefreshTokenStore {
    private static let joined: StaticString = """
        SELECT token.hash, family.id, family.user, family.client, family.host, family.authenticated_at, family.audience,
        family.scope, family.organization, family.methods, family.bound_key, family.ways, family.session, family.flow,
        token.issued_at, family.expires_at, token.idle_expires_at, token.successor_hash, token.successor, token.used_at
        """
    private static let findByHash = SQL(
        joined, "FROM refresh_tokens AS token JOIN refresh_families AS family ON family.id = token.family",
        "WHERE token.hash = ?")
    private static let findUnchanged = SQL(
        "SELECT 1 FROM refresh_tokens WHERE hash = ? AND idle_expires_at IS ? AND successor_hash IS ?")
    private static let findOwned = SQL(
        joined, ",", SQLiteUserStore.columns, "FROM refresh_tokens AS token",
        "JOIN refresh_families AS family ON family.id = token.family JOIN users ON users.id = family.user",
        "WHERE token.hash = ?")
    private static let listOfUser = SQL(
        joined, "FROM refresh_families AS family JOIN refresh_tokens AS token ON token.family = family.id",
        "WHERE family.user = ? AND token.successor_hash IS NULL ORDER BY token.issued_at, token.hash")
    /// The index has the families in the order of their IDs, which begin with the time.
    private static let listNewestOfUser = SQL(
        joined, "FROM (SELECT * FROM refresh_families WHERE user = ? ORDER BY id DESC LIMIT ?) AS family",
        "JOIN refresh_tokens AS token ON token.family = family.id",
        "WHERE token.successor_hash IS NULL ORDER BY family.id DESC, token.hash")
    /// The hashes of tokens begin with the time, and the index by family ends with them.
    private static let familiesOfUser = SQL(
        "SELECT family.id, family.client, family.session FROM refresh_families AS family WHERE family.user = ? ORDER BY",
        "(SELECT token.issued_at FROM refresh_tokens AS token WHERE token.family = family.id",
        "ORDER BY token.hash DESC LIMIT 1), family.id")
    private static let countOfUser = SQL("SELECT count(*) FROM refresh_families WHERE user = ?")
    /// Inserts a family, or updates its idle expiry to that of its newest token. Changes nothing if the grant differs.
    private static let putFamily = SQL(
        "INSERT INTO refresh_families AS family (id, user, client, host, audience, scope, organization,",
        "authenticated_at, methods, bound_key, expires_at, idle_expires_at, ways, session, flow)",
        "VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)",
        "ON CONFLICT (id) DO UPDATE SET idle_expires_at = excluded.idle_expires_at",
        "WHERE family.user = excluded.user AND family.client = excluded.client AND family.host = excluded.host",
        "AND family.audience IS excluded.audience AND family.scope = excluded.scope",
        "AND family.organization IS excluded.organization AND family.authenticated_at = excluded.authenticated_at",
        "AND family.methods = excluded.methods AND family.bound_key IS excluded.bound_key",
        "AND family.expires_at IS excluded.expires_at AND family.ways IS excluded.ways",
        "AND family.session IS excluded.session AND family.flow = excluded.flow")
    private static let insertToken = SQL(
        "INSERT INTO refresh_tokens (hash, family, issued_at, idle_expires_at, successor_hash, successor, used_at)",
        "VALUES (?, ?, ?, ?, ?, ?, ?)")
    private static let setSuccessor = SQL(
        "UPDATE refresh_tokens SET successor_hash = ?, successor = ?, used_at = ?",
        "WHERE hash = ? AND successor_hash IS NULL")
    private static let extendToken = SQL("UPDATE refresh_tokens SET idle_expires_at = ? WHERE hash = ?")
    private static let extendFamily = SQL(
        "UPDATE refresh_families SET idle_expires_at = ?",
        "WHERE id = (SELECT family FROM refresh_tokens WHERE hash = ?)")
    private static let removeFamily = SQL("DELETE FROM refresh_families WHERE id = ?")
    private static let removeOfUser = SQL("DELETE FROM refresh_families WHERE user = ?")
    /// The condition is that of the index `refresh_families_of_session`.
    private static let removeOfSession = SQL(
        "DELETE FROM refresh_families WHERE session = ? AND session IS NOT NULL",
        "AND instr(scope, '\"online_access\"') > 0")
    private static let removeEveryFamily = SQL("DELETE FROM refresh_families")
    private static let sweep = Sweep(
        name: "refresh-families", beginning: .text(""),
        endOfWindow: SQL(
            "SELECT max(id), count(*) FROM (SELECT id FROM refresh_families WHERE id > ? ORDER BY id LIMIT ?)"),
        readKey: { .text($0.text()) })
    /// Matches expired families in a window. Families without an expiry have NULL, which compares as not expired.
    private static let hasEnded: StaticString =
        "family.id > ?1 AND family.id <= ?2 AND (family.expires_at < ?3 OR family.idle_expires_at < ?3)"
    private static let removeTokensOfEnded = SQL(
        "DELETE FROM refresh_tokens WHERE hash IN (SELECT token.hash FROM refresh_families AS family",
        "JOIN refresh_tokens AS token ON token.family = family.id WHERE", hasEnded, "LIMIT ?4)")
    private static let removeEmptied = SQL(
        "DELETE FROM refresh_families WHERE id IN (SELECT id FROM refresh_families AS family WHERE", hasEnded,
        "AND NOT EXISTS (SELECT 1 FROM refresh_tokens WHERE family = family.id) LIMIT ?4)")
}
