// SPDX-License-Identifier: Apache-2.0

import CSQLite

/// Makes passkeys as old as those that prove something, because no test of the program waits for three days.
package enum SettledPasskeys {
    package struct Failure: Error {
        let status: Int32
    }

    /// Settles every passkey of a database, which a server may have open.
    package static func settle(in database: String) throws {
        var connection: OpaquePointer?
        defer { sqlite3_close(connection) }
        var status = sqlite3_open_v2(database, &connection, SQLITE_OPEN_READWRITE, nil)
        if status == SQLITE_OK { status = sqlite3_busy_timeout(connection, 60_000) }
        if status == SQLITE_OK {
            status = sqlite3_exec(connection, "UPDATE passkeys SET unconfirmed_until = NULL", nil, nil, nil)
        }
        guard status == SQLITE_OK else { throw Failure(status: status) }
    }
}
