// SPDX-License-Identifier: Apache-2.0

import IdentityModel

/// The last start of a server in SQLite.
struct SQLiteServerStartStore: ServerStartStore {
    let connection: Connection

    func find() throws -> ServerStart? {
        try connection.first(Self.findStart) {
            ServerStart(
                url: $0.text(), version: $0.text(), startedAt: $0.time(), sendsMail: $0.optional { $0.flag() },
                sendsMessages: $0.optional { $0.flag() })
        }
    }

    func put(_ start: ServerStart) throws {
        try connection.run(
            Self.putStart, with: .text(start.url), .text(start.version), .time(start.startedAt),
            .integer(start.sendsMail.map { $0 ? 1 : 0 }), .integer(start.sendsMessages.map { $0 ? 1 : 0 }))
    }

    private static let findStart = SQL("SELECT url, version, started_at, sends_mail, sends_messages FROM server_start")
    private static let putStart = SQL(
        "INSERT INTO server_start (only, url, version, started_at, sends_mail, sends_messages)",
        "VALUES (1, ?, ?, ?, ?, ?)",
        "ON CONFLICT (only) DO UPDATE SET url = excluded.url, version = excluded.version,",
        "started_at = excluded.started_at, sends_mail = excluded.sends_mail,",
        "sends_messages = excluded.sends_messages")
}
