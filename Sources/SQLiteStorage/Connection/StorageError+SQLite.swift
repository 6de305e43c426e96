// SPDX-License-Identifier: Apache-2.0

import CSQLite
import IdentityModel
import POSIX

extension StorageError {
    /// Creates an error with a message for operators from a result code.
    init(_ code: Int32, of handle: OpaquePointer?, path: String) {
        let system = handle.map { sqlite3_system_errno($0) } ?? 0
        var details = handle.map { String(cString: sqlite3_errmsg($0)) } ?? String(cString: sqlite3_errstr(code))
        if system != 0 { details += ": \(systemErrorText(system))" }
        let ending = "\(path) (\(details), code \(code))."
        self =
            switch code & 0xFF {
            case SQLITE_FULL: .unavailable(reason: "The disk is full: \(ending)")
            case SQLITE_READONLY: .unavailable(reason: "The database can be read but not written: \(ending)")
            case SQLITE_CANTOPEN: .unavailable(reason: "The database cannot be opened: \(ending)")
            case SQLITE_IOERR: .unavailable(reason: "The database cannot be read or written: \(ending)")
            case SQLITE_BUSY, SQLITE_LOCKED, SQLITE_PROTOCOL:
                .unavailable(reason: "Another program keeps the database locked: \(ending)")
            case SQLITE_PERM, SQLITE_AUTH: .unavailable(reason: "The database may not be used: \(ending)")
            case SQLITE_NOMEM: .unavailable(reason: "There is not enough memory to use the database: \(ending)")
            case SQLITE_CORRUPT: .damaged(reason: "The database is damaged: \(ending)")
            case SQLITE_NOTADB: .damaged(reason: "This is not a database: \(ending)")
            default: .incompatible(reason: "The database is not as this program expects it: \(ending)")
            }
    }
}
