// SPDX-License-Identifier: Apache-2.0

extension Migration {
    /// Times are seconds since 1970, flags 0 or 1, lists and objects JSON.
    static let firstTables = Migration(
        number: 1, title: "the first tables",
        script: """
            CREATE TABLE users (
                number INTEGER PRIMARY KEY,
                id TEXT NOT NULL UNIQUE,
                connection TEXT NOT NULL,
                handle BLOB NOT NULL UNIQUE,
                name TEXT,
                given_name TEXT,
                family_name TEXT,
                nickname TEXT,
                picture TEXT,
                metadata TEXT NOT NULL,
                is_blocked INTEGER NOT NULL,
                created_at INTEGER NOT NULL,
                updated_at INTEGER NOT NULL
            ) STRICT;
            CREATE INDEX users_by_creation ON users (created_at);

            CREATE TABLE identifiers (
                connection TEXT NOT NULL,
                kind TEXT NOT NULL,
                normalized TEXT NOT NULL,
                user TEXT NOT NULL REFERENCES users (id) ON DELETE CASCADE,
                position INTEGER NOT NULL,
                value TEXT NOT NULL,
                is_verified INTEGER NOT NULL,
                PRIMARY KEY (connection, kind, normalized)
            ) STRICT, WITHOUT ROWID;
            CREATE INDEX identifiers_of_user ON identifiers (user, position);

            CREATE TABLE passkeys (
                number INTEGER PRIMARY KEY,
                id TEXT NOT NULL UNIQUE,
                owner TEXT NOT NULL REFERENCES users (id) ON DELETE CASCADE,
                credential_id BLOB NOT NULL UNIQUE,
                public_key BLOB NOT NULL,
                relying_party TEXT NOT NULL,
                user_handle BLOB NOT NULL,
                aaguid BLOB NOT NULL,
                transports TEXT NOT NULL,
                attachment TEXT,
                is_backup_eligible INTEGER NOT NULL,
                is_created_silently INTEGER NOT NULL,
                attestation_format TEXT NOT NULL,
                user_agent TEXT,
                created_at INTEGER NOT NULL,
                name TEXT,
                sign_count INTEGER NOT NULL,
                is_backed_up INTEGER NOT NULL,
                is_user_verified INTEGER NOT NULL,
                last_used_at INTEGER,
                superseded_by TEXT REFERENCES passkeys (id) ON DELETE SET NULL
            ) STRICT;
            CREATE INDEX passkeys_of_owner ON passkeys (owner, created_at);
            CREATE INDEX passkeys_of_relying_party ON passkeys (relying_party);
            CREATE INDEX passkeys_superseded ON passkeys (superseded_by) WHERE superseded_by IS NOT NULL;

            CREATE TABLE refresh_families (
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
                ends_at INTEGER AS (
                    min(ifnull(expires_at, 9223372036854775807), ifnull(idle_expires_at, 9223372036854775807))
                ) VIRTUAL
            ) STRICT, WITHOUT ROWID;
            CREATE INDEX refresh_families_of_user ON refresh_families (user);
            CREATE INDEX refresh_families_by_end ON refresh_families (ends_at);

            CREATE TABLE refresh_tokens (
                hash BLOB PRIMARY KEY,
                family TEXT NOT NULL REFERENCES refresh_families (id) ON DELETE CASCADE,
                issued_at INTEGER NOT NULL,
                idle_expires_at INTEGER,
                successor_hash BLOB,
                successor BLOB,
                used_at INTEGER
            ) STRICT, WITHOUT ROWID;
            CREATE INDEX refresh_tokens_of_family ON refresh_tokens (family);

            CREATE TABLE signing_keys (
                number INTEGER PRIMARY KEY,
                id TEXT NOT NULL UNIQUE,
                host TEXT NOT NULL,
                algorithm TEXT NOT NULL,
                sealed_private_key BLOB NOT NULL,
                public_key_info BLOB NOT NULL,
                created_at INTEGER NOT NULL,
                stage TEXT NOT NULL
            ) STRICT;
            CREATE INDEX signing_keys_of_host ON signing_keys (host, created_at);

            CREATE TABLE configuration (
                kind TEXT NOT NULL,
                id TEXT NOT NULL,
                json TEXT NOT NULL,
                PRIMARY KEY (kind, id)
            ) STRICT, WITHOUT ROWID;
            CREATE TABLE configuration_revision (
                only INTEGER PRIMARY KEY CHECK (only = 1),
                revision INTEGER NOT NULL
            ) STRICT;
            INSERT INTO configuration_revision VALUES (1, 0);

            CREATE TABLE audit_events (
                number INTEGER PRIMARY KEY,
                kind TEXT NOT NULL,
                occurred_at INTEGER NOT NULL,
                user TEXT,
                client TEXT,
                address TEXT,
                reference TEXT,
                details TEXT NOT NULL
            ) STRICT;
            CREATE INDEX audit_events_of_user ON audit_events (user) WHERE user IS NOT NULL;

            CREATE TABLE sign_ins (
                number INTEGER PRIMARY KEY,
                user TEXT NOT NULL REFERENCES users (id) ON DELETE CASCADE,
                client TEXT NOT NULL,
                method TEXT NOT NULL,
                passkey TEXT,
                device_capability TEXT,
                signed_in_at INTEGER NOT NULL
            ) STRICT;
            CREATE INDEX sign_ins_of_user ON sign_ins (user);

            CREATE TABLE one_time (
                id BLOB PRIMARY KEY,
                expires_at INTEGER NOT NULL
            ) STRICT, WITHOUT ROWID;
            CREATE INDEX one_time_by_expiry ON one_time (expires_at);
            """)
}
