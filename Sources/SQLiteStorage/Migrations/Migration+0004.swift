// SPDX-License-Identifier: Apache-2.0

extension Migration {
    /// Drops the indexes that a sweep in the order of the key replaces, and keeps a sign-in in the row of its event. A
    /// row whose `kind` is empty is a sign-in without an event; a row without a `method` is an event without a sign-in.
    ///
    /// The tables of refresh tokens are made anew, because a reference to a passkey without an index would be looked up
    /// in all of them whenever a passkey is removed.
    static let fewerIndexes = Migration(
        number: 4, title: "fewer indexes, and sign-ins beside their events",
        script: """
            DROP INDEX one_time_by_expiry;

            ALTER TABLE audit_events ADD COLUMN method TEXT;
            ALTER TABLE audit_events ADD COLUMN passkey TEXT;
            ALTER TABLE audit_events ADD COLUMN device_capability TEXT;
            DROP INDEX audit_events_by_time;
            INSERT INTO audit_events (kind, occurred_at, user, client, details, method, passkey, device_capability)
                SELECT '', signed_in_at, user, client, '{}', method, passkey, device_capability
                FROM sign_ins ORDER BY number;
            DROP TABLE sign_ins;

            CREATE TABLE new_refresh_families (
                id TEXT PRIMARY KEY,
                user TEXT NOT NULL REFERENCES users (id) ON DELETE CASCADE,
                client TEXT NOT NULL,
                host TEXT NOT NULL,
                audience TEXT,
                scope TEXT NOT NULL,
                organization TEXT,
                authenticated_at INTEGER NOT NULL,
                methods TEXT NOT NULL,
                bound_key BLOB,
                expires_at INTEGER,
                idle_expires_at INTEGER,
                passkey TEXT
            ) STRICT, WITHOUT ROWID;
            INSERT INTO new_refresh_families
                SELECT id, user, client, host, audience, scope, organization, authenticated_at, methods, bound_key,
                expires_at, idle_expires_at, passkey FROM refresh_families;
            CREATE TABLE new_refresh_tokens (
                hash BLOB PRIMARY KEY,
                family TEXT NOT NULL REFERENCES new_refresh_families (id) ON DELETE CASCADE,
                issued_at INTEGER NOT NULL,
                idle_expires_at INTEGER,
                successor_hash BLOB,
                successor BLOB,
                used_at INTEGER
            ) STRICT, WITHOUT ROWID;
            INSERT INTO new_refresh_tokens
                SELECT hash, family, issued_at, idle_expires_at, successor_hash, successor, used_at FROM refresh_tokens;
            DROP TABLE refresh_tokens;
            DROP TABLE refresh_families;
            ALTER TABLE new_refresh_families RENAME TO refresh_families;
            ALTER TABLE new_refresh_tokens RENAME TO refresh_tokens;
            CREATE INDEX refresh_families_of_user ON refresh_families (user);
            CREATE INDEX refresh_tokens_of_family ON refresh_tokens (family);
            """)
}
