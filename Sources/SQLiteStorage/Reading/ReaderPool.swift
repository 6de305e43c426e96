// SPDX-License-Identifier: Apache-2.0

import IdentityModel

/// Threads that read, each over its own connection and each time from one consistent view.
final class ReaderPool: Sendable {
    let queue = JobQueue<Job>()
    private let threads: [WorkerThread]

    init(_ settings: SQLiteSettings, count: Int) throws(StorageError) {
        var threads: [WorkerThread] = []
        do throws(StorageError) {
            for _ in 0..<count {
                let queue = queue
                threads.append(try WorkerThread { Self.serve(queue, settings) })
            }
        } catch {
            queue.close()
            for thread in threads { thread.join() }
            throw error
        }
        self.threads = threads
    }

    deinit {
        queue.close()
    }

    /// Waits for the threads, after the queue has been closed. To be called once.
    func join() {
        for thread in threads { thread.join() }
    }

    private static func serve(_ queue: JobQueue<Job>, _ settings: SQLiteSettings) {
        var connection: Connection?
        while case .jobs(let jobs) = queue.take(limit: 1) {
            for job in jobs {
                let deliver: @Sendable () -> Void
                do {
                    let open = try connection ?? Connection.open(settings, as: .reader)
                    connection = open
                    deliver = try open.view(job.perform)
                } catch {
                    deliver = { job.fail(error) }
                }
                if connection?.isBroken == true { connection = nil }
                deliver()
            }
        }
    }
}

extension Connection {
    /// Runs the body against one state of the database.
    fileprivate func view<Value>(_ body: (Connection) throws -> Value) throws -> Value {
        fault = nil
        try run(Self.beginView)
        defer { _ = try? run(Self.endView) }
        let value = try body(self)
        if let fault { throw fault }
        return value
    }

    private static let beginView = SQL("BEGIN DEFERRED")
    private static let endView = SQL("ROLLBACK")
}
