// SPDX-License-Identifier: Apache-2.0

extension Migration {
    static let objections = Migration(
        number: 17, title: "objections, replaced addresses, and whether the server sends mail",
        script: """
            CREATE TABLE objections (
                user TEXT NOT NULL REFERENCES users (id) ON DELETE CASCADE,
                objector TEXT,
                against TEXT NOT NULL,
                made_at INTEGER NOT NULL
            ) STRICT;
            CREATE INDEX objections_of_user ON objections (user, made_at);
            CREATE INDEX objections_by_time ON objections (made_at);
            CREATE TABLE replaced_addresses (
                user TEXT NOT NULL REFERENCES users (id) ON DELETE CASCADE,
                kind TEXT NOT NULL,
                value TEXT NOT NULL,
                normalized TEXT NOT NULL,
                replaced_at INTEGER NOT NULL,
                until INTEGER NOT NULL,
                PRIMARY KEY (user, kind, normalized)
            ) STRICT, WITHOUT ROWID;
            CREATE INDEX replaced_addresses_by_expiry ON replaced_addresses (until);
            ALTER TABLE server_start ADD COLUMN sends_mail INTEGER;
            """)
}
