// SPDX-License-Identifier: Apache-2.0

package import CommandLine

/// The lock of a running server on its database.
package final class InstanceLock: Sendable {
    /// `nil` if several servers may run on the database.
    private let lock: FileLock?

    /// Acquires the lock, or fails at once. Creates the data folder if necessary.
    package init(_ settings: ServerSettings) throws(CommandFailure) {
        try DataFolder.create(settings.dataDirectory)
        guard let path = settings.database.lockFile else {
            lock = nil
            return
        }
        do throws(FileLock.Failure) {
            lock = try FileLock(at: path)
        } catch {
            switch error {
            case .unusable(let text): throw .failed("The lock \(path) can't be used: \(text).")
            case .isHeld:
                throw .failed(
                    """
                    A server is running on \(settings.database), or the database is being restored.
                      Stop it first, or choose another folder with --data. The lock is \(path).
                    """)
            }
        }
    }

    /// Whether a process holds the lock: a server that runs, or a restore.
    package static func isHeld(_ settings: ServerSettings) -> Bool {
        settings.database.lockFile.map(FileLock.isHeld) ?? false
    }
}
