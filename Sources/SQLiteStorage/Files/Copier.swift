// SPDX-License-Identifier: Apache-2.0

import CSQLite
import IdentityModel
import POSIX

/// The thread that copies the database, because a copy would block a caller's thread for long.
final class Copier: Sendable {
    let queue = JobQueue<Job>()
    private let thread: SystemThread

    init(_ settings: SQLiteSettings) throws(StorageError) {
        let queue = queue
        thread = try SystemThread.ofStorage { Self.serve(queue, settings: settings) }
    }

    deinit {
        queue.close()
    }

    /// Waits for the thread to end. Must be called once, after the queue was closed.
    func join() {
        thread.join()
    }

    private static func serve(_ queue: JobQueue<Job>, settings: SQLiteSettings) {
        while case .jobs(let jobs) = queue.take(limit: 1) {
            for job in jobs {
                let deliver: @Sendable () -> Void
                do {
                    deliver = try Connection.open(settings, as: .reader).view(job.perform)
                } catch {
                    deliver = { job.fail(error) }
                }
                deliver()
            }
        }
    }
}

extension Connection {
    /// Copies a consistent state of the database to a file, which gets its name only when it is complete.
    func copy(to path: String, replacing: Bool = false) throws {
        guard replacing || !DatabaseFile(path: path).exists else {
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
        // One step copies everything from one snapshot, which doesn't block writers. With several steps, SQLite would
        // start over after each change.
        let copied = sqlite3_backup_step(backup, -1)
        sqlite3_backup_finish(backup)
        guard copied == SQLITE_DONE else { throw StorageError(copied, of: target, path: path) }
    }
}
