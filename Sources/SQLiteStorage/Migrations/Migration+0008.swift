// SPDX-License-Identifier: Apache-2.0

extension Migration {
    static let owners = Migration(
        number: 8, title: "the server's owners, and the code of its set-up",
        script: """
            CREATE TABLE owners (
                user TEXT PRIMARY KEY REFERENCES users (id) ON DELETE CASCADE
            ) STRICT, WITHOUT ROWID;
            CREATE TABLE setup_code (
                only INTEGER PRIMARY KEY CHECK (only = 1),
                hash BLOB NOT NULL,
                expires_at INTEGER NOT NULL
            ) STRICT;
            """)
}
