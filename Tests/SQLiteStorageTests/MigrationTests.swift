// SPDX-License-Identifier: Apache-2.0

import CSQLite
import Foundation
import IdentityModel
import SQLiteStorage
import StorageConformance
import TestSupport
import Testing

struct MigrationTests {
    private static let next = Migration(
        number: Migration.all.count + 1, title: "another table",
        script: "CREATE TABLE added (id TEXT PRIMARY KEY) STRICT; INSERT INTO added SELECT id FROM users;")

    @Test func `migrations are numbered without gaps`() {
        #expect(Migration.all.map(\.number) == Array(1...Migration.all.count))
    }

    @Test func `a migration keeps stored data, and an older program then rejects the file`() async throws {
        try await withDatabase { path in
            var settings = SQLiteSettings(path: path)
            settings.migrations.append(Self.next)
            for _ in 0..<2 {
                let storage = try SQLiteStorage(settings)
                let found = try await storage.read { try $0.users.find(Samples.userID(1)) }
                #expect(try found == Samples.user(1))
                await storage.close()
            }
            #expect(try Self.run("SELECT count(*) FROM added", on: path) == "1")
            #expect(try Self.incompatibility(of: path).contains("newer version"))
        }
    }

    @Test func `opening an up-to-date database writes nothing`() async throws {
        try await withDatabase { path in
            let storage = try SQLiteStorage(SQLiteSettings(path: path))
            try await storage.withTransaction { try $0.users.insert(Samples.user(2)) }
            let log = URL(fileURLWithPath: path + "-wal")
            let before = try Data(contentsOf: log)
            await (try SQLiteStorage(SQLiteSettings(path: path))).close()
            #expect(try Data(contentsOf: log) == before)
            await storage.close()
        }
    }

    @Test func `a failed migration changes nothing`() async throws {
        try await withDatabase { path in
            var settings = SQLiteSettings(path: path)
            settings.migrations.append(
                Migration(number: 2, title: "broken", script: "CREATE TABLE half (a); INSERT INTO nowhere VALUES (1);"))
            #expect(throws: StorageError.self) { try SQLiteStorage(settings) }
            #expect(try Self.run("SELECT count(*) FROM sqlite_schema WHERE name = 'half'", on: path) == "0")
            await (try SQLiteStorage(SQLiteSettings(path: path))).close()
        }
    }

    @Test func `before its schema changes, the database is copied in place of an earlier copy`() async throws {
        try await withDatabase { path in
            var settings = SQLiteSettings(path: path)
            let copy = path + ".before"
            settings.copyBeforeMigration = copy
            await (try SQLiteStorage(settings)).close()
            #expect(!FileManager.default.fileExists(atPath: copy))

            try Data("an earlier copy".utf8).write(to: URL(filePath: copy))
            settings.migrations.append(Self.next)
            let changed = try SQLiteStorage(settings)
            try await changed.withTransaction { try $0.users.remove(Samples.userID(1)) }
            await changed.close()
            // The schema doesn't change a second time.
            await (try SQLiteStorage(settings)).close()

            // The earlier program opens the copy, with everything in it.
            let copied = try SQLiteStorage(SQLiteSettings(path: copy))
            #expect(try await copied.read { try $0.users.find(Samples.userID(1)) } == Samples.user(1))
            await copied.close()
        }
    }

    @Test func `a schema doesn't change if the database can't be copied before`() async throws {
        try await withDatabase { path in
            var settings = SQLiteSettings(path: path)
            settings.copyBeforeMigration = path + ".nowhere/copy"
            settings.migrations.append(Self.next)
            #expect(throws: StorageError.self) { try SQLiteStorage(settings) }
            await (try SQLiteStorage(SQLiteSettings(path: path))).close()
        }
    }

    @Test func `a new database has no copy`() async throws {
        try await withTemporaryFolder { directory in
            var settings = SQLiteSettings(path: directory + "/a.sqlite")
            settings.copyBeforeMigration = directory + "/copy"
            await (try SQLiteStorage(settings)).close()
            #expect(!FileManager.default.fileExists(atPath: directory + "/copy"))
        }
    }

    @Test func `sign-ins, refresh tokens and one-time records are kept when their tables change`() async throws {
        try await withTemporaryFolder { directory in
            var settings = SQLiteSettings(path: directory + "/a.sqlite")
            settings.migrations = Array(Migration.all.prefix(3))
            await (try SQLiteStorage(settings)).close()
            for script in Self.rowsOfSchema3 { try Self.run(script, on: settings.path) }
            let storage = try SQLiteStorage(SQLiteSettings(path: settings.path))
            try await storage.read { stored in
                let signIns = try stored.events.listSignIns(of: Samples.userID(1), limit: 9)
                #expect(signIns.map(\.client) == ["b", "a"])
                #expect(signIns.map(\.ways) == [[], [Samples.passkeyID(1).way]])
                #expect(signIns.map(\.deviceCapability) == [nil, "platform"])
                #expect(try stored.events.list(user: Samples.userID(1), limit: 9).map(\.reference) == ["req_1"])
                let token = try #require(try stored.refreshTokens.find([1]))
                #expect(token.family.rawValue == "f" && token.grant.ways == [Samples.passkeyID(1).way])
                #expect(token.idleExpiresAt == Samples.time(5))
                #expect(try stored.oneTime.isConsumed([7]))
            }
            try await storage.withTransaction { store in
                #expect(try store.events.removeSignIns(before: Samples.time(2), limit: 9) == 1)
                try store.passkeys.remove(Samples.passkeyID(1))
                #expect(try store.refreshTokens.find([1]) == nil)
                #expect(try store.events.listSignIns(of: Samples.userID(1), limit: 9).count == 1)
                #expect(try store.oneTime.removeExpired(before: Samples.time(9), limit: 9) == 1)
            }
            await storage.close()
        }
    }

    @Test func `an account keeps its identifiers in order when they move into its row`() async throws {
        try await withTemporaryFolder { directory in
            var settings = SQLiteSettings(path: directory + "/a.sqlite")
            settings.migrations = Array(Migration.all.prefix(4))
            await (try SQLiteStorage(settings)).close()
            for script in Self.identifiersOfSchema4 { try Self.run(script, on: settings.path) }
            let storage = try SQLiteStorage(SQLiteSettings(path: settings.path))
            let identifiers = [
                Identifier(kind: .username, value: "Zo\u{EB} \"Z\"", normalized: "zo\u{EB} \"z\""),
                Identifier(kind: .email, value: "Z@example.org", normalized: "z@example.org", isVerified: true),
            ]
            try await storage.read { stored in
                #expect(try stored.users.find(Samples.userID(1))?.identifiers == identifiers)
                #expect(try stored.users.find(Samples.userID(2))?.identifiers == [])
                for identifier in identifiers {
                    let found = try stored.users.find(identifier.kind, normalized: identifier.normalized, in: "people")
                    #expect(found?.id == Samples.userID(1))
                }
            }
            await storage.close()
        }
    }

    private static let identifiersOfSchema4 =
        [1, 2].map { number in
            """
            INSERT INTO users (id, connection, handle, metadata, is_blocked, created_at, updated_at)
            VALUES ('auth0|\(number)', 'people', x'0\(number)', '{}', 0, 1750000000, 1750000000)
            """
        } + [
            """
            INSERT INTO identifiers (connection, kind, normalized, user, position, value, is_verified) VALUES
            ('people', 'email', 'z@example.org', 'auth0|1', 1, 'Z@example.org', 1),
            ('people', 'username', 'zo\u{EB} "z"', 'auth0|1', 0, 'Zo\u{EB} "Z"', 0)
            """
        ]

    @Test(arguments: [
        "", "{}", "[1]", #"[["email"]]"#, #"[["fax","1","1",0]]"#, #"[["email",1,"1",0]]"#, #"[["email","1",1,0]]"#,
        #"[["email","1","1",true]]"#, #"[["email","1","1",1,"0"]]"#,
        #"[["email","1","1",1,0,0]]"#,
    ])
    func `an account whose identifiers cannot be read is damaged`(identifiers: String) async throws {
        try await withDatabase { path in
            try Self.run("UPDATE users SET identifiers = '\(identifiers)'", on: path)
            let storage = try SQLiteStorage(SQLiteSettings(path: path))
            await #expect(throws: StorageError.self) { try await storage.read { try $0.users.find(Samples.userID(1)) } }
            await storage.close()
        }
    }

    private static let rowsOfSchema3 = [
        """
        INSERT INTO users (id, connection, handle, metadata, is_blocked, created_at, updated_at)
        VALUES ('auth0|1', 'people', x'01', '{}', 0, 1750000000, 1750000000)
        """,
        """
        INSERT INTO passkeys (id, owner, credential_id, public_key, relying_party, user_handle, aaguid, transports,
        is_backup_eligible, is_created_silently, attestation_format, created_at, sign_count, is_backed_up,
        is_user_verified) VALUES ('passkey|dev_1', 'auth0|1', x'02', x'03', 'example.org', x'01', zeroblob(16), '[]',
        0, 0, 'none', 1750000000, 0, 0, 1)
        """,
        """
        INSERT INTO sign_ins (user, client, method, passkey, device_capability, signed_in_at) VALUES
        ('auth0|1', 'a', 'passkey', 'passkey|dev_1', 'platform', 1750000001),
        ('auth0|1', 'b', 'password', NULL, NULL, 1750000002)
        """,
        """
        INSERT INTO audit_events (kind, occurred_at, user, client, reference, details)
        VALUES ('sign-in.completed', 1750000001, 'auth0|1', 'a', 'req_1', '{}')
        """,
        """
        INSERT INTO refresh_families (id, user, client, host, scope, authenticated_at, methods, idle_expires_at, passkey)
        VALUES ('f', 'auth0|1', 'a', 'h', '["openid"]', 1750000001, '["pop"]', 1750000005, 'passkey|dev_1')
        """,
        "INSERT INTO refresh_tokens (hash, family, issued_at, idle_expires_at) VALUES (x'01', 'f', 1750000001, 1750000005)",
        "INSERT INTO one_time (id, expires_at) VALUES (x'07', 1750000003)",
    ]

    @Test(arguments: [
        "UPDATE schema_history SET script = script || ' '", "DELETE FROM schema_history",
        "INSERT INTO schema_history VALUES (99, 'x', 'y')",
        "UPDATE schema_history SET number = number + 1 WHERE number = (SELECT max(number) FROM schema_history)",
    ])
    func `a database with another history is rejected`(change: String) async throws {
        try await withDatabase { path in
            try Self.run(change, on: path)
            #expect(try Self.incompatibility(of: path).contains("history"))
        }
    }

    @Test(arguments: ["CREATE TABLE a (b)", "PRAGMA application_id = 7"])
    func `another program's database is rejected and left unchanged`(script: String) async throws {
        try await withTemporaryFolder { directory in
            let path = directory + "/a.sqlite"
            try Self.run("VACUUM", on: path)
            try Self.run(script, on: path)
            let before = try Data(contentsOf: URL(fileURLWithPath: path))
            #expect(try Self.incompatibility(of: path).contains("another program"))
            #expect(try Data(contentsOf: URL(fileURLWithPath: path)) == before)
        }
    }

    @Test func `a file that is not a database is rejected`() async throws {
        try await withTemporaryFolder { directory in
            let path = directory + "/a.sqlite"
            try Data(repeating: 65, count: 5000).write(to: URL(fileURLWithPath: path))
            let reason = "This is not a database: \(path) (file is not a database, code 26)."
            #expect(throws: StorageError.damaged(reason: reason)) { try SQLiteStorage(SQLiteSettings(path: path)) }
        }
    }

    @Test func `concurrent starts migrate one file once`() async throws {
        try await withTemporaryFolder { directory in
            let settings = Self.withLongTimeout(SQLiteSettings(path: directory + "/a.sqlite"))
            let opened = await withTaskGroup(of: Bool.self) { group in
                for _ in 0..<4 {
                    group.addTask {
                        guard let storage = try? SQLiteStorage(settings) else { return false }
                        await storage.close()
                        return true
                    }
                }
                return await group.reduce(into: 0) { $0 += $1 ? 1 : 0 }
            }
            #expect(opened == 4)
        }
    }

    @Test func `no concurrent start takes a new file for another program's`() async throws {
        for _ in 0..<12 {
            try await withTemporaryFolder { directory in
                let settings = Self.withLongTimeout(SQLiteSettings(path: directory + "/a.sqlite"))
                let failures = await withTaskGroup(of: String?.self) { group in
                    for _ in 0..<6 {
                        group.addTask {
                            do {
                                try await SQLiteStorage(settings).close()
                                return nil
                            } catch {
                                return "\(error)"
                            }
                        }
                    }
                    return await group.reduce(into: []) { $0 += [$1].compactMap(\.self) }
                }
                #expect(failures == [])
            }
        }
    }

    @Test func `another process claiming the file while it is opened is not an error`() async throws {
        try await withTemporaryFolder { directory in
            let settings = SQLiteSettings(path: directory + "/a.sqlite")
            var shortTimeout = settings
            shortTimeout.busyTimeout = 50
            let opening = ConcurrentOpening(shortTimeout, before: "SELECT count(*) FROM sqlite_schema")
            try await opening.during { try await SQLiteStorage(settings).close() }
            #expect(opening.count > 0)
            try await SQLiteStorage(settings).close()
        }
    }

    @Test func `a file system that can't share a write-ahead log is rejected`() async throws {
        try await withTemporaryFolder { directory in
            var settings = SQLiteSettings(path: directory + "/a.sqlite")
            settings.fileSystem = "unix-dotfile"
            let reason = "This file system cannot keep a write-ahead log: \(settings.path)."
            #expect(throws: StorageError.unavailable(reason: reason)) { try SQLiteStorage(settings) }
        }
    }

    @Test func `a file that became another program's after it was opened is not migrated`() async throws {
        try await withTemporaryFolder { directory in
            var settings = SQLiteSettings(path: directory + "/a.sqlite")
            settings.testStatements = ["PRAGMA application_id = 7; CREATE TABLE theirs (x)"]
            #expect(throws: StorageError.incompatible(reason: "\(settings.path) is the database of another program.")) {
                try SQLiteStorage(settings)
            }
        }
    }

    /// Returns the settings with a timeout that is long enough on a busy machine.
    private static func withLongTimeout(_ settings: SQLiteSettings) -> SQLiteSettings {
        var settings = settings
        settings.busyTimeout = 120_000
        return settings
    }

    private func withDatabase(_ body: (String) async throws -> Void) async throws {
        try await withTemporaryFolder { directory in
            let path = directory + "/a.sqlite"
            let storage = try SQLiteStorage(SQLiteSettings(path: path))
            try await storage.withTransaction { try $0.users.insert(Samples.user(1)) }
            await storage.close()
            try await body(path)
        }
    }

    /// Returns why the database is rejected as incompatible, or an empty string.
    private static func incompatibility(of path: String) throws -> String {
        do {
            _ = try SQLiteStorage(SQLiteSettings(path: path))
        } catch StorageError.incompatible(let reason) {
            return reason
        }
        return ""
    }

    @discardableResult
    static func run(_ script: String, on path: String) throws -> String? {
        var connection: OpaquePointer?
        defer { sqlite3_close_v2(connection) }
        guard sqlite3_open(path, &connection) == SQLITE_OK else { throw DiskError(description: "cannot open \(path)") }
        var statement: OpaquePointer?
        defer { sqlite3_finalize(statement) }
        guard sqlite3_prepare_v2(connection, script, -1, &statement, nil) == SQLITE_OK else {
            throw DiskError(description: String(cString: sqlite3_errmsg(connection)))
        }
        guard sqlite3_step(statement) == SQLITE_ROW, let text = sqlite3_column_text(statement, 0) else { return nil }
        return String(cString: text)
    }
}
