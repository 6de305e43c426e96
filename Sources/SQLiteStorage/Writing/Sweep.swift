// SPDX-License-Identifier: Apache-2.0

import IdentityModel

/// A table that is searched for rows to remove without an index on their time. Keys are made in the order of time, so that
/// old rows are at the beginning; where they are not, the search gets to them piece by piece.
struct Sweep {
    /// The part of a table between two keys, the first of which does not belong to it.
    struct Window {
        let start: SQLValue
        let end: SQLValue
    }

    /// How many rows are looked at in one piece: a few milliseconds.
    static let rowCount = 10_000

    let name: String
    /// Before every key.
    let beginning: SQLValue
    /// Selects the last key and the number of at most `?2` rows behind the key `?1`.
    let endOfWindow: SQL
    let readKey: @Sendable (inout Row) -> SQLValue
}

extension Connection {
    /// Calls `remove` with the beginning of the table, and with the piece behind the one of the call before. It removes as
    /// many rows as the number says at most, and returns how many went.
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
        // Where more may be left in this piece, it is the next one, too.
        guard removed < limit else { return removed }
        sweepPositions[sweep.name] = piece.isFull ? piece.window.end : nil
        return removed
    }

    private func window(of sweep: Sweep, after start: SQLValue) throws -> (window: Sweep.Window, isFull: Bool)? {
        let found = try first(sweep.endOfWindow, start, .count(Sweep.rowCount)) { row in
            (end: row.optional { sweep.readKey(&$0) }, count: row.count())
        }
        guard let found, let end = found.end else { return nil }
        return (Sweep.Window(start: start, end: end), found.count == Sweep.rowCount)
    }
}
