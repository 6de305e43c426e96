// SPDX-License-Identifier: Apache-2.0

/// What a storage has done since it was opened.
package struct WriterStatistics: Hashable, Sendable {
    /// How many transactions were asked for.
    package var transactions = 0
    /// How many batches of them were made durable, each with one sync; those that wrote nothing are not counted.
    package var commits = 0
    /// How often the write-ahead log was moved into the database.
    package var checkpoints = 0
    /// How many transactions wait for the writer now.
    package var waiting = 0
}
