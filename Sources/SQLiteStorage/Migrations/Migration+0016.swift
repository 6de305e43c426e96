// SPDX-License-Identifier: Apache-2.0

extension Migration {
    /// An item doesn't reference its account, because it outlives an account that is removed.
    ///
    /// The receiver of a notice is the scheme, host and port of its URL.
    static let outbox = Migration(
        number: 16, title: "the outbox, with the notices of ended sessions",
        script: """
            CREATE TABLE outbox (
                id TEXT PRIMARY KEY,
                kind TEXT NOT NULL,
                receiver TEXT NOT NULL,
                user TEXT,
                content BLOB NOT NULL,
                created_at INTEGER NOT NULL,
                expires_at INTEGER,
                attempts INTEGER NOT NULL,
                due_at INTEGER NOT NULL,
                lease_until INTEGER,
                last_error TEXT,
                died_at INTEGER
            ) STRICT, WITHOUT ROWID;
            CREATE INDEX outbox_due ON outbox (kind, due_at) WHERE died_at IS NULL;
            CREATE INDEX outbox_dead ON outbox (died_at) WHERE died_at IS NOT NULL;
            CREATE INDEX outbox_by_expiry ON outbox (expires_at) WHERE expires_at IS NOT NULL;
            CREATE INDEX outbox_by_user ON outbox (user) WHERE user IS NOT NULL;
            INSERT INTO outbox (id, kind, receiver, user, content, created_at, attempts, due_at)
                SELECT id, 'logout',
                    substr(url, 1, instr(url, '://') + 2) || substr(rest, 1, min(instr(rest || '/', '/'),
                        instr(rest || '?', '?')) - 1),
                    user, CAST(json_object('client', client, 'url', url, 'host', host, 'session', session) AS BLOB),
                    created_at, attempts, next_attempt_at
                FROM (SELECT *, substr(url, instr(url, '://') + 3) AS rest FROM logout_notices);
            DROP TABLE logout_notices;
            """)
}
