// SPDX-License-Identifier: Apache-2.0

import Foundation

/// The write-ahead log of a SQLite database, read from its file (https://www.sqlite.org/fileformat2.html#walformat).
package struct WriteAheadLog {
    /// The number of transactions committed since the log was restarted.
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
        var (commits, frames) = (0, 0)
        var position = header
        // A frame with another salt is left over from before a restart of the log.
        while position + 24 + pageSize <= bytes.count, bytes[(position + 8)..<(position + 16)] == salt {
            frames += 1
            // Only the last frame of a transaction has the number of the database's pages.
            if Self.number(bytes, at: position + 4) != 0 { commits += 1 }
            position += 24 + pageSize
        }
        (self.commits, self.frames) = (commits, frames)
    }

    private static func number(_ bytes: [UInt8], at position: Int) -> UInt32 {
        bytes[position..<(position + 4)].reduce(0) { $0 << 8 | UInt32($1) }
    }
}
