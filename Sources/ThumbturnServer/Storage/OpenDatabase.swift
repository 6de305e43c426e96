// SPDX-License-Identifier: Apache-2.0

package import IdentityModel

/// An open database: its storage, and what depends on the storage's kind.
package struct OpenDatabase: Sendable {
    package let storage: any Storage
    /// Writes a consistent copy to a new file, while the storage is in use. Throws what to do instead if the program
    /// can't do that.
    let backUp: @Sendable (_ path: String) async throws -> Void
    let statistics: @Sendable () -> StorageStatistics
}

/// Receives what the writer of a storage does.
package struct StorageObserver: Sendable {
    /// Receives how long a transaction waited for the writer.
    let waited: @Sendable (_ nanoseconds: UInt64) -> Void
    /// Receives how many transactions were run together, and how long they and their commit took.
    let committed: @Sendable (_ transactions: Int, _ nanoseconds: UInt64) -> Void
}

/// What a storage has done since it was opened, and what it does now.
struct StorageStatistics: Sendable {
    let transactions: Int
    /// The number of durable commits with one sync each.
    let commits: Int
    let checkpoints: Int
    /// The number of transactions that wait for the writer.
    let waiting: Int
    /// The number of snapshots that are being read.
    let reading: Int
}
