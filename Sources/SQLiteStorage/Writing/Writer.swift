// SPDX-License-Identifier: Apache-2.0

import CSQLite
import IdentityModel
import POSIX

/// The one thread that writes. All transactions that wait when it comes back from the disk share the next commit.
///
/// Unchecked, because the connection and the counters belong to that thread alone.
final class Writer: @unchecked Sendable {
    let queue = JobQueue<Job>()
    let statistics = Locked(WriterStatistics())

    private let settings: SQLiteSettings
    private var connection: Connection?
    /// Whether pages were given back of which the file does not know yet.
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
                commit(jobs)
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

// MARK: - Pauses

extension Writer {
    /// How long to wait for work before a pause is used, in milliseconds; `nil` if there is nothing to use it for.
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
            // The file itself becomes shorter when the log is moved into it.
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
