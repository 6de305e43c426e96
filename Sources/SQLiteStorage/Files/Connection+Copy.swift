// SPDX-License-Identifier: Apache-2.0

import CSQLite
import IdentityModel

extension Connection {
    /// Copies one state of the database into a file of its own, which appears under its name only when it is whole.
    func copy(to path: String) throws {
        guard !DatabaseFile(path: path).exists else {
            throw StorageError.unavailable(reason: "There is a file at \(path) already.")
        }
        let partial = DatabaseFile(path: path + ".partial")
        partial.remove()
        do {
            guard try partial.make() else { throw StorageError.unavailable(reason: "\(partial.path) is in the way.") }
            try copyPages(to: partial.path)
            try partial.rename(to: path)
        } catch {
            partial.remove()
            throw error
        }
    }

    private func copyPages(to path: String) throws {
        var target: OpaquePointer?
        let opened = sqlite3_open_v2(path, &target, SQLITE_OPEN_READWRITE | SQLITE_OPEN_NOMUTEX, nil)
        defer { sqlite3_close_v2(target) }
        guard opened == SQLITE_OK, let backup = sqlite3_backup_init(target, "main", handle, "main") else {
            throw StorageError(opened == SQLITE_OK ? sqlite3_errcode(target) : opened, of: target, path: path)
        }
        // All in one step: it holds a view of the database, which hinders no writer, and would start again after a
        // change between two steps.
        let copied = sqlite3_backup_step(backup, -1)
        sqlite3_backup_finish(backup)
        guard copied == SQLITE_DONE else { throw StorageError(copied, of: target, path: path) }
    }
}
