// SPDX-License-Identifier: Apache-2.0

/// How a SQLite storage works.
package struct SQLiteSettings: Sendable {
    /// The path of the database file.
    package var path: String
    /// How many connections for reading are kept open. As many are opened as there are threads that read at once.
    package var readers = 16
    /// How many transactions share a commit at most.
    package var batchLimit = 256
    /// How long to wait for another program that writes, in milliseconds.
    package var busyTimeout: Int32 = 5000
    /// From how many pages in the write-ahead log on a pause is used to move them into the database; four times as many
    /// are moved without waiting for a pause.
    package var checkpointPages = 1000
    /// From how many unused pages on they are given back to the file system.
    package var unusedPages = 256
    /// The file system that SQLite uses, by its name; `nil` is the true one.
    package var fileSystem: String?
    /// The steps of the schema.
    package var migrations = Migration.all
    /// Statements for each connection, after ours: tests make a disk full or careless with them.
    package var testStatements: [StaticString] = []

    package init(path: String) {
        self.path = path
    }
}
