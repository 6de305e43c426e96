// SPDX-License-Identifier: Apache-2.0

import CSQLite
import IdentityModel
import POSIX

/// The only writing thread. All transactions that wait while it commits share the next commit.
///
/// Unchecked because only that thread uses the connection and the counters.
final class Writer: @unchecked Sendable {
    let queue = JobQueue<Job>()
    let statistics = Locked(WriterStatistics())

    private let settings: SQLiteSettings
    private var connection: Connection?
    /// Whether pages were returned since the last checkpoint, so that the file did not shrink yet.
    private var isShrinking = false

    init(_ settings: SQLiteSettings, connection: Connection) {
        self.settings = settings
        self.connection = connection
    }

    /// Works until the queue is closed and empty.
    func work() {
        while true {
            switch queue.take(limit: settings.batchLimit, waiting: pause) {
            case .jobs(let jobs):
                observe(jobs) { commit(jobs) }
                checkpoint(from: settings.checkpointPages * 4)
            case .none: maintain()
            case .closed: return
            }
        }
    }

    /// Closes the connection.
    func end() {
        connection = nil
    }

    private func observe(_ jobs: [Job], committing commit: () -> Void) {
        guard let observer = settings.observer else { return commit() }
        let start = uptimeNanoseconds()
        for job in jobs { observer.waited(start &- job.queuedAt) }
        commit()
        observer.committed(jobs.count, uptimeNanoseconds() &- start)
    }

    private func commit(_ jobs: [Job]) {
        let commits = connection?.commits ?? 0
        let deliveries: [@Sendable () -> Void]
        do {
            let open = try connection ?? Connection.open(settings, as: .writer)
            connection = open
            deliveries = try open.commit(jobs)
        } catch {
            deliveries = jobs.map { job in { job.fail(error) } }
        }
        let made = max(0, (connection?.commits ?? 0) - commits)
        statistics.withLock {
            $0.transactions += jobs.count
            $0.commits += made
        }
        if connection?.isBroken == true { connection = nil }
        for deliver in deliveries { deliver() }
    }
}

// MARK: - Maintenance

extension Writer {
    /// The idle time before maintenance, in milliseconds; `nil` if no maintenance is due.
    private var pause: Int? {
        guard let connection else { return nil }
        return connection.loggedPages >= settings.checkpointPages || connection.hasUnusedPages ? 20 : nil
    }

    private func maintain() {
        checkpoint(from: settings.checkpointPages)
        guard let connection, connection.hasUnusedPages else { return }
        if connection.giveBackUnusedPages(above: settings.unusedPages) {
            isShrinking = true
        } else if isShrinking {
            // A checkpoint truncates the file.
            checkpoint(from: 1)
            isShrinking = false
        }
        if connection.isBroken { self.connection = nil }
    }

    private func checkpoint(from pages: Int) {
        guard let connection, connection.loggedPages >= pages else { return }
        connection.checkpoint()
        statistics.withLock { $0.checkpoints += 1 }
    }
}

/// Receives what the writer does, on its thread.
package struct WriterObserver: Sendable {
    /// Receives how long a transaction waited for the writer, in nanoseconds.
    package let waited: @Sendable (_ nanoseconds: UInt64) -> Void
    /// Receives how many transactions a batch had, and how long they and their commit took, in nanoseconds.
    package let committed: @Sendable (_ transactions: Int, _ nanoseconds: UInt64) -> Void

    package init(
        waited: @escaping @Sendable (_ nanoseconds: UInt64) -> Void,
        committed: @escaping @Sendable (_ transactions: Int, _ nanoseconds: UInt64) -> Void
    ) {
        self.waited = waited
        self.committed = committed
    }
}

/// The counters of a storage since it was opened.
package struct WriterStatistics: Hashable, Sendable {
    /// The number of transactions.
    package var transactions = 0
    /// The number of durable commits with one sync each. Batches that wrote nothing are not counted.
    package var commits = 0
    /// The number of checkpoints.
    package var checkpoints = 0
    /// The number of transactions that are waiting now.
    package var waiting = 0
}

extension Connection {
    /// Returns unused pages to the file system, so that the file shrinks after a flood. Keeps some for the next
    /// records.
    ///
    /// Returns whether there were pages to return.
    func giveBackUnusedPages(above kept: Int) -> Bool {
        fault = nil
        let unused = (try? first(Self.countUnused) { $0.count() }) ?? 0
        hasUnusedPages = unused > kept
        guard hasUnusedPages else { return false }
        // The number is bounded because callers may be waiting.
        do {
            try execute("PRAGMA incremental_vacuum(\(min(unused - kept, 512)))")
        } catch {
            // The next removal tries again.
            hasUnusedPages = false
        }
        return hasUnusedPages
    }

    private static let countUnused = SQL("PRAGMA freelist_count")
}
