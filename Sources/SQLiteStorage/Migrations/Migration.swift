// SPDX-License-Identifier: Apache-2.0

import IdentityModel

/// A migration of the schema. It must not be edited after its release, because databases record its script.
package struct Migration: Sendable {
    /// The application ID of this program's databases ("Thum" in ASCII).
    static let applicationID: Int64 = 0x5468_756D

    package let number: Int
    /// A short description.
    package let title: String
    package let script: String

    package init(number: Int, title: String, script: String) {
        self.number = number
        self.title = title
        self.script = script
    }

    /// All migrations in order, without gaps.
    package static let all = [
        firstTables, clock, openingPasskeys, fewerIndexes, identifiersInRow, sessionsAndCodes, logoutNotices, owners,
        withdrawals, serverStart, sessionClients, accountDeletion, waysIn, passwords,
        breachedPasswords, outbox, objections, codes, deviceKeys,
    ]
}

extension Connection {
    /// Migrates the schema to the newest version. Throws if the schema is newer than this program or was modified.
    ///
    /// - Parameter prepare: Runs before a schema with data changes, while no process can write.
    func migrate(_ migrations: [Migration], preparing prepare: () throws -> Void) throws {
        // The write lock prevents two processes from migrating at once.
        try execute("BEGIN IMMEDIATE")
        do {
            // Another program may have initialized the empty file since it was opened.
            try checkOwner(acceptingEmpty: true)
            let version = try number(Self.userVersion)
            if version == 0 { try claim() }
            guard version <= migrations.count else {
                throw StorageError.incompatible(
                    reason: "\(path) was written by a newer version of this program: "
                        + "its schema has number \(version), the newest known here is \(migrations.count).")
            }
            try compareHistory(with: migrations.prefix(version))
            if version > 0, version < migrations.count { try prepare() }
            for migration in migrations.dropFirst(version) { try apply(migration) }
            try execute("COMMIT")
        } catch {
            // SQLite may have rolled back by itself.
            _ = try? execute("ROLLBACK")
            throw error
        }
    }

    /// Marks an empty file as a database of this program.
    private func claim() throws {
        try execute("PRAGMA application_id = \(Migration.applicationID)")
        try execute(
            """
            CREATE TABLE IF NOT EXISTS schema_history (
                number INTEGER PRIMARY KEY,
                title TEXT NOT NULL,
                script TEXT NOT NULL
            ) STRICT
            """)
    }

    /// Throws unless the recorded migrations are those of this program.
    private func compareHistory(with migrations: ArraySlice<Migration>) throws {
        let done = try all(Self.listHistory) { row in (number: row.count(), script: row.text()) }
        guard done.map(\.number) == migrations.map(\.number), done.map(\.script) == migrations.map(\.script) else {
            throw StorageError.incompatible(
                reason: "The schema of \(path) was not made by this program, or its history was changed.")
        }
    }

    private func apply(_ migration: Migration) throws {
        try execute(migration.script)
        try run(
            Self.recordMigration, with: .count(migration.number), .text(migration.title), .text(migration.script))
        try execute("PRAGMA user_version = \(migration.number)")
    }

    private func number(_ sql: SQL) throws -> Int {
        try first(sql) { $0.count() } ?? 0
    }

    private static let userVersion = SQL("PRAGMA user_version")
    private static let listHistory = SQL("SELECT number, script FROM schema_history ORDER BY number")
    private static let recordMigration = SQL("INSERT INTO schema_history (number, title, script) VALUES (?, ?, ?)")
}
