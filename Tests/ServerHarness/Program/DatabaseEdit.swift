// SPDX-License-Identifier: Apache-2.0

import CSQLite

/// Changes that tests make in a database by themselves.
package enum DatabaseEdit {
    package struct Failure: Error {
        let status: Int32
    }

    /// Settles every passkey of a database, which a server may have open, because no test of the program waits for three
    /// days.
    package static func settlePasskeys(in database: String) throws {
        try run("UPDATE passkeys SET unconfirmed_until = NULL", in: database)
    }

    /// The same for the device keys of one user, whose identifier has no quotation marks.
    package static func settleDeviceKeys(of user: String, in database: String) throws {
        try run("UPDATE device_keys SET unconfirmed_until = NULL WHERE user = '\(user)'", in: database)
    }

    /// Has the mail that waits sent at the next look, because no test waits for its pause.
    package static func makeMailDue(in database: String) throws {
        try makeDue("mail", in: database)
    }

    /// The same for text messages.
    package static func makeMessagesDue(in database: String) throws {
        try makeDue("message", in: database)
    }

    private static func makeDue(_ kind: String, in database: String) throws {
        try run("UPDATE outbox SET due_at = 0, lease_until = NULL WHERE kind = '\(kind)'", in: database)
    }

    /// Has the links of the mail that waits expire, and the mail due, because no test waits for an hour.
    package static func expireMail(in database: String) throws {
        try run("UPDATE outbox SET expires_at = unixepoch() - 1 WHERE kind = 'mail'", in: database)
        try makeMailDue(in: database)
    }

    /// Loses the mail that waits, which no server does.
    package static func removeMail(in database: String) throws {
        try run("DELETE FROM outbox WHERE kind = 'mail'", in: database)
    }

    /// Whether mail waits.
    static func hasMail(in database: String) throws -> Bool {
        try withConnection(to: database) { connection in
            var statement: OpaquePointer?
            defer { sqlite3_finalize(statement) }
            let text = "SELECT EXISTS (SELECT 1 FROM outbox WHERE kind = 'mail')"
            var status = sqlite3_prepare_v2(connection, text, -1, &statement, nil)
            if status == SQLITE_OK { status = sqlite3_step(statement) }
            guard status == SQLITE_ROW else { throw Failure(status: status) }
            return sqlite3_column_int(statement, 0) != 0
        }
    }

    /// Forgets when the database was last used. A server that was down for more than five minutes removes nothing for an
    /// hour.
    static func forgetTime(in database: String) throws {
        try run("DELETE FROM clock", in: database)
    }

    private static func run(_ statement: String, in database: String) throws {
        try withConnection(to: database) { connection in
            let status = sqlite3_exec(connection, statement, nil, nil, nil)
            guard status == SQLITE_OK else { throw Failure(status: status) }
        }
    }

    private static func withConnection<Result>(
        to database: String, _ body: (OpaquePointer?) throws -> Result
    ) throws -> Result {
        var connection: OpaquePointer?
        defer { sqlite3_close(connection) }
        var status = sqlite3_open_v2(database, &connection, SQLITE_OPEN_READWRITE, nil)
        if status == SQLITE_OK { status = sqlite3_busy_timeout(connection, 60_000) }
        guard status == SQLITE_OK else { throw Failure(status: status) }
        return try body(connection)
    }
}
