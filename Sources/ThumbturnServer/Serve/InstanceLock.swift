// SPDX-License-Identifier: Apache-2.0

package import CommandLine
import POSIX
import SQLiteStorage

/// The lock of a running server on its database.
package final class InstanceLock: Sendable {
    /// `nil` if several servers may run on the database.
    private let descriptor: Int32?

    /// Acquires the lock, or fails at once. Creates the data folder if necessary.
    package init(_ settings: ServerSettings) throws(CommandFailure) {
        try DataFolder.create(settings.dataDirectory)
        guard let path = settings.database.lockFile else {
            descriptor = nil
            return
        }
        let file = open(path, O_RDWR | O_CREAT | O_NOFOLLOW | O_CLOEXEC, 0o600)
        guard file >= 0 else {
            throw .failed("The lock \(path) can't be used: \(PrivateFile.systemText()).")
        }
        guard Self.acquire(file) else {
            let text = errno == EWOULDBLOCK ? nil : PrivateFile.systemText()
            close(file)
            throw .failed(
                text.map { "The lock \(path) can't be acquired: \($0)." }
                    ?? """
                    A server is running on \(settings.database), or the database is being restored.
                      Stop it first, or choose another folder with --data. The lock is \(path).
                    """)
            }
        }
    }

    /// Whether a process holds the lock: a server that runs, or a restore.
    package static func isHeld(_ settings: ServerSettings) -> Bool {
        guard let path = settings.database.lockFile else { return false }
        let file = open(path, O_RDONLY | O_NOFOLLOW | O_CLOEXEC)
        guard file >= 0 else { return false }
        defer { close(file) }
        return flock(file, LOCK_SH | LOCK_NB) != 0 && errno == EWOULDBLOCK
    }

    deinit {
        // The file stays: removing it would let two processes lock two files of the same name.
        if let descriptor { close(descriptor) }
    }
}
