// SPDX-License-Identifier: Apache-2.0

package import IdentityModel
import POSIX
package import WireFormats

/// A storage in a SQLite file, with a write-ahead log, a sync at every commit, and one writer with group commit.
package final class SQLiteStorage: Storage {
    let settings: SQLiteSettings
    private let writer: Writer
    private let readers: ReaderPool
    private let copier: Copier
    private let shutdownLatch = ShutdownLatch()

    /// Opens or creates the database and migrates its schema.
    package init(_ settings: SQLiteSettings) throws {
        if settings.fileSystem == nil { try DatabaseFile(path: settings.path).prepare() }
        let connection = try Connection.open(settings, as: .creator)
        try connection.migrate(settings.migrations) {
            guard let path = settings.copyBeforeMigration else { return }
            // SQLite copies no connection that is in a transaction of its own.
            try Connection.open(settings, as: .reader).copy(to: path, replacing: true)
        }
        self.settings = settings
        writer = Writer(settings, connection: connection)
        readers = ReaderPool(settings)
        copier = try Copier(settings)
        let thread = try SystemThread.ofStorage { [writer, readers, copier, shutdownLatch] in
            writer.work()
            copier.join()
            readers.close {
                // The last connection to close makes SQLite checkpoint and remove the log.
                writer.end()
                shutdownLatch.open()
            }
        }
        thread.detach()
    }

    deinit {
        closeQueues()
    }

    /// The statistics of the writer.
    package var statistics: WriterStatistics {
        var statistics = writer.statistics.withLock(\.self)
        statistics.waiting = writer.queue.count
        return statistics
    }

    /// The number of snapshots that are being read.
    package var readingCount: Int { readers.usedCount }

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

    package func checkWritable() async throws {
        // It gets the write lock, which another process may hold.
        try await withTransaction { _ in }
    }

    /// Writes a consistent copy to a new file. The storage stays in use meanwhile.
    package func backUp(to path: String) async throws {
        try await wait(for: copier.queue) { connection in try connection.copy(to: path) }
    }

    package func close() async {
        closeQueues()
        await shutdownLatch.wait()
    }

    /// Returns the path of the file that a process locks which has a database to itself, such as a server.
    ///
    /// It stands beside the database, because several data folders may name the same one. A lock on the database file
    /// itself would be lost with the first descriptor that SQLite closes, and when a restore replaces the file.
    package static func lockFile(ofDatabaseAt path: String) -> String {
        // SQLite resolves symbolic links, too, when it opens a database.
        guard let resolved = realpath(path, nil) else { return path + ".lock" }
        defer { free(resolved) }
        return String(cString: resolved) + ".lock"
    }

    private func closeQueues() {
        writer.queue.close()
        copier.queue.close()
    }

    /// Runs work on a queue and waits for it, even if the task is canceled, because the caller must learn the outcome.
    private func wait<Value: Sendable>(
        for queue: JobQueue<Job>, _ work: @escaping @Sendable (Connection) throws -> Value
    ) async throws -> Value {
        // Each job is resumed exactly once: by what it returns after its commit, by its failure, or at the end here.
        try await withUnsafeThrowingContinuation { continuation in
            let job = Job(
                queuedAt: settings.observer == nil ? 0 : uptimeNanoseconds(),
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

/// The settings of a SQLite storage.
package struct SQLiteSettings: Sendable {
    /// The path of the database file.
    package var path: String
    /// The number of idle reading connections to keep open. Concurrent readers open more if necessary.
    package var readers = 16
    /// The maximum number of transactions that share a commit.
    package var batchLimit = 256
    /// The time to wait for locks of other processes, in milliseconds.
    package var busyTimeout: Int32 = 5000
    /// The size of the write-ahead log, in pages, from which an idle writer checkpoints. At four times the size, a busy
    /// writer checkpoints too.
    package var checkpointPages = 1000
    /// The number of unused pages to keep. More are returned to the file system.
    package var unusedPages = 256
    /// The name of the SQLite VFS; `nil` uses the default.
    package var fileSystem: String?
    /// Receives what the writer does; without one, nothing is timed.
    package var observer: WriterObserver?
    /// The path of the copy that is made before the schema changes, in place of an earlier one; `nil` for none.
    package var copyBeforeMigration: String?
    /// The clock of the storage, by which leases end: all processes of a machine have the same.
    package var clock: @Sendable () -> Timestamp = { .now() }
    /// The migrations of the schema.
    package var migrations = Migration.all
    /// Additional statements for each connection, with which tests simulate a full or unreliable disk.
    package var testStatements: [StaticString] = []

    package init(path: String) {
        self.path = path
    }
}

/// The stores of a reading connection.
struct SQLiteSnapshot: StorageSnapshot {
    let connection: Connection

    var users: any UserReading { SQLiteUserStore(connection: connection) }
    var owners: any OwnerReading { SQLiteOwnerStore(connection: connection) }
    var passkeys: any PasskeyReading { SQLitePasskeyStore(connection: connection) }
    var passwords: any PasswordReading { SQLitePasswordStore(connection: connection) }
    var deviceKeys: any DeviceKeyReading { SQLiteDeviceKeyStore(connection: connection) }
    var sessions: any BrowserSessionReading { SQLiteBrowserSessionStore(connection: connection) }
    var outbox: any OutboxReading { SQLiteOutboxStore(connection: connection) }
    var objections: any ObjectionReading { SQLiteObjectionStore(connection: connection) }
    var replacedAddresses: any ReplacedAddressReading { SQLiteReplacedAddressStore(connection: connection) }
    var codes: any CodeReading { SQLiteCodeStore(connection: connection) }
    var consents: any ConsentReading { SQLiteConsentStore(connection: connection) }
    var authorizationCodes: any AuthorizationCodeReading { SQLiteAuthorizationCodeStore(connection: connection) }
    var deviceAuthorizations: any DeviceAuthorizationReading {
        SQLiteDeviceAuthorizationStore(connection: connection)
    }
    var refreshTokens: any RefreshTokenReading { SQLiteRefreshTokenStore(connection: connection) }
    var signingKeys: any SigningKeyReading { SQLiteSigningKeyStore(connection: connection) }
    var configuration: any ConfigurationReading { SQLiteConfigurationStore(connection: connection) }
    var events: any EventReading { SQLiteEventStore(connection: connection) }
    var oneTime: any OneTimeReading { SQLiteOneTimeStore(connection: connection) }
    var clock: any ClockReading { SQLiteClockStore(connection: connection) }
    var serverStart: any ServerStartReading { SQLiteServerStartStore(connection: connection) }
}

/// The stores of the writing connection.
struct SQLiteTransaction: StorageTransaction {
    let connection: Connection

    var users: any UserStore { SQLiteUserStore(connection: connection) }
    var owners: any OwnerStore { SQLiteOwnerStore(connection: connection) }
    var passkeys: any PasskeyStore { SQLitePasskeyStore(connection: connection) }
    var passwords: any PasswordStore { SQLitePasswordStore(connection: connection) }
    var deviceKeys: any DeviceKeyStore { SQLiteDeviceKeyStore(connection: connection) }
    var sessions: any BrowserSessionStore { SQLiteBrowserSessionStore(connection: connection) }
    var outbox: any OutboxStore { SQLiteOutboxStore(connection: connection) }
    var objections: any ObjectionStore { SQLiteObjectionStore(connection: connection) }
    var replacedAddresses: any ReplacedAddressStore { SQLiteReplacedAddressStore(connection: connection) }
    var codes: any CodeStore { SQLiteCodeStore(connection: connection) }
    var consents: any ConsentStore { SQLiteConsentStore(connection: connection) }
    var authorizationCodes: any AuthorizationCodeStore { SQLiteAuthorizationCodeStore(connection: connection) }
    var deviceAuthorizations: any DeviceAuthorizationStore {
        SQLiteDeviceAuthorizationStore(connection: connection)
    }
    var refreshTokens: any RefreshTokenStore { SQLiteRefreshTokenStore(connection: connection) }
    var signingKeys: any SigningKeyStore { SQLiteSigningKeyStore(connection: connection) }
    var configuration: any ConfigurationStore { SQLiteConfigurationStore(connection: connection) }
    var events: any EventStore { SQLiteEventStore(connection: connection) }
    var oneTime: any OneTimeStore { SQLiteOneTimeStore(connection: connection) }
    var clock: any ClockStore { SQLiteClockStore(connection: connection) }
    var serverStart: any ServerStartStore { SQLiteServerStartStore(connection: connection) }

    func reporting<Value>(
        _ conflict: StorageConflict, as failure: any Error, _ body: () throws -> Value
    ) throws -> Value {
        connection.reports.append((conflict, failure))
        defer { connection.reports.removeLast() }
        return try body()
    }
}
