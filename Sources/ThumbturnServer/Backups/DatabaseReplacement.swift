// SPDX-License-Identifier: Apache-2.0

import POSIX

/// Puts another database into the place of the present one, which is kept beside it.
///
/// The other one is prepared under a name of its own: until it is whole the present one is untouched.
struct DatabaseReplacement {
    /// Where the database is.
    let path: String

    /// Where the other one is prepared.
    var draft: String { path + ".restoring" }
    /// Where the present one is kept.
    var kept: String { path + ".before-restore" }

    /// Copies a file to where it is prepared.
    func begin(with source: String) throws(CommandFailure) {
        guard access(kept, F_OK) != 0 else {
            throw .failed("\(kept) is there, from an earlier restore.\n  Move it away, or remove it, and start again.")
        }
        var log = stat()
        guard stat(source + "-wal", &log) != 0 || log.st_size == 0 else {
            throw .failed(
                "\(source) is a database in use, not a backup: there is \(source)-wal beside it.\n"
                    + "  Make a backup of it with thumbturn backup.")
        }
        abandon()
        try copy(source)
    }

    /// Makes the prepared one the database, at one stroke.
    func finish() throws(CommandFailure) {
        guard access(draft + "-wal", F_OK) != 0 else {
            throw .failed("\(draft)-wal is still there, and nothing was changed. Try again.")
        }
        do throws(PrivateFile.Failure) {
            try keep()
            // Before the exchange: a log is replayed into whatever database has its name.
            unlink(path + "-wal")
            unlink(path + "-shm")
            try Self.demand(rename(draft, path) == 0)
            try PrivateFile.sync(folder: FileAccess.parent(of: path))
        } catch {
            throw .failed("The database \(path) can't be replaced: \(error).")
        }
    }

    /// Removes what was prepared.
    func abandon() {
        for file in [draft, draft + "-wal", draft + "-shm"] { unlink(file) }
    }

    /// Gives the present database its second name, with the log that belongs to it.
    private func keep() throws(PrivateFile.Failure) {
        unlink(kept + "-wal")
        for suffix in ["-wal", ""] {
            try Self.demand(link(path + suffix, kept + suffix) == 0 || errno == ENOENT)
        }
        try PrivateFile.sync(folder: FileAccess.parent(of: path))
    }

    private static func demand(_ isDone: Bool) throws(PrivateFile.Failure) {
        guard isDone else { throw .system(PrivateFile.systemText()) }
    }

    private func copy(_ source: String) throws(CommandFailure) {
        let input = open(source, O_RDONLY | O_CLOEXEC)
        guard input >= 0 else {
            throw .malformed("\(source) cannot be read: \(PrivateFile.systemText()). Is the path right?")
        }
        defer { close(input) }
        let output = open(draft, O_WRONLY | O_CREAT | O_EXCL | O_NOFOLLOW | O_CLOEXEC, 0o600)
        guard output >= 0 else { throw .failed("\(draft) can't be made: \(PrivateFile.systemText()).") }
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
            throw .failed("\(draft) can't be written: \(PrivateFile.systemText()).")
        }
    }
}
