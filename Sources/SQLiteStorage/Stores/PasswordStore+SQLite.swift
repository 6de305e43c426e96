// SPDX-License-Identifier: Apache-2.0

import IdentityModel
import WireFormats

/// Passwords in SQLite.
struct SQLitePasswordStore: PasswordStore {
    let connection: Connection

    func find(of user: UserID) throws -> StoredPassword? {
        try connection.first(Self.findOfUser, with: .text(user.rawValue), read: Self.read)
    }

    func history(of user: UserID, limit: Int) throws -> [PasswordHashText] {
        try connection.all(
            Self.listHistory, with: .text(user.rawValue), .count(limit), read: { Self.readHash(&$0) })
    }

    func findRemoval(of user: UserID) throws -> RemovedPassword? {
        try connection.first(Self.findRemovalOfUser, with: .text(user.rawValue)) { row in
            let (removedAt, until) = (row.time(), row.time())
            let sealed = row.optional { $0.bytes() }
            var removal = RemovedPassword(
                user: user, removedAt: removedAt, until: until, sealed: sealed, cause: row.text())
            removal.keptUntil = row.optional { $0.time() }
            return removal
        }
    }

    func listWeak(limit: Int) throws -> [StoredPassword] {
        try connection.all(Self.listWeak, with: .count(limit), read: Self.read)
    }

    func count() throws -> PasswordCounts {
        let counts = try connection.first(Self.countAll) { row in
            PasswordCounts(all: row.count(), disabled: row.count(), weak: row.count())
        }
        return counts ?? PasswordCounts(all: 0, disabled: 0, weak: 0)
    }

    func set(_ password: StoredPassword) throws {
        let (user, hash) = (SQLValue.text(password.user.rawValue), password.hash)
        try connection.run(
            Self.setPassword, with: user, .text(hash.text), .text(hash.wrappedAs), .flag(hash.isWeak),
            .time(password.setAt), .ways(password.setBy), .time(password.unconfirmedUntil),
            .text(password.disabledBy?.rawValue), .time(password.breachedAt))
        try connection.run(Self.purgeRemovalOfUser, with: user)
    }

    func replaceHash(of user: UserID, from old: PasswordHashText, to new: PasswordHashText) throws {
        let changed = try connection.run(
            Self.replaceHash, with: .text(new.text), .text(new.wrappedAs), .flag(new.isWeak), .text(user.rawValue),
            .text(old.text))
        guard changed == 1 else { throw connection.conflict(.modifiedConcurrently) }
    }

    func noteBreached(of user: UserID, at time: Timestamp) throws {
        try requireOne(connection.run(Self.noteBreached, with: .time(time), .text(user.rawValue)))
    }

    func setDisabled(by disabler: StoredPassword.Disabler?, of user: UserID) throws {
        if disabler != nil { try SQLiteWaysIn(connection: connection).removeOpened(by: user.passwordWay, of: user) }
        try requireOne(connection.run(Self.setDisabled, with: .text(disabler?.rawValue), .text(user.rawValue)))
    }

    func remove(of user: UserID) throws {
        try SQLiteWaysIn(connection: connection).removeOpened(by: user.passwordWay, of: user)
        try connection.run(Self.removeHistory, with: .text(user.rawValue))
        try requireOne(connection.run(Self.removePassword, with: .text(user.rawValue)))
    }

    func remember(_ hash: PasswordHashText, of user: UserID, at time: Timestamp, keeping count: Int) throws {
        let key = SQLValue.text(user.rawValue)
        let newest = try connection.first(Self.newestInHistory, with: key) { $0.integer() } ?? 0
        try connection.run(
            Self.insertHistory, with: key, .integer(newest + 1), .text(hash.text), .text(hash.wrappedAs),
            .flag(hash.isWeak), .time(time))
        try connection.run(Self.shortenHistory, with: key, .integer(newest + 1 - Int64(count)))
    }

    func setRemoval(_ removal: RemovedPassword) throws {
        try connection.run(
            Self.setRemoval, with: .text(removal.user.rawValue), .time(removal.removedAt), .time(removal.until),
            .bytes(removal.sealed), .text(removal.cause), .time(removal.keptUntil))
    }

    func purgeRemovals(before time: Timestamp, limit: Int) throws -> [UserID] {
        let users = try connection.all(Self.listDueRemovals, with: .time(time), .count(limit)) { $0.text() }
        for user in users { try connection.run(Self.purgeRemovalOfUser, with: .text(user)) }
        if !users.isEmpty { connection.hasUnusedPages = true }
        return users.map { UserID(rawValue: $0) }
    }

    private func requireOne(_ changed: Int) throws {
        guard changed == 1 else { throw connection.conflict(.notFound) }
    }

    private static func read(_ row: inout Row) throws -> StoredPassword {
        let user = UserID(rawValue: row.text())
        var password = StoredPassword(user: user, hash: readHash(&row), setAt: row.time())
        password.setBy = try row.ways()
        password.unconfirmedUntil = row.optional { $0.time() }
        // What a newer version writes is as strict.
        password.disabledBy = row.optional { StoredPassword.Disabler(rawValue: $0.text()) ?? .administrator }
        password.breachedAt = row.optional { $0.time() }
        return password
    }

    private static func readHash(_ row: inout Row) -> PasswordHashText {
        let text = row.text()
        let wrappedAs = row.optional { $0.text() }
        return PasswordHashText(text, wrappedAs: wrappedAs, isWeak: row.flag())
    }
}

extension SQLitePasswordStore {
    private static let columns: StaticString =
        "user, hash, wrapped_as, is_weak, set_at, set_by, unconfirmed_until, disabled_by, breached_at"
    private static let findOfUser = SQL("SELECT", columns, "FROM passwords WHERE user = ?")
    private static let listWeak = SQL("SELECT", columns, "FROM passwords WHERE is_weak = 1 ORDER BY user LIMIT ?")
    private static let countAll = SQL(
        "SELECT count(*), count(disabled_by), ifnull(sum(is_weak), 0) FROM passwords")
    private static let listHistory = SQL(
        "SELECT hash, wrapped_as, is_weak FROM password_history WHERE user = ? ORDER BY number DESC LIMIT ?")
    private static let findRemovalOfUser = SQL(
        "SELECT removed_at, until, sealed, cause, kept_until FROM password_removals WHERE user = ?")
    private static let setPassword = SQL(
        "INSERT INTO passwords (", columns, ") VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?) ON CONFLICT (user) DO UPDATE SET",
        "hash = excluded.hash, wrapped_as = excluded.wrapped_as, is_weak = excluded.is_weak, set_at = excluded.set_at,",
        "set_by = excluded.set_by, unconfirmed_until = excluded.unconfirmed_until, disabled_by = excluded.disabled_by,",
        "breached_at = excluded.breached_at")
    private static let replaceHash = SQL(
        "UPDATE passwords SET hash = ?, wrapped_as = ?, is_weak = ? WHERE user = ? AND hash = ?")
    private static let noteBreached = SQL("UPDATE passwords SET breached_at = ? WHERE user = ?")
    private static let setDisabled = SQL("UPDATE passwords SET disabled_by = ? WHERE user = ?")
    private static let removePassword = SQL("DELETE FROM passwords WHERE user = ?")
    private static let newestInHistory = SQL(
        "SELECT number FROM password_history WHERE user = ? ORDER BY number DESC LIMIT 1")
    private static let insertHistory = SQL(
        "INSERT INTO password_history (user, number, hash, wrapped_as, is_weak, set_at) VALUES (?, ?, ?, ?, ?, ?)")
    private static let shortenHistory = SQL("DELETE FROM password_history WHERE user = ? AND number <= ?")
    private static let removeHistory = SQL("DELETE FROM password_history WHERE user = ?")
    private static let setRemoval = SQL(
        "INSERT OR REPLACE INTO password_removals (user, removed_at, until, sealed, cause, kept_until)",
        "VALUES (?, ?, ?, ?, ?, ?)")
    private static let purgeRemovalOfUser = SQL("DELETE FROM password_removals WHERE user = ?")
    private static let listDueRemovals = SQL(
        "SELECT user FROM password_removals WHERE sealed IS NOT NULL AND until < ? ORDER BY until LIMIT ?")
}
