// SPDX-License-Identifier: Apache-2.0

import POSIX

/// A lock that one process at a time can hold. The system releases it when the process ends.
package final class FileLock: Sendable {
    package enum Failure: Error, Hashable {
        /// Another process holds the lock.
        case isHeld
        /// The file of the lock can't be used, with the system's message.
        case unusable(String)
    }

    private let descriptor: Int32

    /// Acquires the lock, or fails at once.
    package init(at path: String) throws(Failure) {
        let file = open(path, O_RDWR | O_CREAT | O_NOFOLLOW | O_CLOEXEC, 0o600)
        guard file >= 0 else { throw .unusable(systemErrorText(errno)) }
        guard Self.acquire(file) else {
            let failure: Failure = errno == EWOULDBLOCK ? .isHeld : .unusable(systemErrorText(errno))
            close(file)
            throw failure
        }
        descriptor = file
    }

    package static func isHeld(at path: String) -> Bool {
        let file = open(path, O_RDONLY | O_NOFOLLOW | O_CLOEXEC)
        guard file >= 0 else { return false }
        defer { close(file) }
        return flock(file, LOCK_SH | LOCK_NB) != 0 && errno == EWOULDBLOCK
    }

    /// Acquires the lock on an open file. The lock belongs to the open file, so a second one in the same process fails
    /// too.
    private static func acquire(_ file: Int32) -> Bool {
        for attempt in 0..<20 {
            if flock(file, LOCK_EX | LOCK_NB) == 0 { return true }
            guard errno == EWOULDBLOCK else { return false }
            // A command that looks whether the lock is held has it for a moment.
            if attempt < 19 { usleep(5000) }
        }
        errno = EWOULDBLOCK
        return false
    }

    deinit {
        // The file stays: removing it would let two processes lock two files of the same name.
        close(descriptor)
    }
}
