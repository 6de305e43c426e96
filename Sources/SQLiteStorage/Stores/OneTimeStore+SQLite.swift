// SPDX-License-Identifier: Apache-2.0

import IdentityModel
import WireFormats

/// Consumed one-time values in SQLite.
struct SQLiteOneTimeStore: OneTimeStore {
    let connection: Connection

    func isConsumed(_ id: [UInt8]) throws -> Bool {
        try connection.first(Self.findConsumed, with: .bytes(id)) { _ in true } != nil
    }

    func consume(_ id: [UInt8], expiresAt: Timestamp) throws {
        guard try connection.run(Self.insertConsumed, with: .bytes(id), .time(expiresAt)) == 1 else {
            throw connection.conflict(.alreadyConsumed)
        }
    }

    func removeExpired(before time: Timestamp, limit: Int) throws -> Int {
        let removed = try connection.sweep(Self.sweep, limit: limit) { window, limit in
            try connection.run(Self.removeExpired, with: window.start, window.end, .time(time), .count(limit))
        }
        if removed > 0 { connection.hasUnusedPages = true }
        return removed
    }

    static let isConsumed: StaticString = "SELECT 1 FROM one_time WHERE id = ?"
    private static let findConsumed = SQL(isConsumed)
    private static let insertConsumed = SQL(
        "INSERT INTO one_time (id, expires_at) VALUES (?, ?) ON CONFLICT DO NOTHING")
    private static let sweep = Sweep(
        name: "one-time", beginning: .bytes([]),
        endOfWindow: SQL("SELECT max(id), count(*) FROM (SELECT id FROM one_time WHERE id > ? ORDER BY id LIMIT ?)"),
        readKey: { .bytes($0.bytes()) })
    private static let removeExpired = SQL(
        "DELETE FROM one_time WHERE id IN",
        "(SELECT id FROM one_time WHERE id > ?1 AND id <= ?2 AND expires_at < ?3 ORDER BY id LIMIT ?4)")
}
