// SPDX-License-Identifier: Apache-2.0

extension Migration {
    static let deviceKeys = Migration(
        number: 19, title: "device keys",
        script: """
            CREATE TABLE device_keys (
                id TEXT PRIMARY KEY,
                user TEXT NOT NULL REFERENCES users (id) ON DELETE CASCADE,
                client TEXT NOT NULL,
                device_name TEXT NOT NULL,
                device_id TEXT,
                public_key BLOB NOT NULL,
                shape TEXT NOT NULL,
                added_by TEXT,
                unconfirmed_until INTEGER,
                created_at INTEGER NOT NULL,
                last_used_at INTEGER
            ) STRICT, WITHOUT ROWID;
            CREATE INDEX device_keys_of_users ON device_keys (user, created_at);
            CREATE INDEX device_keys_of_clients ON device_keys (client, user);
            """)
}
