// SPDX-License-Identifier: Apache-2.0

import IdentityModel
import SQLiteStorage
import StorageConformance
import TestSupport
import Testing

/// The migrations of what is to be sent.
struct OutboxMigrationTests {
    @Test(arguments: [
        ("https://app.example/logout?key=1", "https://app.example"), ("http://127.0.0.1:9", "http://127.0.0.1:9"),
        ("https://app.example:8443?to=https://b.example/c", "https://app.example:8443"),
    ])
    func `notices that wait in an earlier database are still sent`(url: String, receiver: String) async throws {
        try await withTemporaryFolder { directory in
            var earlier = SQLiteSettings(path: directory + "/a.sqlite")
            earlier.migrations = Array(Migration.all.prefix(15))
            await (try SQLiteStorage(earlier)).close()
            try MigrationTests.run(
                """
                INSERT INTO logout_notices (id, client, url, host, user, session, created_at, attempts, next_attempt_at)
                VALUES ('n', 'a', '\(url)', 'h', 'auth0|1', 's', 1750000001, 2, 1750000009)
                """, on: earlier.path)
            let storage = try SQLiteStorage(SQLiteSettings(path: earlier.path))
            let due = try await storage.read { stored in
                try stored.outbox.listDue(.logout, at: Samples.time(9), except: [], limit: 9)
            }
            let notice = LogoutNotice(
                to: "a", at: url, about: BrowserSession.ID(rawValue: "s"), of: Samples.userID(1), host: "h")
            var expected = notice.item(at: Samples.time(1), id: OutboxItem.ID(rawValue: "n"))
            (expected.attempts, expected.dueAt) = (2, Samples.time(9))
            #expect(due == [expected] && due.first?.receiver == receiver)
            await storage.close()
        }
    }

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
            #expect(try await storage.read { try $0.outbox.list(.logout, limit: 1) }.isEmpty)
            await storage.close()
        }
    }
}
