// SPDX-License-Identifier: Apache-2.0

import IdentityModel

/// A search for expired rows of a table without an index on their time.
///
/// Keys are ordered by time, so old rows are at the beginning. Rows elsewhere are found window by window.
struct Sweep {
    /// The rows between two keys, excluding the first key.
    struct Window {
        let start: SQLValue
        let end: SQLValue
    }

    /// The number of rows in a window, which take a few milliseconds.
    static let rowCount = 10_000

    let name: String
    /// A value before every key.
    let beginning: SQLValue
    /// Selects the last key and the number of at most `?2` rows after the key `?1`.
    let endOfWindow: SQL
    let readKey: @Sendable (inout Row) -> SQLValue
}

extension Connection {
    /// Calls `remove` for the first window of the table and for the window after that of the previous sweep.
    ///
    /// `remove` takes the maximum number of rows to remove and returns the number of removed rows.
    func sweep(_ sweep: Sweep, limit: Int, remove: (Sweep.Window, Int) throws -> Int) throws -> Int {
        guard let head = try window(of: sweep, after: sweep.beginning) else { return 0 }
        var removed = try remove(head.window, limit)
        guard removed < limit, head.isFull else { return removed }
        let start = sweepPositions[sweep.name] ?? head.window.end
        guard let piece = try window(of: sweep, after: start) else {
            sweepPositions[sweep.name] = nil
            return removed
        }
        removed += try remove(piece.window, limit - removed)
        // The window may contain more expired rows, so the next sweep repeats it.
        guard removed < limit else { return removed }
        sweepPositions[sweep.name] = piece.isFull ? piece.window.end : nil
        return removed
    }

    private func window(of sweep: Sweep, after start: SQLValue) throws -> (window: Sweep.Window, isFull: Bool)? {
        let found = try first(sweep.endOfWindow, with: start, .count(Sweep.rowCount)) { row in
            (end: row.optional { sweep.readKey(&$0) }, count: row.count())
        }
        guard let found, let end = found.end else { return nil }
        return (Sweep.Window(start: start, end: end), found.count == Sweep.rowCount)
    }
}
