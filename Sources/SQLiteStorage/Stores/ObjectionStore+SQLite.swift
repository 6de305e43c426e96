// SPDX-License-Identifier: Apache-2.0

import IdentityModel
import WireFormats

/// Objections in SQLite.
struct SQLiteObjectionStore: ObjectionStore {
    let connection: Connection

    func list(of user: UserID) throws -> [Objection] {
        try connection.all(Self.listOfUser, with: .text(user.rawValue)) { row in
            Objection(of: user, by: row.optional { $0.text() }, against: row.text(), at: row.time())
        }
    }

    func insert(_ objection: Objection) throws {
        try connection.run(
            Self.insertObjection, with: .text(objection.user.rawValue), .text(objection.objector),
            .text(objection.against), .time(objection.madeAt))
    }

    func replace(_ way: String, with other: String, of user: UserID) throws {
        try connection.run(Self.forgetAgainst, with: .text(user.rawValue), .text(way))
        try connection.run(Self.renameObjector, with: .text(other), .text(user.rawValue), .text(way))
    }

    func removeExpired(before time: Timestamp, limit: Int) throws -> Int {
        try connection.run(Self.removeExpired, with: .time(time), .count(limit))
    }

    private static let listOfUser = SQL(
        "SELECT objector, against, made_at FROM objections WHERE user = ? ORDER BY made_at")
    private static let insertObjection = SQL(
        "INSERT INTO objections (user, objector, against, made_at) VALUES (?, ?, ?, ?)")
    private static let forgetAgainst = SQL("DELETE FROM objections WHERE user = ? AND against = ?")
    private static let renameObjector = SQL("UPDATE objections SET objector = ? WHERE user = ? AND objector = ?")
    private static let removeExpired = SQL(
        "DELETE FROM objections WHERE rowid IN (SELECT rowid FROM objections WHERE made_at < ? LIMIT ?)")
}
