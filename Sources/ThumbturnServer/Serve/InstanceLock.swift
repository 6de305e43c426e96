// SPDX-License-Identifier: Apache-2.0

import POSIX

/// Shows that a server works on a database: held for as long as it runs, by one process at a time, and gone with the
/// process however that ends.
package final class InstanceLock: Sendable {
    private let descriptor: Int32

    /// Takes the lock, or fails at once with what to do. The folder is made if it is not there.
    package init(_ settings: ServerSettings) throws(CommandFailure) {
        try DataFolder.make(settings.dataDirectory)
        // Beside the database, wherever that is: another data folder may name the same one. A lock on the database's own file
        // would be lost with the first descriptor that SQLite closes, and would not hold for the file that a restore puts
        // in its place.
        let path = Self.resolved(settings.databasePath) + ".lock"
        let file = open(path, O_RDWR | O_CREAT | O_NOFOLLOW | O_CLOEXEC, 0o600)
        guard file >= 0 else {
            throw .failed("The lock \(path) can't be used: \(PrivateFile.systemText()).")
        }
        // Of the open file, not of the process: a second one in the same process is refused too.
        guard flock(file, LOCK_EX | LOCK_NB) == 0 else {
            let text = errno == EWOULDBLOCK ? nil : PrivateFile.systemText()
            close(file)
            throw .failed(
                text.map { "The lock \(path) can't be taken: \($0)." }
                    ?? """
                    A server runs on \(settings.databasePath), or the database is being restored.
                      Stop it first, or name another folder with --data. It holds the lock \(path).
                    """)
        }
        descriptor = file
    }

    /// The file that SQLite opens under a path, which may lead there by links.
    private static func resolved(_ path: String) -> String {
        guard let resolved = realpath(path, nil) else { return path }
        defer { free(resolved) }
        return String(cString: resolved)
    }

    deinit {
        // The file stays: who removed it could let two processes hold locks on two files of one name.
        close(descriptor)
    }
}
