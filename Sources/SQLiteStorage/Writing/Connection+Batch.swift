// SPDX-License-Identifier: Apache-2.0

import CSQLite
import IdentityModel

extension Connection {
    /// Commits what all jobs did together, but for those that fail. Returns how to tell their callers, which nobody may do
    /// before: what one job saw of another is true only if the commit is.
    ///
    /// If it throws, nothing that any of them did is kept.
    func commit(_ jobs: [Job]) throws -> [@Sendable () -> Void] {
        guard CSQLite_has_moved(handle) == 0 else {
            throw StorageError.unavailable(reason: "The database is no longer at \(path); bring it back.")
        }
        return try commitWithoutSavepoints(jobs) ?? commitWithSavepoints(jobs)
    }

    /// A savepoint copies every page that its job changes, and few jobs fail after they have changed something. Returns `nil`
    /// if one of several did: then nothing is kept, and all have to run again.
    private func commitWithoutSavepoints(_ jobs: [Job]) throws -> [@Sendable () -> Void]? {
        try run(Self.begin)
        defer { if !isOutsideTransaction { _ = try? run(Self.rollback) } }
        var deliveries: [@Sendable () -> Void] = []
        deliveries.reserveCapacity(jobs.count)
        var hasWork = false
        for job in jobs {
            let changes = sqlite3_total_changes(handle)
            do {
                deliveries.append(try perform(job))
                hasWork = true
            } catch {
                guard !isOutsideTransaction else { throw fault ?? error }
                guard jobs.count > 1 else { return [{ job.fail(error) }] }
                guard fault == nil, sqlite3_total_changes(handle) == changes else { return nil }
                deliveries.append { job.fail(error) }
            }
        }
        if hasWork { try makeDurable() }
        return deliveries
    }

    /// Runs each job for itself, so that one that fails can be undone alone.
    private func commitWithSavepoints(_ jobs: [Job]) throws -> [@Sendable () -> Void] {
        try run(Self.begin)
        defer { if !isOutsideTransaction { _ = try? run(Self.rollback) } }
        var deliveries: [@Sendable () -> Void] = []
        deliveries.reserveCapacity(jobs.count)
        var hasWork = false
        for job in jobs {
            do {
                deliveries.append(try attempt(job))
                hasWork = true
            } catch {
                try undo(error)
                deliveries.append { job.fail(error) }
            }
        }
        if hasWork { try makeDurable() }
        return deliveries
    }

    /// When the last sync fails, the log holds frames that a new connection would take for committed. This connection
    /// knows that they are not, and the next commit overwrites them: so it is kept, broken as it may seem.
    private func makeDurable() throws {
        do {
            try run(Self.commit)
        } catch {
            _ = try? run(Self.rollback)
            isBroken = false
            throw error
        }
    }

    private func attempt(_ job: Job) throws -> @Sendable () -> Void {
        fault = nil
        try run(Self.setSavepoint)
        let deliver = try perform(job)
        try run(Self.releaseSavepoint)
        return deliver
    }

    private func perform(_ job: Job) throws -> @Sendable () -> Void {
        fault = nil
        let deliver = try job.perform(self)
        // The body may have swallowed it, and believe that it has written what it has not.
        if let fault { throw fault }
        return deliver
    }

    /// Undoes one job. After some errors SQLite has undone the whole batch already, and then it is lost for all.
    private func undo(_ error: any Error) throws {
        guard !isOutsideTransaction else { throw fault ?? error }
        try run(Self.returnToSavepoint)
        try run(Self.releaseSavepoint)
    }

    private static let begin = SQL("BEGIN IMMEDIATE")
    private static let commit = SQL("COMMIT")
    private static let rollback = SQL("ROLLBACK")
    private static let setSavepoint = SQL("SAVEPOINT job")
    private static let returnToSavepoint = SQL("ROLLBACK TO job")
    private static let releaseSavepoint = SQL("RELEASE job")
}
