// SPDX-License-Identifier: Apache-2.0

import IdentityModel
import WireFormats

/// Device authorizations in SQLite. `is_approved` is NULL while a request is pending.
struct SQLiteDeviceAuthorizationStore: DeviceAuthorizationStore {
    let connection: Connection

    func find(by deviceCodeHash: [UInt8]) throws -> DeviceAuthorization? {
        try connection.first(Self.findByHash, with: .bytes(deviceCodeHash), read: Self.read)
    }

    func find(userCode: String) throws -> DeviceAuthorization? {
        try connection.first(Self.findByUserCode, with: .text(userCode), read: Self.read)
    }

    func count(unexpiredAt time: Timestamp, of client: String) throws -> (all: Int, ofClient: Int) {
        try connection.first(Self.countUnexpired, with: .text(client), .time(time)) { row in
            (all: row.count(), ofClient: row.count())
        } ?? (0, 0)
    }

    func insert(_ authorization: DeviceAuthorization) throws {
        try connection.run(
            Self.insertRequest, with: .bytes(authorization.deviceCodeHash), .text(authorization.userCode),
            .text(authorization.client), .text(authorization.host), .time(authorization.createdAt),
            .time(authorization.expiresAt), .words(authorization.scope), .text(authorization.audience))
        guard let decision = authorization.decision else { return }
        try decide(userCode: authorization.userCode, as: decision)
    }

    func decide(userCode: String, as decision: DeviceAuthorization.Decision) throws {
        let changed =
            switch decision {
            case .denied: try connection.run(Self.deny, with: .text(userCode))
            case .approved(let approval):
                try connection.run(
                    Self.approve, with: .text(approval.user.rawValue), .time(approval.authenticatedAt),
                    .words(approval.methods), .text(approval.session?.rawValue), .ways(approval.ways),
                    .count(approval.generation), .time(approval.decidedAt), .text(userCode))
            }
        guard changed == 0 else { return }
        throw connection.conflict(try find(userCode: userCode) == nil ? .notFound : .modifiedConcurrently)
    }

    func remove(_ deviceCodeHash: [UInt8]) throws {
        guard try connection.run(Self.removeRequest, with: .bytes(deviceCodeHash)) == 1 else {
            throw connection.conflict(.notFound)
        }
    }

    func removeExpired(before time: Timestamp, limit: Int) throws -> Int {
        let removed = try connection.sweep(Self.sweep, limit: limit) { window, limit in
            try connection.run(Self.removeExpired, with: window.start, window.end, .time(time), .count(limit))
        }
        if removed > 0 { connection.hasUnusedPages = true }
        return removed
    }

    private static func read(_ row: inout Row) throws -> DeviceAuthorization {
        let hash = row.bytes()
        var authorization = DeviceAuthorization(
            deviceCodeHash: hash, userCode: row.text(), client: row.text(), host: row.text(), createdAt: row.time(),
            expiresAt: row.time())
        authorization.scope = try row.words()
        authorization.audience = row.optional { $0.text() }
        authorization.decision = try row.optional { row in
            row.flag() ? .approved(try readApproval(&row)) : .denied
        }
        return authorization
    }

    private static func readApproval(_ row: inout Row) throws -> DeviceAuthorization.Approval {
        let user = UserID(rawValue: row.text())
        let authenticatedAt = row.time()
        // Approvals from before it was stored are as old as their sign-in may be.
        let decidedAt = row.optional { $0.time() } ?? authenticatedAt
        var approval = DeviceAuthorization.Approval(
            user: user, authenticatedAt: authenticatedAt, decidedAt: decidedAt)
        approval.generation = row.optional { $0.count() } ?? 0
        approval.methods = try row.words()
        approval.session = row.optional { BrowserSession.ID(rawValue: $0.text()) }
        approval.ways = try row.ways()
        return approval
    }
}

extension SQLiteDeviceAuthorizationStore {
    private static let columns: StaticString = """
        device_code_hash, user_code, client, host, created_at, expires_at, scope, audience, is_approved, user,
        authenticated_at, decided_at, generation, methods, session, ways
        """
    private static let findByHash = SQL(
        "SELECT", columns, "FROM device_authorizations WHERE device_code_hash = ?")
    private static let findByUserCode = SQL("SELECT", columns, "FROM device_authorizations WHERE user_code = ?")
    private static let countUnexpired = SQL(
        "SELECT count(*), count(*) FILTER (WHERE client = ?) FROM device_authorizations WHERE expires_at > ?")
    private static let insertRequest = SQL(
        "INSERT INTO device_authorizations",
        "(device_code_hash, user_code, client, host, created_at, expires_at, scope, audience)",
        "VALUES (?, ?, ?, ?, ?, ?, ?, ?)")
    private static let deny = SQL(
        "UPDATE device_authorizations SET is_approved = 0 WHERE user_code = ? AND is_approved IS NULL")
    private static let approve = SQL(
        "UPDATE device_authorizations SET is_approved = 1, user = ?, authenticated_at = ?, methods = ?, session = ?,",
        "ways = ?, generation = ?, decided_at = ? WHERE user_code = ? AND is_approved IS NULL")
    private static let removeRequest = SQL("DELETE FROM device_authorizations WHERE device_code_hash = ?")
    private static let sweep = Sweep(
        name: "device-authorizations", beginning: .bytes([]),
        endOfWindow: SQL(
            "SELECT max(device_code_hash), count(*) FROM (SELECT device_code_hash FROM device_authorizations",
            "WHERE device_code_hash > ? ORDER BY device_code_hash LIMIT ?)"),
        readKey: { .bytes($0.bytes()) })
    private static let removeExpired = SQL(
        "DELETE FROM device_authorizations WHERE device_code_hash IN (SELECT device_code_hash",
        "FROM device_authorizations WHERE device_code_hash > ?1 AND device_code_hash <= ?2 AND expires_at < ?3",
        "ORDER BY device_code_hash LIMIT ?4)")
}
