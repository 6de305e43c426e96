// SPDX-License-Identifier: Apache-2.0

extension Migration {
    /// Passkeys from before have settled: their accounts had no other way in. Those that are not an account's oldest do
    /// three days after they were made. A session from before is as old as its row.
    static let passwords = Migration(
        number: 14, title: "passwords, and since when ways in prove something",
        script: """
            CREATE TABLE passwords (
                user TEXT PRIMARY KEY REFERENCES users (id) ON DELETE CASCADE,
                hash TEXT NOT NULL,
                wrapped_as TEXT,
                is_weak INTEGER NOT NULL,
                set_at INTEGER NOT NULL,
                set_by TEXT,
                unconfirmed_until INTEGER,
                disabled_by TEXT
            ) STRICT, WITHOUT ROWID;
            CREATE INDEX passwords_weak ON passwords (user) WHERE is_weak = 1;
            CREATE TABLE password_history (
                user TEXT NOT NULL REFERENCES users (id) ON DELETE CASCADE,
                number INTEGER NOT NULL,
                hash TEXT NOT NULL,
                wrapped_as TEXT,
                is_weak INTEGER NOT NULL,
                set_at INTEGER NOT NULL,
                PRIMARY KEY (user, number)
            ) STRICT, WITHOUT ROWID;
            CREATE TABLE password_removals (
                user TEXT PRIMARY KEY REFERENCES users (id) ON DELETE CASCADE,
                removed_at INTEGER NOT NULL,
                until INTEGER NOT NULL,
                sealed BLOB,
                cause TEXT NOT NULL,
                kept_until INTEGER
            ) STRICT, WITHOUT ROWID;
            CREATE INDEX password_removals_by_end ON password_removals (until) WHERE sealed IS NOT NULL;
            ALTER TABLE passkeys ADD COLUMN added_by TEXT;
            ALTER TABLE passkeys ADD COLUMN unconfirmed_until INTEGER;
            UPDATE passkeys SET unconfirmed_until = created_at + 259200 WHERE EXISTS (
                SELECT 1 FROM passkeys AS older WHERE older.owner = passkeys.owner AND older.number < passkeys.number);
            ALTER TABLE browser_sessions ADD COLUMN proven_since INTEGER;
            """)
}
