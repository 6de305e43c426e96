// SPDX-License-Identifier: Apache-2.0

import CSQLite

extension Connection {
    /// Gives some of the pages that nothing is on back to the file system: a flood must not leave the file large for
    /// ever. Some stay, because the next records will need them. Returns whether there were any to give back.
    func giveBackUnusedPages(above kept: Int) -> Bool {
        fault = nil
        let unused = (try? first(Self.countUnused) { $0.count() }) ?? 0
        hasUnusedPages = unused > kept
        guard hasUnusedPages else { return false }
        // A bounded piece, for a caller may come.
        do {
            try execute("PRAGMA incremental_vacuum(\(min(unused - kept, 512)))")
        } catch {
            // The next removal is the next occasion.
            hasUnusedPages = false
        }
        return hasUnusedPages
    }

    private static let countUnused = SQL("PRAGMA freelist_count")
}
