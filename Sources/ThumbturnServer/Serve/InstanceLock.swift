// SPDX-License-Identifier: Apache-2.0

#if canImport(Glibc)
    import Glibc
#else
    import Darwin
#endif

/// Shows that a server works on a data folder: held for as long as it runs, by one process at a time, and gone with the
/// process however that ends.
package final class InstanceLock: Sendable {
    private let descriptor: Int32

    /// Takes the lock, or fails at once with what to do. The folder is made if it is not there.
    package init(_ settings: ServerSettings) throws(CommandFailure) {
        try DataFolder.make(settings.dataDirectory)
        let path = settings.dataDirectory + "/thumbturn.lock"
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
                    A server runs on \(settings.dataDirectory), or its database is being restored.
                      Stop it first, or name another folder with --data. It holds the lock \(path).
                    """)
        }
        descriptor = file
    }

    deinit {
        // The file stays: who removed it could let two processes hold locks on two files of one name.
        close(descriptor)
    }
}
