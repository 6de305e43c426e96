// SPDX-License-Identifier: Apache-2.0

import CSQLite
import IdentityModel

extension Connection {
    enum Role {
        /// Makes the file if it is not there.
        case creator
        case writer
        case reader
    }

    static func open(_ settings: SQLiteSettings, as role: Role) throws -> Connection {
        var flags = SQLITE_OPEN_READWRITE | SQLITE_OPEN_NOMUTEX | SQLITE_OPEN_PRIVATECACHE
        if role == .creator { flags |= SQLITE_OPEN_CREATE }
        var handle: OpaquePointer?
        let code = sqlite3_open_v2(settings.path, &handle, flags, settings.fileSystem)
        guard code == SQLITE_OK, let handle else {
            defer { sqlite3_close_v2(handle) }
            throw StorageError(code, of: handle, path: settings.path)
        }
        let connection = Connection(path: settings.path, handle: handle)
        sqlite3_busy_timeout(handle, settings.busyTimeout)
        try connection.prepare(as: role)
        for statement in settings.testStatements { try connection.execute(statement.description) }
        connection.fault = nil
        return connection
    }

    private func prepare(as role: Role) throws {
        // One view for both questions: another process may make the file ours between them.
        try execute("BEGIN")
        do {
            try checkOwner(acceptingEmpty: role == .creator)
            try execute("COMMIT")
        } catch {
            // SQLite may have done so by itself.
            _ = try? execute("ROLLBACK")
            throw error
        }
        // Takes effect on an empty file only, and the journal mode makes the file no longer empty.
        if role == .creator { try execute("PRAGMA auto_vacuum = INCREMENTAL") }
        if role != .reader {
            guard try setWriteAhead() == "wal" else {
                throw StorageError.unavailable(reason: "This file system cannot keep a write-ahead log: \(path).")
            }
        }
        // Sync at every commit: an acknowledged transaction survives the loss of power. What is removed is overwritten.
        // On Apple's systems only a full sync reaches the disk itself; elsewhere those two do nothing.
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
            watchCommits()
        }
    }

    /// Returns the journal mode that the file has then. SQLite does not wait where two want to change it at once, because
    /// each holds what the other one needs; so it is tried again.
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

    /// The file must be ours, or empty when it may be made.
    func checkOwner(acceptingEmpty: Bool) throws {
        let owner = try first(Self.applicationID) { $0.integer() }
        if owner == Migration.applicationID { return }
        let tables = try first(Self.countTables) { $0.integer() }
        guard acceptingEmpty, owner == 0, tables == 0 else {
            throw StorageError.incompatible(reason: "\(path) is the database of another program.")
        }
    }

    private static let applicationID = SQL("PRAGMA application_id")
    private static let countTables = SQL("SELECT count(*) FROM sqlite_schema")
    private static let writeAhead = SQL("PRAGMA journal_mode = WAL")
}
