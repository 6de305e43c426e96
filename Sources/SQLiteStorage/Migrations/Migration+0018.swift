// SPDX-License-Identifier: Apache-2.0

extension Migration {
    /// A code doesn't reference its account: where there is none, storing it costs the same.
    static let codes = Migration(
        number: 18, title: "one-time codes, and whether they can be sent",
        script: """
            CREATE TABLE codes (
                id BLOB PRIMARY KEY,
                purpose TEXT NOT NULL,
                connection TEXT NOT NULL,
                kind TEXT NOT NULL,
                address TEXT NOT NULL,
                client TEXT NOT NULL,
                host TEXT NOT NULL,
                binding TEXT NOT NULL,
                browser BLOB,
                hash BLOB NOT NULL,
                user TEXT,
                content BLOB,
                tries INTEGER NOT NULL,
                expires_at INTEGER NOT NULL,
                spent_at INTEGER
            ) STRICT, WITHOUT ROWID;
            CREATE INDEX codes_of_clients ON codes (address, client, id) WHERE binding = 'client';
            CREATE INDEX codes_by_expiry ON codes (expires_at);
            CREATE TABLE code_failures (
                connection TEXT NOT NULL,
                kind TEXT NOT NULL,
                address TEXT NOT NULL,
                browser BLOB NOT NULL,
                day INTEGER NOT NULL,
                count INTEGER NOT NULL,
                PRIMARY KEY (connection, kind, address, browser)
            ) STRICT, WITHOUT ROWID;
            CREATE INDEX code_failures_by_day ON code_failures (day);
            ALTER TABLE server_start ADD COLUMN sends_messages INTEGER;
            """)
}
