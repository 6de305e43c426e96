// SPDX-License-Identifier: Apache-2.0

import CSQLite

extension Connection {
    /// Gives some of the pages that nothing is on back to the file system: a flood must not leave the file large for
    /// ever. Some stay, because the next records will need them.
    func giveBackUnusedPages(above kept: Int) {
        fault = nil
        guard let unused = try? first(Self.countUnused, read: { $0.count() }) else { return }
        hasUnusedPages = unused > kept
        guard hasUnusedPages else { return }
        // A bounded piece, for a caller may come.
        _ = try? execute("PRAGMA incremental_vacuum(\(min(unused - kept, 512)))")
        fault = nil
    }

    private static let countUnused = SQL("PRAGMA freelist_count")
}
