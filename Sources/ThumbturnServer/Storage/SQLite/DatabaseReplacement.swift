// SPDX-License-Identifier: Apache-2.0

import CommandLine
import IdentityModel
import POSIX
import SQLiteStorage

/// Replaces a database of SQLite's with another one, and keeps the present one beside it.
///
/// The other database is prepared under a name of its own. The present one stays untouched until the other is complete.
struct DatabaseReplacement {
    /// The path of the database.
    let path: String

    /// The path of the replacement while it is prepared.
    var draft: String { path + ".restoring" }
    /// The path under which the present database is kept.
    var kept: String { path + ".before-restore" }

    /// Copies a backup to the draft.
    func begin(with source: String) throws(CommandFailure) {
        guard access(kept, F_OK) != 0 else {
            throw .failed("\(kept) exists from an earlier restore.\n  Move it away or remove it, then try again.")
        }
        var log = stat()
        guard stat(source + "-wal", &log) != 0 || log.st_size == 0 else {
            throw .failed(
                "\(source) is a database in use, not a backup: \(source)-wal exists beside it.\n"
                    + "  Back it up with thumbturn backup, and restore that file.")
        }
        abandon()
        try copy(source)
    }

    /// Throws unless the draft is an intact database of this program, in any version. References between records are
    /// checked too if that is wanted, which takes longer.
    func inspectDraft(checkingRecords: Bool = false) throws {
        try SQLiteStorage.inspect(draft, checking: checkingRecords ? .records : .pages)
    }

    /// Returns the number of the schema that the draft has.
    func schemaOfDraft() throws -> Int { try SQLiteStorage.schema(of: draft) }

    /// Passes the draft's storage to a body, after bringing its schema to this program's, and closes it.
    func useDraft<Value>(_ body: (any Storage) async throws -> Value) async throws -> Value {
        let storage = try SQLiteStorage(SQLiteSettings(path: draft))
        do {
            let value = try await body(storage)
            await storage.close()
            return value
        } catch {
            await storage.close()
            throw error
        }
    }

    /// Makes the draft the database, atomically.
    func finish() throws(CommandFailure) {
        guard access(draft + "-wal", F_OK) != 0 else {
            throw .failed("\(draft)-wal still exists, so nothing was changed. Try again.")
        }
        do throws(PrivateFile.Failure) {
            try keep()
            // Before the rename: SQLite would replay the old log into the new database.
            unlink(path + "-wal")
            unlink(path + "-shm")
            try Self.requireSuccess(rename(draft, path) == 0)
            try PrivateFile.sync(folder: FileAccess.parent(of: path))
        } catch {
            throw .failed("The database \(path) can't be replaced: \(error).")
        }
    }

    /// Removes the draft.
    func abandon() {
        for file in [draft, draft + "-wal", draft + "-shm"] { unlink(file) }
    }

    /// Links the present database and its write-ahead log to their second names.
    private func keep() throws(PrivateFile.Failure) {
        unlink(kept + "-wal")
        for suffix in ["-wal", ""] {
            try Self.requireSuccess(link(path + suffix, kept + suffix) == 0 || errno == ENOENT)
        }
        try PrivateFile.sync(folder: FileAccess.parent(of: path))
    }

    private static func requireSuccess(_ isDone: Bool) throws(PrivateFile.Failure) {
        guard isDone else { throw .system(PrivateFile.systemText()) }
    }

    private func copy(_ source: String) throws(CommandFailure) {
        let input = open(source, O_RDONLY | O_CLOEXEC)
        guard input >= 0 else {
            throw .malformed("\(source) can't be read: \(PrivateFile.systemText()). Check the path.\(Files.hint)")
        }
        defer { close(input) }
        let output = open(draft, O_WRONLY | O_CREAT | O_EXCL | O_NOFOLLOW | O_CLOEXEC, 0o600)
        guard output >= 0 else { throw .failed("\(draft) can't be created: \(PrivateFile.systemText()).") }
        defer { close(output) }
        var buffer = [UInt8](repeating: 0, count: 1 << 18)
        while true {
            let count = read(input, &buffer, buffer.count)
            guard count != 0 else { break }
            guard count > 0, write(output, buffer, count) == count else {
                let text = PrivateFile.systemText()
                abandon()
                throw .failed("\(source) can't be copied to \(draft): \(text).")
            }
        }
        guard fchmod(output, 0o600) == 0, fsync(output) == 0 else {
            let text = PrivateFile.systemText()
            abandon()
            throw .failed("\(draft) can't be written: \(text).")
        }
    }
}
