// SPDX-License-Identifier: Apache-2.0

import Foundation
import IdentityModel
import SQLiteStorage
import StorageConformance
import TestSupport
import Testing

/// The migration of databases in which families did not name the passkey that opened them.
struct OpeningPasskeyMigrationTests {
    /// Two users with a passkey each, and sign-ins that name the passkeys.
    private static let rows =
        [1, 2].flatMap { number in
            [
                """
                INSERT INTO users (id, connection, handle, metadata, is_blocked, created_at, updated_at)
                VALUES ('auth0|\(number)', 'people', x'0\(number)', '{}', 0, 1, 1)
                """,
                """
                INSERT INTO passkeys (id, owner, credential_id, public_key, relying_party, user_handle, aaguid, transports,
                is_backup_eligible, is_created_silently, attestation_format, created_at, sign_count, is_backed_up,
                is_user_verified)
                VALUES ('passkey|dev_\(number)', 'auth0|\(number)', x'0\(number)', x'01', 'example.org', x'0\(number)',
                zeroblob(16), '[]', 0, 0, 'none', 1, 0, 0, 0)
                """,
            ]
        } + [
            """
            INSERT INTO sign_ins (user, client, method, passkey, signed_in_at) VALUES
            ('auth0|1', 'web', 'passkey', 'passkey|dev_1', 1000),
            ('auth0|1', 'web', 'passkey', 'passkey|dev_gone', 2000),
            ('auth0|1', 'web', 'passkey', 'passkey|dev_2', 3000),
            ('auth0|2', 'web', 'passkey', 'passkey|dev_2', 4000)
            """
        ]

    private static func family(_ name: String, client: String = "web", at time: Int) -> [String] {
        [
            """
            INSERT INTO refresh_families (id, user, client, host, scope, authenticated_at, methods)
            VALUES ('\(name)', 'auth0|1', '\(client)', 'login.example.org', '[]', \(time), '[]')
            """,
            "INSERT INTO refresh_tokens (hash, family, issued_at) VALUES (CAST('\(name)' AS BLOB), '\(name)', \(time))",
        ]
    }

    /// Passes a database of the earlier schema with these rows, migrated to the current schema, to a body.
    private func withMigrated(_ rows: [String], body: (SQLiteStorage, String) async throws -> Void) async throws {
        try await withTemporaryFolder { directory in
            let path = directory + "/a.sqlite"
            var earlier = SQLiteSettings(path: path)
            earlier.migrations = Array(Migration.all.prefix(2))
            await (try SQLiteStorage(earlier)).close()
            for row in Self.rows + rows { try MigrationTests.run(row, on: path) }
            let storage = try SQLiteStorage(SQLiteSettings(path: path))
            do {
                try await body(storage, path)
            } catch {
                await storage.close()
                throw error
            }
            await storage.close()
        }
    }

    @Test func `the migration names the passkey of the sign-in that opened a family`() async throws {
        try await withMigrated(Self.family("opened", at: 1000)) { storage, _ in
            let tokens = try await storage.read { try $0.refreshTokens.list(of: Samples.userID(1)) }
            #expect(tokens.map(\.hash) == [Array("opened".utf8)])
            #expect(tokens.map(\.grant.ways) == [[Samples.passkeyID(1).way]])
        }
    }

    @Test func `removing a passkey removes the migrated families it opened`() async throws {
        try await withMigrated(Self.family("opened", at: 1000)) { storage, _ in
            let left = try await storage.withTransaction { transaction in
                try transaction.passkeys.remove(Samples.passkeyID(1))
                return try transaction.refreshTokens.list(of: Samples.userID(1))
            }
            #expect(left.isEmpty)
        }
    }

    @Test(arguments: [
        family("without a sign-in", at: 1001), family("of another client", client: "other", at: 1000),
        family("of a passkey that is gone", at: 2000), family("of a passkey of another user", at: 3000),
        family("of a sign-in of another user", at: 4000),
    ])
    func `the migration removes families whose sign-in names no passkey of their user`(rows: [String]) async throws {
        try await withMigrated(rows) { _, path in
            let counts = try ["refresh_families", "refresh_tokens"].map {
                try MigrationTests.run("SELECT count(*) FROM \($0)", on: path)
            }
            #expect(counts == ["0", "0"])
        }
    }

    @Test func `the migration keeps tokens valid and records no counter regression`() async throws {
        try await withMigrated([]) { storage, _ in
            let (user, passkey) = try await storage.read {
                (try $0.users.find(Samples.userID(1)), try $0.passkeys.find(Samples.passkeyID(1)))
            }
            #expect(user?.tokenGeneration == 0)
            #expect(passkey?.id == Samples.passkeyID(1))
            #expect(passkey?.counterRegressedAt == nil)
        }
    }
}
