// SPDX-License-Identifier: Apache-2.0

import CSQLite
import CSQLiteLogBuffer
import IdentityModel

extension Connection {
    enum Role {
        /// Creates the file if it doesn't exist.
        case creator
        case writer
        case reader
    }

    /// Configures SQLite once for the process. The number of pages is that of a few sign-ins.
    private static let libraryConfiguration: Void = CSQLite_configure(64)

    static func open(_ settings: SQLiteSettings, as role: Role) throws -> Connection {
        Self.libraryConfiguration
        var flags = SQLITE_OPEN_READWRITE | SQLITE_OPEN_NOMUTEX | SQLITE_OPEN_PRIVATECACHE
        if role == .creator { flags |= SQLITE_OPEN_CREATE }
        var handle: OpaquePointer?
        let code = sqlite3_open_v2(settings.path, &handle, flags, settings.fileSystem)
        guard code == SQLITE_OK, let handle else {
            defer { sqlite3_close_v2(handle) }
            throw StorageError(code, of: handle, path: settings.path)
        }
        let connection = Connection(path: settings.path, handle: handle, clock: settings.clock)
        sqlite3_busy_timeout(handle, settings.busyTimeout)
        try connection.prepare(as: role)
        for statement in settings.testStatements { try connection.execute(statement.description) }
        connection.fault = nil
        return connection
    }

    private func prepare(as role: Role) throws {
        try checkOwnerInTransaction(acceptingEmpty: role == .creator)
        // This takes effect only in an empty file, so it precedes the journal mode, which writes to the file. In
        // another file it would write a page for nothing.
        if try first(Self.countPages, read: { $0.integer() }) == 0 {
            try execute("PRAGMA auto_vacuum = INCREMENTAL")
        }
        if role != .reader {
            guard try setWriteAhead() == "wal" else {
                throw StorageError.unavailable(reason: "This file system cannot keep a write-ahead log: \(path).")
            }
        }
        // Every commit is synced, so acknowledged transactions survive power loss. Deleted content is overwritten. The
        // fullfsync settings are for Apple's systems, where only a full sync reaches the disk.
        try execute(
            """
            PRAGMA synchronous = FULL;
            PRAGMA fullfsync = ON;
            PRAGMA checkpoint_fullfsync = ON;
            PRAGMA foreign_keys = ON;
            PRAGMA secure_delete = ON;
            PRAGMA trusted_schema = OFF;
            PRAGMA temp_store = MEMORY;
            """)
        if role == .reader {
            try execute("PRAGMA query_only = ON")
        } else {
            try bufferLogWrites()
            watchCommits()
        }
    }

    /// Joins the small writes to the write-ahead log, which otherwise take a third of a commit's time.
    private func bufferLogWrites() throws {
        // SQLite opens the log with the first read.
        _ = try first(Self.countTables) { $0.integer() }
        let code = SQLiteLogBuffer_attach(handle)
        guard code == SQLITE_OK else { throw StorageError(code, of: handle, path: path) }
    }

    /// Checks the owner in a transaction, because another process may initialize the file between the queries.
    private func checkOwnerInTransaction(acceptingEmpty: Bool) throws {
        try execute("BEGIN")
        do {
            try checkOwner(acceptingEmpty: acceptingEmpty)
            try execute("COMMIT")
        } catch {
            // SQLite may have rolled back by itself.
            _ = try? execute("ROLLBACK")
            throw error
        }
    }

    /// Sets write-ahead logging and returns the resulting journal mode.
    ///
    /// SQLite's busy timeout doesn't apply when two connections change the mode at once, so this retries.
    private func setWriteAhead() throws -> String? {
        for _ in 0..<200 {
            do {
                return try first(Self.writeAhead) { $0.text() }
            } catch StorageError.unavailable where sqlite3_errcode(handle) & 0xFF == SQLITE_BUSY {
                sqlite3_sleep(10)
            }
        }
        return try first(Self.writeAhead) { $0.text() }
    }

    /// Throws unless the file is a database of this program, or is empty and may be initialized.
    func checkOwner(acceptingEmpty: Bool) throws {
        let owner = try first(Self.applicationID) { $0.integer() }
        if owner == Migration.applicationID { return }
        let tables = try first(Self.countTables) { $0.integer() }
        guard acceptingEmpty, owner == 0, tables == 0 else {
            throw StorageError.incompatible(reason: "\(path) is the database of another program.")
        }
    }

    private static let applicationID = SQL("PRAGMA application_id")
    private static let countPages = SQL("PRAGMA page_count")
    private static let countTables = SQL("SELECT count(*) FROM sqlite_schema")
    private static let writeAhead = SQL("PRAGMA journal_mode = WAL")
}
