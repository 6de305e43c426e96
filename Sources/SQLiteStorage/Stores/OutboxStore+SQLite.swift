// SPDX-License-Identifier: Apache-2.0

import IdentityModel
import WireFormats

/// What is to be sent, in SQLite.
struct SQLiteOutboxStore: OutboxStore {
    let connection: Connection

    func listDue(
        _ kind: OutboxItem.Kind, at time: Timestamp, except receivers: Set<String>, limit: Int
    ) throws -> [OutboxItem] {
        try connection.all(
            Self.listDue, with: .text(kind.rawValue), .time(time), .time(connection.now()), .words(receivers.sorted()),
            .count(limit), read: Self.read)
    }

    func list(_ kind: OutboxItem.Kind, limit: Int) throws -> [OutboxItem] {
        try connection.all(Self.listAll, with: .text(kind.rawValue), .count(limit), read: Self.read)
    }

    func summary(of kind: OutboxItem.Kind) throws -> OutboxSummary {
        try connection.first(Self.summarize, with: .text(kind.rawValue)) { row in
            OutboxSummary(waiting: row.count(), dead: row.count(), oldest: row.optional { $0.time() })
        } ?? OutboxSummary()
    }

    func longestDue(_ kind: OutboxItem.Kind, at time: Timestamp) throws -> Timestamp? {
        try connection.first(Self.findLongestDue, with: .text(kind.rawValue), .time(time)) { $0.time() }
    }

    func insert(_ item: OutboxItem) throws {
        try connection.run(
            Self.insertItem, with: .text(item.id.rawValue), .text(item.kind.rawValue), .text(item.receiver),
            .text(item.user?.rawValue), .bytes(item.content), .time(item.createdAt), .time(item.expiresAt),
            .count(item.attempts), .time(item.dueAt))
    }

    func claim(_ item: OutboxItem, forSeconds lease: Int) throws -> Bool {
        let now = connection.now()
        return try connection.run(
            Self.claimItem, with: .time(now.advanced(by: lease)), .text(item.id.rawValue), .count(item.attempts),
            .time(now)) == 1
    }

    func postpone(_ item: OutboxItem, until time: Timestamp, because reason: String) throws -> Bool {
        try connection.run(
            Self.postponeItem, with: .time(time), .text(reason), .text(item.id.rawValue), .count(item.attempts)) == 1
    }

    func bury(_ item: OutboxItem, at time: Timestamp, because reason: String) throws -> Bool {
        try connection.run(
            Self.buryItem, with: .time(time), .text(reason), .text(item.id.rawValue), .count(item.attempts)) == 1
    }

    func revive(_ kind: OutboxItem.Kind, at time: Timestamp) throws -> Int {
        try connection.run(Self.reviveItems, with: .time(time), .text(kind.rawValue))
    }

    func remove(_ id: OutboxItem.ID) throws {
        try connection.run(Self.removeItem, with: .text(id.rawValue))
    }

    func removeExpired(before time: Timestamp, deadBefore end: Timestamp, limit: Int) throws -> Int {
        var removed = try connection.run(Self.removeExpired, with: .time(time), .count(limit))
        removed += try connection.run(Self.removeDead, with: .time(end), .count(limit - removed))
        if removed > 0 { connection.hasUnusedPages = true }
        return removed
    }

    func removeAll() throws {
        try connection.run(Self.removeAll)
    }

    /// Removes what was to be sent to a user, but not what clients are told of the user's sessions.
    func removeMail(of user: UserID) throws {
        try connection.run(Self.removeOfUser, with: .text(user.rawValue), .text(OutboxItem.Kind.logout.rawValue))
    }

    private static func read(_ row: inout Row) throws -> OutboxItem {
        let id = OutboxItem.ID(rawValue: row.text())
        let kind = try row.require(OutboxItem.Kind(rawValue: row.text()))
        let (receiver, user) = (row.text(), row.optional { UserID(rawValue: $0.text()) })
        let (content, createdAt) = (row.bytes(), row.time())
        var item = OutboxItem(
            kind, to: receiver, about: user, content: content, at: createdAt, until: row.optional { $0.time() }, id: id)
        item.attempts = row.count()
        item.dueAt = row.time()
        item.lastError = row.optional { $0.text() }
        item.diedAt = row.optional { $0.time() }
        return item
    }
}

extension SQLiteOutboxStore {
    private static let columns: StaticString =
        "id, kind, receiver, user, content, created_at, expires_at, attempts, due_at, last_error, died_at"
    private static let listDue = SQL(
        "SELECT", columns, "FROM outbox WHERE kind = ?1 AND due_at <= ?2 AND died_at IS NULL",
        "AND (lease_until IS NULL OR lease_until <= ?3)",
        "AND receiver NOT IN (SELECT value FROM json_each(?4)) ORDER BY due_at, id LIMIT ?5")
    private static let listAll = SQL("SELECT", columns, "FROM outbox WHERE kind = ? ORDER BY id DESC LIMIT ?")
    private static let summarize = SQL(
        "SELECT count(*) FILTER (WHERE died_at IS NULL), count(*) FILTER (WHERE died_at IS NOT NULL),",
        "min(created_at) FILTER (WHERE died_at IS NULL) FROM outbox WHERE kind = ?")
    private static let findLongestDue = SQL(
        "SELECT due_at FROM outbox WHERE kind = ? AND due_at <= ? AND died_at IS NULL ORDER BY due_at LIMIT 1")
    private static let insertItem = SQL(
        "INSERT INTO outbox (id, kind, receiver, user, content, created_at, expires_at, attempts, due_at)",
        "VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?)")
    private static let claimItem = SQL(
        "UPDATE outbox SET attempts = attempts + 1, lease_until = ?1 WHERE id = ?2 AND attempts = ?3",
        "AND died_at IS NULL AND (lease_until IS NULL OR lease_until <= ?4)")
    private static let postponeItem = SQL(
        "UPDATE outbox SET due_at = ?, lease_until = NULL, last_error = ? WHERE id = ? AND attempts = ?")
    private static let buryItem = SQL(
        "UPDATE outbox SET died_at = ?, lease_until = NULL, last_error = ? WHERE id = ? AND attempts = ?")
    private static let reviveItems = SQL(
        "UPDATE outbox SET attempts = 0, created_at = ?1, due_at = ?1, died_at = NULL, last_error = NULL",
        "WHERE kind = ?2 AND died_at IS NOT NULL AND (expires_at IS NULL OR expires_at > ?1)")
    private static let removeItem = SQL("DELETE FROM outbox WHERE id = ?")
    private static let removeOfUser = SQL("DELETE FROM outbox WHERE user = ? AND kind <> ?")
    private static let removeExpired = SQL(
        "DELETE FROM outbox WHERE id IN (SELECT id FROM outbox WHERE expires_at < ? LIMIT ?)")
    private static let removeDead = SQL(
        "DELETE FROM outbox WHERE id IN (SELECT id FROM outbox WHERE died_at < ? LIMIT ?)")
    private static let removeAll = SQL("DELETE FROM outbox")
}
