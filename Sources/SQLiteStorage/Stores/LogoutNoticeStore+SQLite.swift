// SPDX-License-Identifier: Apache-2.0

import IdentityModel
import WireFormats

/// Notices of ended sessions in SQLite.
struct SQLiteLogoutNoticeStore: LogoutNoticeStore {
    let connection: Connection

    func listDue(at time: Timestamp, except urls: Set<String>, limit: Int) throws -> [LogoutNotice] {
        try connection.all(
            Self.listDue, with: .time(time), .words(urls.sorted()), .count(limit), read: Self.read)
    }

    func count() throws -> Int {
        try connection.first(Self.countNotices) { $0.count() } ?? 0
    }

    func insert(_ notice: LogoutNotice) throws {
        try connection.run(
            Self.insertNotice, with: .text(notice.id.rawValue), .text(notice.client), .text(notice.url),
            .text(notice.host), .text(notice.user.rawValue), .text(notice.session.rawValue), .time(notice.createdAt),
            .count(notice.attempts), .time(notice.nextAttemptAt))
    }

    func claim(_ notice: LogoutNotice, nextAttemptAt time: Timestamp) throws -> Bool {
        try connection.run(
            Self.claimNotice, with: .time(time), .text(notice.id.rawValue), .count(notice.attempts)) == 1
    }

    func remove(_ id: LogoutNotice.ID) throws {
        try connection.run(Self.removeNotice, with: .text(id.rawValue))
    }

    private static func read(_ row: inout Row) throws -> LogoutNotice {
        let id = LogoutNotice.ID(rawValue: row.text())
        let (client, url, host) = (row.text(), row.text(), row.text())
        let (user, session) = (UserID(rawValue: row.text()), BrowserSession.ID(rawValue: row.text()))
        var notice = LogoutNotice(
            id: id, to: client, at: url, about: session, of: user, host: host, createdAt: row.time())
        notice.attempts = row.count()
        notice.nextAttemptAt = row.time()
        return notice
    }
}

extension SQLiteLogoutNoticeStore {
    private static let columns: StaticString =
        "id, client, url, host, user, session, created_at, attempts, next_attempt_at"
    private static let listDue = SQL(
        "SELECT", columns, "FROM logout_notices WHERE next_attempt_at <= ?1",
        "AND url NOT IN (SELECT value FROM json_each(?2)) ORDER BY next_attempt_at, id LIMIT ?3")
    private static let countNotices = SQL("SELECT count(*) FROM logout_notices")
    private static let insertNotice = SQL(
        "INSERT INTO logout_notices (", columns, ") VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?)")
    private static let claimNotice = SQL(
        "UPDATE logout_notices SET attempts = attempts + 1, next_attempt_at = ?1 WHERE id = ?2 AND attempts = ?3")
    private static let removeNotice = SQL("DELETE FROM logout_notices WHERE id = ?")
}
