// SPDX-License-Identifier: Apache-2.0

/// A failure of the storage, which the caller's input did not cause.
package enum StorageError: Error, Hashable, Sendable {
    /// The storage can't write: the disk is full, read-only or broken. It may recover without a restart.
    case unavailable(reason: String)
    /// The stored data was written by a newer program, or is damaged.
    case incompatible(reason: String)
}

/// A conflict with the stored state, which undoes the transaction.
package enum StorageConflict: Error, Hashable, Sendable {
    /// Another record has this identifier, credential or name.
    case alreadyExists
    /// The record does not exist, or no longer exists.
    case notFound
    /// The record has changed since the caller read it.
    case modifiedConcurrently
    /// The one-time value was already taken.
    case alreadyTaken
}
