// SPDX-License-Identifier: Apache-2.0

import IdentityModel
import WireFormats

/// Authorization codes in SQLite.
struct SQLiteAuthorizationCodeStore: AuthorizationCodeStore {
    let connection: Connection

    func find(by hash: [UInt8]) throws -> AuthorizationCode? {
        try connection.first(Self.findByHash, with: .bytes(hash), read: Self.read)
    }

    func findOwned(by hash: [UInt8]) throws -> OwnedCode? {
        try connection.first(Self.findOwned, with: .bytes(hash)) { row in
            OwnedCode(code: try Self.read(&row), owner: try SQLiteUserStore.read(&row))
        }
    }

    func insert(_ code: AuthorizationCode) throws {
        let grant = code.grant
        try connection.run(
            Self.insertCode, with: .bytes(code.hash), .text(grant.id.rawValue), .text(grant.user.rawValue),
            .text(grant.client), .text(grant.host), .text(grant.redirectURI), .time(grant.authenticatedAt),
            .text(grant.challenge), .words(grant.scope), .text(grant.audience), .text(grant.nonce),
            .text(grant.organization), .words(grant.methods), .text(grant.session?.rawValue),
            .ways(grant.ways), .bytes(grant.boundKey), grant.claims.map(SQLValue.json) ?? .text(nil),
            .time(code.issuedAt), .time(code.expiresAt), .time(code.use?.usedAt), .text(code.use?.family?.rawValue),
            .count(grant.generation))
    }

    func markUsed(_ hash: [UInt8], at time: Timestamp, family: RefreshToken.Family?) throws {
        let changed = try connection.run(
            Self.markCodeUsed, with: .time(time), .text(family?.rawValue), .bytes(hash))
        guard changed == 0 else { return }
        throw connection.conflict(try find(by: hash) == nil ? .notFound : .modifiedConcurrently)
    }

    func removeExpired(before time: Timestamp, limit: Int) throws -> Int {
        let removed = try connection.sweep(Self.sweep, limit: limit) { window, limit in
            try connection.run(Self.removeExpired, with: window.start, window.end, .time(time), .count(limit))
        }
        if removed > 0 { connection.hasUnusedPages = true }
        return removed
    }

    private static func read(_ row: inout Row) throws -> AuthorizationCode {
        let hash = row.bytes()
        let grant = try readGrant(&row)
        var code = AuthorizationCode(hash: hash, grant: grant, issuedAt: row.time(), expiresAt: row.time())
        let usedAt = row.optional { $0.time() }
        let family = row.optional { RefreshToken.Family(rawValue: $0.text()) }
        code.use = usedAt.map { AuthorizationCode.Use(usedAt: $0, family: family) }
        code.grant.generation = row.count()
        return code
    }

    private static func readGrant(_ row: inout Row) throws -> AuthorizationCode.Grant {
        var grant = AuthorizationCode.Grant(
            id: GrantID(rawValue: row.text()), user: UserID(rawValue: row.text()), client: row.text(), host: row.text(),
            redirectURI: row.text(), authenticatedAt: row.time())
        grant.challenge = row.optional { $0.text() }
        grant.scope = try row.words()
        grant.audience = row.optional { $0.text() }
        grant.nonce = row.optional { $0.text() }
        grant.organization = row.optional { $0.text() }
        grant.methods = try row.words()
        grant.session = row.optional { BrowserSession.ID(rawValue: $0.text()) }
        grant.ways = try row.ways()
        grant.boundKey = row.optional { $0.bytes() }
        grant.claims = try row.optional { try $0.json() }
        return grant
    }
}

extension SQLiteAuthorizationCodeStore {
    private static let columns: StaticString = """
        hash, grant_id, user, client, host, redirect_uri, authenticated_at, challenge, scope, audience, nonce,
        organization, methods, session, ways, bound_key, claims, issued_at, expires_at, used_at, family, generation
        """
    private static let findByHash = SQL("SELECT", columns, "FROM authorization_codes WHERE hash = ?")
    private static let findOwned = SQL(
        "SELECT", columns, ",", SQLiteUserStore.columns,
        "FROM authorization_codes JOIN users ON users.id = authorization_codes.user WHERE hash = ?")
    private static let insertCode = SQL(
        "INSERT INTO authorization_codes (", columns, ")",
        "VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)")
    private static let markCodeUsed = SQL(
        "UPDATE authorization_codes SET used_at = ?, family = ? WHERE hash = ? AND used_at IS NULL")
    private static let sweep = Sweep(
        name: "authorization-codes", beginning: .bytes([]),
        endOfWindow: SQL(
            "SELECT max(hash), count(*) FROM",
            "(SELECT hash FROM authorization_codes WHERE hash > ? ORDER BY hash LIMIT ?)"),
        readKey: { .bytes($0.bytes()) })
    private static let removeExpired = SQL(
        "DELETE FROM authorization_codes WHERE hash IN (SELECT hash FROM authorization_codes",
        "WHERE hash > ?1 AND hash <= ?2 AND expires_at < ?3 ORDER BY hash LIMIT ?4)")
}
