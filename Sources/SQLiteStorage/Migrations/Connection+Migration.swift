// SPDX-License-Identifier: Apache-2.0

import IdentityModel

extension Connection {
    /// Brings the schema forward to what this program knows; refuses one that is newer or was changed.
    func migrate(_ migrations: [Migration]) throws {
        // Alone, so that two programs that start together do not both do it.
        try execute("BEGIN IMMEDIATE")
        do {
            // What was empty when it was opened may have become another program's.
            try checkOwner(acceptingEmpty: true)
            let version = try number(Self.userVersion)
            if version == 0 { try claim() }
            guard version <= migrations.count else {
                throw StorageError.incompatible(
                    reason: "\(path) was written by a newer version of this program: "
                        + "its schema has number \(version), the newest known here is \(migrations.count).")
            }
            try compareHistory(with: migrations.prefix(version))
            for migration in migrations.dropFirst(version) { try apply(migration) }
            try execute("COMMIT")
        } catch {
            // SQLite may have done so by itself.
            _ = try? execute("ROLLBACK")
            throw error
        }
    }

    /// An empty file becomes ours.
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

    /// What was done to the file must be what this program would have done.
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
            Self.recordMigration, .count(migration.number), .text(migration.title), .text(migration.script))
        try execute("PRAGMA user_version = \(migration.number)")
    }

    private func number(_ sql: SQL) throws -> Int {
        try first(sql) { $0.count() } ?? 0
    }

    private static let userVersion = SQL("PRAGMA user_version")
    private static let listHistory = SQL("SELECT number, script FROM schema_history ORDER BY number")
    private static let recordMigration = SQL("INSERT INTO schema_history (number, title, script) VALUES (?, ?, ?)")
}
