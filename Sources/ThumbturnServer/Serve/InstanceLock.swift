// SPDX-License-Identifier: Apache-2.0

package import CommandLine
import POSIX
import SQLiteStorage

/// The lock of a running server on its database.
package final class InstanceLock: Sendable {
    private let lock: DatabaseLock

    /// Acquires the lock, or fails at once. Creates the data folder if necessary.
    package init(_ settings: ServerSettings) throws(CommandFailure) {
        try DataFolder.create(settings.dataDirectory)
        let path = DatabaseLock.path(ofDatabaseAt: settings.databasePath)
        do throws(DatabaseLock.Failure) {
            lock = try DatabaseLock(ofDatabaseAt: settings.databasePath)
        } catch {
            switch error {
            case .unusable(let text): throw .failed("The lock \(path) can't be used: \(text).")
            case .isHeld:
                throw .failed(
                    """
                    A server is running on \(settings.databasePath), or the database is being restored.
                      Stop it first, or choose another folder with --data. The lock is \(path).
                    """)
            }
        }
    }

    /// Whether a process holds the lock: a server that runs, or a restore.
    package static func isHeld(_ settings: ServerSettings) -> Bool {
        DatabaseLock.isHeld(ofDatabaseAt: settings.databasePath)
    }
}
