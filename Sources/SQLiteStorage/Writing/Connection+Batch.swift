// SPDX-License-Identifier: Apache-2.0

import CSQLite
import IdentityModel

extension Connection {
    /// Runs jobs in one transaction and commits it. Failed jobs are rolled back. Returns closures that resume the
    /// callers.
    ///
    /// No caller is resumed before the commit, because jobs see each other's changes. If this throws, no changes are
    /// kept.
    func commit(_ jobs: [Job]) throws -> [@Sendable () -> Void] {
        guard CSQLite_has_moved(handle) == 0 else {
            throw StorageError.unavailable(reason: "The database is no longer at \(path); bring it back.")
        }
        return try commitWithoutSavepoints(jobs) ?? commitWithSavepoints(jobs)
    }

    /// Runs jobs without savepoints, because a savepoint copies every changed page and few jobs fail after a change.
    ///
    /// Returns `nil` if one of several jobs did. Then everything is rolled back, and all jobs must run again.
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
                guard sqlite3_total_changes(handle) == changes else { return nil }
                deliveries.append { job.fail(error) }
            }
        }
        if hasWork { try makeDurable() }
        return deliveries
    }

    /// Runs each job in a savepoint, so that a failed one can be rolled back alone.
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

    /// Commits the transaction.
    ///
    /// If the last sync fails, the log contains frames that a new connection would take for committed. This connection
    /// knows that they are not, and its next commit overwrites them, so the connection is kept despite the error.
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
        firstConflict = nil
        let result = Result { try job.perform(self) }
        // The body may have ignored a failure of the storage and report success or another failure.
        if let failure = fault ?? firstConflict { throw failure }
        return try result.get()
    }

    /// Rolls back one job. Throws if SQLite has already rolled back the whole batch, as it does after some errors.
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
