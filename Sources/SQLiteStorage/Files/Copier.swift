// SPDX-License-Identifier: Apache-2.0

import IdentityModel

/// The thread that copies the database: a copy takes long, and must not hold up a caller's thread.
final class Copier: Sendable {
    let queue = JobQueue<Job>()
    private let thread: WorkerThread

    init(_ settings: SQLiteSettings) throws(StorageError) {
        let queue = queue
        thread = try WorkerThread { Self.serve(queue, settings) }
    }

    deinit {
        queue.close()
    }

    /// Waits for the thread, after the queue has been closed. To be called once.
    func join() {
        thread.join()
    }

    private static func serve(_ queue: JobQueue<Job>, _ settings: SQLiteSettings) {
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
