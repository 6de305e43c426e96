// SPDX-License-Identifier: Apache-2.0

import POSIX

/// Counts the commits in the write-ahead log of a SQLite database while another process writes it
/// (https://www.sqlite.org/fileformat2.html#walformat).
///
/// After a checkpoint SQLite restarts the log at the beginning of the same file. Older frames remain readable behind
/// the new ones, so frequent calls of ``follow()`` miss nothing.
package struct WriteAheadLogFollower {
    /// The number of commits seen.
    package private(set) var commits = 0
    /// Whether every commit has been seen.
    package private(set) var isComplete = true

    private let path: String
    private var descriptor: Int32 = -1
    private var header: Header?
    private var position = Header.length

    /// Creates a follower that starts with the current contents of the log.
    package init(of database: String) {
        path = database + "-wal"
    }

    /// Closes the file.
    package mutating func close() {
        guard descriptor >= 0 else { return }
        _ = posixClose(descriptor)
        descriptor = -1
    }

    /// Counts what was written since the last call.
    package mutating func follow() {
        if descriptor < 0 { descriptor = open(path, O_RDONLY | O_CLOEXEC) }
        guard descriptor >= 0, let bytes = read(Header.length, at: 0), let present = Header(bytes) else { return }
        guard let known = header, known.salt != present.salt else {
            header = present
            take(framesOf: present)
            return
        }
        take(framesOf: known)
        let end = position
        (header, position) = (present, Header.length)
        take(framesOf: present)
        // The first half of the salt increases with each restart. Overwritten frames can't be counted.
        if present.count != known.count &+ 1 || position > end { isComplete = false }
    }

    private mutating func take(framesOf log: Header) {
        while let frame = read(Self.frameHeaderLength, at: position), Array(frame[8..<16]) == log.salt {
            // Only the last frame of a transaction has the size of the database.
            if number(frame[4..<8]) != 0 { commits += 1 }
            position += Self.frameHeaderLength + log.pageSize
        }
    }

    private static let frameHeaderLength = 24

    private struct Header {
        static let length = 32
        let pageSize: Int
        let salt: [UInt8]

        init?(_ bytes: [UInt8]) {
            pageSize = Int(number(bytes[8..<12]))
            salt = Array(bytes[16..<24])
            guard pageSize > 0 else { return nil }
        }

        var count: UInt32 { number(salt[0..<4]) }
    }

    private func read(_ count: Int, at offset: Int) -> [UInt8]? {
        let bytes = [UInt8](unsafeUninitializedCapacity: count) { buffer, filled in
            filled = max(0, pread(descriptor, buffer.baseAddress, count, off_t(offset)))
        }
        return bytes.count == count ? bytes : nil
    }
}

/// Big endian.
private func number(_ bytes: ArraySlice<UInt8>) -> UInt32 {
    bytes.reduce(0) { $0 << 8 | UInt32($1) }
}

/// The method would hide the function of the same name.
private func posixClose(_ descriptor: Int32) -> Int32 {
    close(descriptor)
}
