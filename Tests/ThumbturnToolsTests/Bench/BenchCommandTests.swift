// SPDX-License-Identifier: Apache-2.0

import CommandLine
import Configuration
import Foundation
import IdentityModel
import SQLiteStorage
import TestConsole
import TestSupport
import Testing
import ThumbturnTools
import WebAuthnMessages
import WireFormats

/// The command line of `thumbturn-tools bench`, and what `bench seed` does to a database.
@Suite struct BenchCommandTests {
    @Test(
        arguments: [
            (["--users", "0"], "--users takes a number from 1 to 10000000, not 0."),
            (["--users", "many"], "--users takes a number from 1 to 10000000, not many."),
            (["--connections", "4097"], "--connections takes a number from 1 to 4096, not 4097."),
            (["--duration", "10s"], "--duration takes a number from 1 to 86400, not 10s."),
            (["--scenario", "signin"], "Did you mean sign-in?"),
            (["--tokens", "rs512"], "--tokens takes es256, rs256-id or rs256, not rs512."),
            (["--url", "https://login.example.com"], "bench only speaks plain HTTP to a server on this machine."),
            (["--url", "http://login.example.com"], "bench only speaks plain HTTP to a server on this machine."),
            (["--url", "localhost"], "--url \"localhost\" is not a valid origin."),
            (["--client", "web"], "--client needs --url"),
            (["--guesses", "9"], "--guesses is for --scenario password-flood."),
            (["--scenario", "password-flood", "--guesses", "0"], "--guesses takes a number from 1 to 100000, not 0."),
            (["--url", "http://localhost", "--program", "a"], "--program is for a server that bench starts."),
            (["--database", "sqlite:a"], "Unknown option --database."),
            (["sed"], "There is no command bench sed. Did you mean seed?"),
            (["seed"], "bench seed needs --users N"),
            (["seed", "more", "--users", "3"], "bench seed takes only options."),
            (["seed", "--users", "3", "--tokens", "es256"], "bench seed takes no --tokens."),
        ])
    func `an invalid command line is rejected with what would be valid`(words: [String], message: String) async {
        let console = RecordingConsole()
        #expect(await console.run(["bench"] + words) == .malformed)
        #expect(console.writtenErrors.contains(message), "\(console.writtenErrors)")
        #expect(console.written.isEmpty)
    }

    @Test func `seeding adds a configuration and the missing users`() async throws {
        try await withTemporaryFolder { folder in
            #expect(try await seed(3, in: folder).hasSuffix("has 3 benchmark users, 3 of them new."))
            #expect(try await seed(5, in: folder).hasSuffix("has 5 benchmark users, 2 of them new."))
            #expect(try await seed(4, in: folder).hasSuffix("has 4 benchmark users, 0 of them new."))
            try await use(folder) { storage in
                let users = try await storage.read { try $0.users.list(after: nil, limit: 10) }
                #expect(users.map { $0[.email]?.value } == (0..<5).map { "user-00000000\($0)@bench.example" })
                #expect(Set(users.map(\.connection)) == [DefaultConfiguration.connection])
                let passkeys = try await storage.read { snapshot in
                    try users.flatMap { try snapshot.passkeys.list(of: $0.id) }
                }
                #expect(Set(passkeys.map(\.origin.credentialID)).count == 5)
                #expect(Set(passkeys.map(\.origin.relyingPartyID)) == ["localhost"])
                #expect(zip(users, passkeys).allSatisfy { $0.handle == $1.origin.userHandle })
            }
        }
    }

    @Test func `users have a password only if they are asked to`() async throws {
        try await withTemporaryFolder { folder in
            _ = try await seed(1, in: folder)
            let console = RecordingConsole()
            let words = ["bench", "seed", "--users", "3", "--data", folder, "--passwords"]
            #expect(await console.run(words) == .success)
            try await use(folder) { storage in
                let passwords = try await storage.read { snapshot in
                    try snapshot.users.list(after: nil, limit: 10).map { try snapshot.passwords.find(of: $0.id) }
                }
                #expect(passwords.map { $0 == nil } == [true, false, false])
                #expect(passwords[1]?.hash.text.hasPrefix("$argon2id$v=19$m=19456,t=2,p=1$") == true)
            }
        }
    }

    @Test func `seeding refuses a database that has other users`() async throws {
        try await withTemporaryFolder { folder in
            _ = try await seed(1, in: folder)
            let other = "other"
            try await use(folder) { storage in
                let handle = try #require(UserHandle(Array(other.utf8)))
                try await storage.withTransaction { transaction in
                    for user in try transaction.users.list(after: nil, limit: 1) {
                        try transaction.users.remove(user.id)
                    }
                    try transaction.users.insert(
                        User(
                            id: UserID(rawValue: other), connection: DefaultConfiguration.connection, handle: handle,
                            createdAt: .now()))
                }
            }
            let console = RecordingConsole()
            #expect(await console.run("bench", "seed", "--users", "3", "--data", folder) == .failure)
            #expect(console.writtenErrors.contains("The database has other users"))
            try await use(folder) { storage in
                let users = try await storage.read { try $0.users.list(after: nil, limit: 10) }
                #expect(users.count == 1)
            }
        }
    }

    @Test(arguments: [
        (#"{"connections": [{"name": "People"}, {"name": "Staff"}]}"#, "several connections and no default"),
        (
            #"{"custom_domains": [{"domain": "a.example"}], "connections": [{"name": "People"}]}"#,
            "localhost is not a configured domain"
        ),
    ])
    func `seeding needs a default connection and a configured host`(configuration: String, message: String) async throws
    {
        try await withTemporaryFolder { folder in
            try await use(folder) { storage in
                let file = ConfigurationFile(Array(configuration.utf8), suffixes: PublicSuffixRule { _ in false })
                let url = try WebOrigin("https://login.example.com")
                let application = ConfigurationApplication(file, settings: .init(url: url))
                _ = try await application.apply(to: storage, by: .command("apply"), at: .now())
            }
            let console = RecordingConsole()
            #expect(await console.run("bench", "seed", "--users", "3", "--data", folder) == .failure)
            #expect(console.writtenErrors.contains(message), "\(console.writtenErrors)")
        }
    }

    @Test func `seeding refuses the database of a running server`() async throws {
        try await withTemporaryFolder { folder in
            let lock = try FileLock(at: folder + "/thumbturn.sqlite.lock")
            let console = RecordingConsole()
            #expect(await console.run("bench", "seed", "--users", "3", "--data", folder) == .failure)
            #expect(console.writtenErrors.contains("A server is running on"), "\(console.writtenErrors)")
            withExtendedLifetime(lock) {}
        }
    }

    @Test(.enabled(if: geteuid() == 0)) func `root leaves the folder of another user alone`() async throws {
        try await withTemporaryFolder { folder in
            try #require(chown(folder, 65_534, 65_534) == 0)
            let console = RecordingConsole()
            #expect(await console.run("bench", "seed", "--users", "3", "--data", folder) == .failure)
            #expect(console.writtenErrors.contains("belongs to another user"), "\(console.writtenErrors)")
            #expect(try FileManager.default.contentsOfDirectory(atPath: folder).isEmpty)
        }
    }

    private func use(_ folder: String, body: (SQLiteStorage) async throws -> Void) async throws {
        let storage = try SQLiteStorage(SQLiteSettings(path: folder + "/thumbturn.sqlite"))
        try await body(storage)
        await storage.close()
    }

    /// Seeds a folder and returns the last line of the output.
    private func seed(_ users: Int, in data: String) async throws -> String {
        let console = RecordingConsole()
        #expect(await console.run("bench", "seed", "--users", "\(users)", "--data", data) == .success)
        return try #require(console.lines.last)
    }
}
