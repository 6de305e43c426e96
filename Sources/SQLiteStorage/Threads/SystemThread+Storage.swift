// SPDX-License-Identifier: Apache-2.0

import IdentityModel
import POSIX

extension SystemThread {
    /// Starts a thread for blocking disk access, or reports why the storage cannot be opened.
    static func ofStorage(_ body: @escaping @Sendable () -> Void) throws(StorageError) -> SystemThread {
        do {
            return try SystemThread(body)
        } catch {
            throw .unavailable(reason: "The storage cannot start a thread: \(error.reason).")
        }
    }
}
