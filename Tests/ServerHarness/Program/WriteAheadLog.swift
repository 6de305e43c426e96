// SPDX-License-Identifier: Apache-2.0

import CSQLite
import Foundation

/// The write-ahead log of a SQLite database, read from its file (https://www.sqlite.org/fileformat2.html#walformat).
package struct WriteAheadLog {
    /// The number of transactions committed since the log was restarted, without those in which the server only
    /// recorded the time. It does that by itself, every two minutes.
    package let commits: Int
    package let frames: Int

    /// Reads the log of a database that may be in use. A missing log is empty.
    package init(of database: String) {
        let bytes = [UInt8]((try? Data(contentsOf: URL(fileURLWithPath: database + "-wal"))) ?? Data())
        let header = 32
        guard bytes.count >= header else {
            (commits, frames) = (0, 0)
            return
        }
        let pageSize = Int(Self.number(bytes, at: 8))
        let salt = bytes[16..<24]
        let clockPage = Self.clockPage(of: database)
        var (commits, frames) = (0, 0)
        var hasOtherPages = false
        var position = header
        // A frame with another salt is left over from before a restart of the log.
        while position + 24 + pageSize <= bytes.count, bytes[(position + 8)..<(position + 16)] == salt {
            frames += 1
            if Self.number(bytes, at: position) != clockPage { hasOtherPages = true }
            // Only the last frame of a transaction has the number of the database's pages.
            if Self.number(bytes, at: position + 4) != 0 {
                if hasOtherPages { commits += 1 }
                hasOtherPages = false
            }
            position += 24 + pageSize
        }
        (self.commits, self.frames) = (commits, frames)
    }

    /// Returns the only page of the table with the recorded time.
    private static func clockPage(of database: String) -> UInt32? {
        var (connection, statement): (OpaquePointer?, OpaquePointer?) = (nil, nil)
        defer {
            sqlite3_finalize(statement)
            sqlite3_close(connection)
        }
        guard sqlite3_open_v2(database, &connection, SQLITE_OPEN_READONLY, nil) == SQLITE_OK,
            sqlite3_busy_timeout(connection, 60_000) == SQLITE_OK,
            sqlite3_prepare_v2(
                connection, "SELECT rootpage FROM sqlite_schema WHERE name = 'clock'", -1, &statement, nil)
                == SQLITE_OK,
            sqlite3_step(statement) == SQLITE_ROW
        else { return nil }
        return UInt32(clamping: sqlite3_column_int64(statement, 0))
    }

    private static func number(_ bytes: [UInt8], at position: Int) -> UInt32 {
        bytes[position..<(position + 4)].reduce(0) { $0 << 8 | UInt32($1) }
    }
}
