// SPDX-License-Identifier: Apache-2.0

import CSQLite
import IdentityModel
import WireFormats

/// A connection to the database, with its prepared statements. Only one thread may use it at a time.
final class Connection {
    let path: String
    let handle: OpaquePointer
    /// The clock of the storage.
    let now: @Sendable () -> Timestamp
    /// The first error of the infrastructure since this was cleared, in case a body ignores it.
    var fault: StorageError?
    /// The first conflict since this was cleared, as it is reported, in case a body ignores it.
    var firstConflict: (any Error)?
    /// What conflicts are reported as in the parts of a body that are running, the innermost last.
    var reports: [(conflict: StorageConflict, failure: any Error)] = []
    /// Whether the connection must be replaced.
    var isBroken = false
    /// Whether there may be unused pages to return to the file system.
    var hasUnusedPages = false
    /// The last swept key of each sweep, by its name.
    var sweepPositions: [String: SQLValue] = [:]
    /// The number of pages in the write-ahead log after the last commit.
    fileprivate(set) var loggedPages = 0
    /// The number of commits that have written something.
    fileprivate(set) var commits = 0

    /// The prepared statements by ``SQL/number``.
    private var statements: [OpaquePointer?] = []

    /// Takes ownership of an open handle.
    init(path: String, handle: OpaquePointer, clock: @escaping @Sendable () -> Timestamp = { .now() }) {
        self.path = path
        now = clock
        self.handle = handle
        sqlite3_extended_result_codes(handle, 1)
    }

    deinit {
        for statement in statements { sqlite3_finalize(statement) }
        sqlite3_close_v2(handle)
    }

    /// Whether no transaction is open. SQLite rolls back by itself after some errors.
    var isOutsideTransaction: Bool { sqlite3_get_autocommit(handle) != 0 }

    /// Runs a statement and returns the number of changed rows.
    @discardableResult
    func run(_ sql: SQL, with values: SQLValue...) throws -> Int {
        _ = try step(sql, with: values) { _ in false }
        return Int(sqlite3_changes(handle))
    }

    /// Returns the first row, or `nil` if there is none.
    func first<Value>(_ sql: SQL, with values: SQLValue..., read: (inout Row) throws -> Value) throws -> Value? {
        var found: Value?
        try step(sql, with: values) { row in
            found = try read(&row)
            return false
        }
        return found
    }

    /// Returns all rows in order.
    func all<Value>(_ sql: SQL, with values: SQLValue..., read: (inout Row) throws -> Value) throws -> [Value] {
        var found: [Value] = []
        try step(sql, with: values) { row in
            found.append(try read(&row))
            return true
        }
        return found
    }

    /// Runs a script of statements, which are not cached.
    func execute(_ script: String) throws {
        let code = sqlite3_exec(handle, script, nil, nil, nil)
        guard code == SQLITE_OK else { throw failure(code) }
    }

    /// Steps through the rows until `visit` returns `false`.
    private func step(_ sql: SQL, with values: [SQLValue], visit: (inout Row) throws -> Bool) throws {
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
        if sql.number < statements.count, let statement = statements[sql.number] { return statement }
        var statement: OpaquePointer?
        let code = sqlite3_prepare_v3(handle, sql.text, -1, UInt32(SQLITE_PREPARE_PERSISTENT), &statement, nil)
        guard let statement else { throw failure(code) }
        while statements.count <= sql.number { statements.append(nil) }
        statements[sql.number] = statement
        return statement
    }

    /// Records a conflict, and returns it or what the body has it reported as.
    func conflict(_ conflict: StorageConflict) -> any Error {
        let failure = reports.last { $0.conflict == conflict }?.failure ?? conflict
        firstConflict = firstConflict ?? failure
        return failure
    }

    /// Converts a result code to a conflict or an error, and records it.
    private func failure(_ code: Int32) -> any Error {
        switch code {
        case CSQLite_CONSTRAINT_UNIQUE, CSQLite_CONSTRAINT_PRIMARYKEY: return conflict(.alreadyExists)
        case CSQLite_CONSTRAINT_FOREIGNKEY: return conflict(.notFound)
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
    /// Counts commits and pages. This hook replaces SQLite's automatic checkpoint after 1,000 pages.
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

    /// Moves the write-ahead log into the database as far as no reader prevents it.
    ///
    /// SQLite then overwrites the log from its beginning. The log is never truncated, because overwriting takes half of
    /// the time of appending.
    func checkpoint() {
        sqlite3_wal_checkpoint_v2(handle, nil, SQLITE_CHECKPOINT_PASSIVE, nil, nil)
        // The next commit reports the actual length.
        loggedPages = 0
    }
}
