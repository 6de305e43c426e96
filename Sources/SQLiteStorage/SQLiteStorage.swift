// SPDX-License-Identifier: Apache-2.0

package import IdentityModel
import POSIX

/// A storage in one SQLite file: a write-ahead log, a sync at every commit, one writer with group commit.
package final class SQLiteStorage: Storage {
    let settings: SQLiteSettings
    private let writer: Writer
    private let readers: ReaderPool
    private let copier: Copier
    private let shutdownLatch = ShutdownLatch()

    /// Opens the database, or makes it, and brings its schema forward.
    package init(_ settings: SQLiteSettings) throws {
        if settings.fileSystem == nil { try DatabaseFile(path: settings.path).prepare() }
        let connection = try Connection.open(settings, as: .creator)
        try connection.migrate(settings.migrations)
        self.settings = settings
        writer = Writer(settings, connection: connection)
        readers = ReaderPool(settings)
        copier = try Copier(settings)
        let thread = try WorkerThread { [writer, readers, copier, shutdownLatch] in
            writer.work()
            copier.join()
            readers.close {
                // The last to go: SQLite then moves the log into the database and removes it.
                writer.end()
                shutdownLatch.open()
            }
        }
        thread.detach()
    }

    deinit {
        closeQueues()
    }

    /// What has been done so far.
    package var statistics: WriterStatistics {
        var statistics = writer.statistics.withLock(\.self)
        statistics.waiting = writer.queue.count
        return statistics
    }

    package func withTransaction<Value: Sendable>(
        _ body: @escaping @Sendable (any StorageTransaction) throws -> Value
    ) async throws -> Value {
        try await wait(for: writer.queue) { connection in try body(SQLiteTransaction(connection: connection)) }
    }

    package func read<Value: Sendable>(
        _ body: @escaping @Sendable (any StorageSnapshot) throws -> Value
    ) async throws -> Value {
        try readers.read { connection in try body(SQLiteSnapshot(connection: connection)) }
    }

    package func backUp(to path: String) async throws {
        try await wait(for: copier.queue) { connection in try connection.copy(to: path) }
    }

    package func close() async {
        closeQueues()
        await shutdownLatch.wait()
    }

    private func closeQueues() {
        writer.queue.close()
        copier.queue.close()
    }

    /// A caller that is canceled goes on waiting: what it has asked for may happen, so it must learn whether it has.
    private func wait<Value: Sendable>(
        for queue: JobQueue<Job>, _ work: @escaping @Sendable (Connection) throws -> Value
    ) async throws -> Value {
        try await withCheckedThrowingContinuation { continuation in
            let job = Job(
                perform: { connection in
                    let value = try work(connection)
                    return { continuation.resume(returning: value) }
                },
                fail: { continuation.resume(throwing: $0) })
            guard !queue.append(job) else { return }
            continuation.resume(throwing: StorageError.unavailable(reason: "The storage is closed."))
        }
    }
}
