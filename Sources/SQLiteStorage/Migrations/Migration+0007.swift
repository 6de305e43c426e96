// SPDX-License-Identifier: Apache-2.0

extension Migration {
    /// A notice doesn't reference its account, because it outlives an account that is removed.
    ///
    /// A client of a session keeps the ID that its tokens name if the user's next sign-in replaces the session. The
    /// column is NULL if that is the session itself.
    static let logoutNotices = Migration(
        number: 7, title: "notices of ended sessions",
        script: """
            CREATE TABLE logout_notices (
                id TEXT PRIMARY KEY,
                client TEXT NOT NULL,
                url TEXT NOT NULL,
                host TEXT NOT NULL,
                user TEXT NOT NULL,
                session TEXT NOT NULL,
                created_at INTEGER NOT NULL,
                attempts INTEGER NOT NULL,
                next_attempt_at INTEGER NOT NULL
            ) STRICT, WITHOUT ROWID;
            CREATE INDEX logout_notices_by_attempt ON logout_notices (next_attempt_at);
            ALTER TABLE session_clients ADD COLUMN named_session TEXT;
            """)
}
