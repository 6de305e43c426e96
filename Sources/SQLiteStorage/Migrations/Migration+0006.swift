// SPDX-License-Identifier: Apache-2.0

extension Migration {
    /// The keys of sessions, codes and device authorizations begin with the time, so a sweep in their order finds
    /// expired rows.
    ///
    /// A session doesn't reference its passkey, because a reference without an index would be looked up in all sessions
    /// whenever a passkey is removed. Codes and device authorizations are few, so that the removal of an account may
    /// look at all of them. An audience that is empty stands for none.
    static let sessionsAndCodes = Migration(
        number: 6, title: "browser sessions, authorization codes, consents and device authorizations",
        script: """
            CREATE TABLE browser_sessions (
                secret_hash BLOB PRIMARY KEY,
                id TEXT NOT NULL UNIQUE,
                user TEXT NOT NULL REFERENCES users (id) ON DELETE CASCADE,
                host TEXT NOT NULL,
                passkey TEXT,
                authenticated_at INTEGER NOT NULL,
                methods TEXT NOT NULL,
                created_at INTEGER NOT NULL,
                last_used_at INTEGER NOT NULL,
                idle_expires_at INTEGER NOT NULL,
                expires_at INTEGER NOT NULL,
                user_agent TEXT,
                address TEXT
            ) STRICT, WITHOUT ROWID;
            CREATE INDEX browser_sessions_of_user ON browser_sessions (user);
            CREATE TABLE session_clients (
                session TEXT NOT NULL REFERENCES browser_sessions (id) ON DELETE CASCADE,
                client TEXT NOT NULL,
                PRIMARY KEY (session, client)
            ) STRICT, WITHOUT ROWID;

            CREATE TABLE authorization_codes (
                hash BLOB PRIMARY KEY,
                grant_id TEXT NOT NULL,
                user TEXT NOT NULL REFERENCES users (id) ON DELETE CASCADE,
                client TEXT NOT NULL,
                host TEXT NOT NULL,
                redirect_uri TEXT NOT NULL,
                challenge TEXT,
                scope TEXT NOT NULL,
                audience TEXT,
                nonce TEXT,
                organization TEXT,
                authenticated_at INTEGER NOT NULL,
                methods TEXT NOT NULL,
                session TEXT,
                passkey TEXT,
                bound_key BLOB,
                claims TEXT,
                issued_at INTEGER NOT NULL,
                expires_at INTEGER NOT NULL,
                used_at INTEGER,
                family TEXT
            ) STRICT, WITHOUT ROWID;

            CREATE TABLE consents (
                user TEXT NOT NULL REFERENCES users (id) ON DELETE CASCADE,
                client TEXT NOT NULL,
                audience TEXT NOT NULL,
                scope TEXT NOT NULL,
                granted_at INTEGER NOT NULL,
                PRIMARY KEY (user, client, audience)
            ) STRICT, WITHOUT ROWID;

            CREATE TABLE device_authorizations (
                device_code_hash BLOB PRIMARY KEY,
                user_code TEXT NOT NULL UNIQUE,
                client TEXT NOT NULL,
                host TEXT NOT NULL,
                scope TEXT NOT NULL,
                audience TEXT,
                created_at INTEGER NOT NULL,
                expires_at INTEGER NOT NULL,
                is_approved INTEGER,
                user TEXT REFERENCES users (id) ON DELETE CASCADE,
                authenticated_at INTEGER,
                methods TEXT,
                session TEXT,
                passkey TEXT
            ) STRICT, WITHOUT ROWID;

            ALTER TABLE refresh_families ADD COLUMN session TEXT;
            CREATE INDEX refresh_families_of_session ON refresh_families (session)
                WHERE session IS NOT NULL AND instr(scope, '"online_access"') > 0;
            """)
}
