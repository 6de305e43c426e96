// SPDX-License-Identifier: Apache-2.0

/// Why a storage could not do what it was asked: infrastructure, never the caller's input.
package enum StorageError: Error, Hashable, Sendable {
    /// It takes no writes now: the disk is full, read-only or broken. It may recover without a restart.
    case unavailable(reason: String)
    /// What it holds is of a newer program, or damaged.
    case incompatible(reason: String)
}

/// Why a transaction was undone: something that only the stored state could tell.
package enum StorageConflict: Error, Hashable, Sendable {
    /// Another record has this identifier, credential or name.
    case alreadyExists
    /// The record is not there, or not any more.
    case notFound
    /// The record is not what the caller saw when it decided.
    case modifiedConcurrently
    /// The one-time thing was taken before.
    case alreadyTaken
}
