// SPDX-License-Identifier: Apache-2.0

import IdentityModel
import SQLiteStorage
import StorageConformance
import TestSupport
import Testing

/// The migration of databases without logout notices.
struct LogoutNoticeMigrationTests {
    @Test func `the clients of earlier sessions have tokens of that session`() async throws {
        try await withTemporaryFolder { directory in
            var earlier = SQLiteSettings(path: directory + "/a.sqlite")
            earlier.migrations = Array(Migration.all.prefix(6))
            await (try SQLiteStorage(earlier)).close()
            for row in [
                """
                INSERT INTO users (id, connection, handle, metadata, identifiers, is_blocked, created_at, updated_at)
                VALUES ('auth0|1', 'people', x'01', '{}', '[]', 0, 1750000000, 1750000000)
                """,
                """
                INSERT INTO browser_sessions (secret_hash, id, user, host, authenticated_at, methods, created_at,
                last_used_at, idle_expires_at, expires_at) VALUES (x'01', 's', 'auth0|1', 'h', 1, '[]', 1, 1, 2, 2)
                """,
                "INSERT INTO session_clients (session, client) VALUES ('s', 'a')",
            ] {
                try MigrationTests.run(row, on: earlier.path)
            }
            let storage = try SQLiteStorage(SQLiteSettings(path: earlier.path))
            let id = BrowserSession.ID(rawValue: "s")
            let clients = try await storage.read { try $0.sessions.clients(of: id) }
            #expect(clients == [SessionClient(id: "a", session: id)])
            let due = try await storage.read { stored in
                try stored.logoutNotices.listDue(at: Samples.time(0), except: [], limit: 1)
            }
            #expect(due.isEmpty)
            await storage.close()
        }
    }
}
