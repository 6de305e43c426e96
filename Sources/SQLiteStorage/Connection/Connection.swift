// SPDX-License-Identifier: Apache-2.0

import CSQLite
import IdentityModel

/// One connection to the database, with its prepared statements. Used by one thread at a time.
final class Connection {
    let path: String
    let handle: OpaquePointer
    /// The first error of the infrastructure since this was last cleared: a body may have overlooked it.
    var fault: StorageError?
    /// Whether only a new connection can be trusted.
    var isBroken = false
    /// Whether pages may have become unused that are worth giving back.
    var hasUnusedPages = false
    /// The keys up to which tables were swept, by the name of the sweep.
    var sweepPositions: [String: SQLValue] = [:]
    /// How many pages the write-ahead log had after the last commit.
    fileprivate(set) var loggedPages = 0
    /// How many commits have written something.
    fileprivate(set) var commits = 0

    private var statements: [ObjectIdentifier: OpaquePointer] = [:]

    /// Takes ownership of an open handle.
    init(path: String, handle: OpaquePointer) {
        self.path = path
        self.handle = handle
        sqlite3_extended_result_codes(handle, 1)
    }

    deinit {
        for statement in statements.values { sqlite3_finalize(statement) }
        sqlite3_close_v2(handle)
    }

    /// Whether no transaction is open: SQLite ends one by itself after some errors.
    var isOutsideTransaction: Bool { sqlite3_get_autocommit(handle) != 0 }

    /// Runs a statement; returns how many rows it changed.
    @discardableResult
    func run(_ sql: SQL, _ values: SQLValue...) throws -> Int {
        _ = try step(sql, values) { _ in false }
        return Int(sqlite3_changes(handle))
    }

    /// The first row, if there is one.
    func first<Value>(_ sql: SQL, _ values: SQLValue..., read: (inout Row) throws -> Value) throws -> Value? {
        var found: Value?
        try step(sql, values) { row in
            found = try read(&row)
            return false
        }
        return found
    }

    /// All rows, in their order.
    func all<Value>(_ sql: SQL, _ values: SQLValue..., read: (inout Row) throws -> Value) throws -> [Value] {
        var found: [Value] = []
        try step(sql, values) { row in
            found.append(try read(&row))
            return true
        }
        return found
    }

    /// Runs one or several statements that are not worth keeping.
    func execute(_ script: String) throws {
        let code = sqlite3_exec(handle, script, nil, nil, nil)
        guard code == SQLITE_OK else { throw failure(code) }
    }

    /// Steps through the rows for as long as `visit` wants another one.
    private func step(_ sql: SQL, _ values: [SQLValue], visit: (inout Row) throws -> Bool) throws {
        let statement = try prepare(sql)
        defer {
            sqlite3_reset(statement)
            sqlite3_clear_bindings(statement)
        }
        for (index, value) in values.enumerated() {
            let code = value.bind(to: statement, at: Int32(index + 1))
            guard code == SQLITE_OK else { throw failure(code) }
        }
        while true {
            let code = sqlite3_step(statement)
            if code == SQLITE_DONE { return }
            guard code == SQLITE_ROW else { throw failure(code) }
            var row = Row(statement)
            guard try visit(&row) else { return }
        }
    }

    private func prepare(_ sql: SQL) throws -> OpaquePointer {
        if let statement = statements[ObjectIdentifier(sql)] { return statement }
        var statement: OpaquePointer?
        let code = sqlite3_prepare_v3(handle, sql.text, -1, UInt32(SQLITE_PREPARE_PERSISTENT), &statement, nil)
        guard let statement else { throw failure(code) }
        statements[ObjectIdentifier(sql)] = statement
        return statement
    }

    /// What went wrong, in the words of the storage; remembers what is not the caller's doing.
    private func failure(_ code: Int32) -> any Error {
        switch code {
        case CSQLite_CONSTRAINT_UNIQUE, CSQLite_CONSTRAINT_PRIMARYKEY: return StorageConflict.alreadyExists
        case CSQLite_CONSTRAINT_FOREIGNKEY: return StorageConflict.notFound
        default:
            let error = StorageError(code, of: handle, path: path)
            fault = fault ?? error
            isBroken =
                isBroken || [SQLITE_IOERR, SQLITE_READONLY, SQLITE_CANTOPEN, SQLITE_CORRUPT].contains(code & 0xFF)
            return error
        }
    }
}

extension Connection {
    /// Counts what is committed, in place of SQLite's own checkpoint after a thousand pages.
    func watchCommits() {
        let context = Unmanaged.passUnretained(self).toOpaque()
        sqlite3_wal_hook(
            handle,
            { context, _, _, pages in
                guard let context else { return SQLITE_OK }
                let connection = Unmanaged<Connection>.fromOpaque(context).takeUnretainedValue()
                connection.loggedPages = Int(pages)
                connection.commits += 1
                return SQLITE_OK
            }, context)
    }

    /// Moves what is in the write-ahead log into the database, as far as nobody is in the way. The log is then written
    /// again from its beginning and never cut off: to overwrite costs half of what it costs to append.
    func checkpoint() {
        sqlite3_wal_checkpoint_v2(handle, nil, SQLITE_CHECKPOINT_PASSIVE, nil, nil)
        // However far it came: the next commit tells how long the log is.
        loggedPages = 0
    }
}
