// SPDX-License-Identifier: Apache-2.0

import IdentityModel
import SQLiteStorage
import StorageConformance
import TestSupport
import Testing

/// The migration of databases without browser sessions.
struct SessionMigrationTests {
    private static let rows = [
        """
        INSERT INTO users (id, connection, handle, metadata, identifiers, is_blocked, created_at, updated_at)
        VALUES ('auth0|1', 'people', x'01', '{}', '[["email","1@example.org","1@example.org",0]]', 0, 1750000000,
        1750000000)
        """,
        """
        INSERT INTO passkeys (id, owner, credential_id, public_key, relying_party, user_handle, aaguid, transports,
        is_backup_eligible, is_created_silently, attestation_format, created_at, sign_count, is_backed_up,
        is_user_verified) VALUES ('passkey|dev_1', 'auth0|1', x'02', x'03', 'example.org', x'01', zeroblob(16), '[]',
        0, 0, 'none', 1750000000, 0, 0, 1)
        """,
        """
        INSERT INTO refresh_families (id, user, client, host, scope, authenticated_at, methods, passkey)
        VALUES ('f', 'auth0|1', 'a', 'h', '["online_access"]', 1750000001, '["pop"]', 'passkey|dev_1')
        """,
        "INSERT INTO refresh_tokens (hash, family, issued_at) VALUES (x'01', 'f', 1750000001)",
        "INSERT INTO one_time (id, expires_at) VALUES (x'07', 1750000003)",
    ]

    /// Passes a database of the earlier schema, migrated to the current schema, to a body.
    private func withMigrated(_ body: (SQLiteStorage) async throws -> Void) async throws {
        try await withTemporaryFolder { directory in
            var earlier = SQLiteSettings(path: directory + "/a.sqlite")
            earlier.migrations = Array(Migration.all.prefix(5))
            await (try SQLiteStorage(earlier)).close()
            for row in Self.rows { try MigrationTests.run(row, on: earlier.path) }
            let storage = try SQLiteStorage(SQLiteSettings(path: earlier.path))
            do {
                try await body(storage)
            } catch {
                await storage.close()
                throw error
            }
            await storage.close()
        }
    }

    @Test func `accounts, passkeys, refresh tokens and one-time records are kept`() async throws {
        try await withMigrated { storage in
            try await storage.read { stored in
                #expect(try stored.users.find(Samples.userID(1))?.identifiers == [Samples.email("1@example.org")])
                #expect(try stored.passkeys.find(Samples.passkeyID(1))?.isUserVerified == true)
                let token = try #require(try stored.refreshTokens.find([1]))
                #expect(token.family.rawValue == "f")
                #expect(token.grant.ways == [Samples.passkeyID(1).way])
                #expect(token.grant.session == nil)
                #expect(try stored.oneTime.isConsumed([7]))
            }
        }
    }

    @Test func `an account of an earlier version can open sessions`() async throws {
        try await withMigrated { storage in
            var session = Samples.session(1, of: Samples.userID(1))
            session.ways = [Samples.passkeyID(1).way]
            let opened = session
            try await storage.withTransaction { try $0.sessions.insert(opened) }
            try await storage.withTransaction { store in
                #expect(try store.sessions.list(of: opened.user) == [opened])
                try store.passkeys.remove(Samples.passkeyID(1))
                #expect(try store.sessions.list(of: opened.user) == [])
                #expect(try store.refreshTokens.list(of: opened.user) == [])
            }
        }
    }

    @Test func `a refresh token of an earlier version does not end with a session`() async throws {
        try await withMigrated { storage in
            try await storage.withTransaction { store in
                try store.refreshTokens.removeAll(ofSession: BrowserSession.ID(rawValue: ""))
                #expect(try store.refreshTokens.find([1]) != nil)
            }
        }
    }
}
