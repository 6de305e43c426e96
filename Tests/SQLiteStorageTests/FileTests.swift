// SPDX-License-Identifier: Apache-2.0

import Foundation
import IdentityModel
import SQLiteStorage
import StorageConformance
import TestSupport
import Testing

struct FileTests {
    @Test func `the files are accessible only to their owner, whatever mode the database had`() async throws {
        try await withTemporaryFolder { directory in
            let path = directory + "/a.sqlite"
            for round in 0..<2 {
                let storage = try SQLiteStorage(SQLiteSettings(path: path))
                try await storage.withTransaction { try $0.users.insert(Samples.user(round)) }
                for file in [path, path + "-wal", path + "-shm"] { #expect(try mode(of: file) == 0o600) }
                await storage.close()
                try FileManager.default.setAttributes([.posixPermissions: 0o644], ofItemAtPath: path)
            }
        }
    }

    @Test func `one file is left after closing`() async throws {
        try await withTemporaryFolder { directory in
            let storage = try SQLiteStorage(SQLiteSettings(path: directory + "/a.sqlite"))
            try await storage.withTransaction { try $0.users.insert(Samples.user(1)) }
            await storage.close()
            #expect(try FileManager.default.contentsOfDirectory(atPath: directory) == ["a.sqlite"])
        }
    }

    @Test func `a directory that is missing or writable by everyone is rejected`() async throws {
        try await withTemporaryFolder { directory in
            #expect(
                throws: StorageError.unavailable(
                    reason: "The directory \(directory)/none cannot be used: No such file or directory.")
            ) {
                try SQLiteStorage(SQLiteSettings(path: directory + "/none/a.sqlite"))
            }
            try FileManager.default.setAttributes([.posixPermissions: 0o777], ofItemAtPath: directory)
            #expect(
                throws: StorageError.unavailable(
                    reason: "Everybody may write to the directory \(directory): chmod o-w \(directory)")
            ) {
                try SQLiteStorage(SQLiteSettings(path: directory + "/a.sqlite"))
            }
        }
    }

    @Test func `a file in place of the directory is rejected`() async throws {
        try await withTemporaryFolder { directory in
            let file = directory + "/file"
            try Data().write(to: URL(filePath: file))
            #expect(throws: StorageError.unavailable(reason: "\(file) is not a directory.")) {
                try SQLiteStorage(SQLiteSettings(path: file + "/a.sqlite"))
            }
        }
    }

    @Test func `a file whose mode can't be set is rejected`() async throws {
        try await withTemporaryFolder { directory in
            let path = directory + "/a.sqlite"
            try FileManager.default.createSymbolicLink(atPath: path, withDestinationPath: path)
            let reason = "The mode of \(path) cannot be set: Too many levels of symbolic links."
            #expect(throws: StorageError.unavailable(reason: reason)) {
                try SQLiteStorage(SQLiteSettings(path: path))
            }
        }
    }

    #if os(Linux)
        @Test func `a file that others can access and whose mode can't be changed is rejected`() async throws {
            try await withTemporaryFolder { directory in
                let path = directory + "/a.sqlite"
                // Not even root can change the mode of this file.
                try FileManager.default.createSymbolicLink(atPath: path, withDestinationPath: "/proc/self/status")
                let reason = "Others than its owner may use \(path): chmod 600 \(path)"
                #expect(throws: StorageError.unavailable(reason: reason)) {
                    try SQLiteStorage(SQLiteSettings(path: path))
                }
            }
        }
    #endif

    @Test func `another file system's database creates no files here`() async throws {
        try await withTemporaryFolder { directory in
            let disk = try SimulatedDisk("other-file-system")
            var settings = disk.settings
            settings.path = directory + "/a.sqlite"
            await (try SQLiteStorage(settings)).close()
            #expect(try FileManager.default.contentsOfDirectory(atPath: directory) == [])
        }
    }

    @Test func `a connection for reading can't write`() async throws {
        try await withTemporaryFolder { directory in
            var settings = SQLiteSettings(path: directory + "/a.sqlite")
            await (try SQLiteStorage(settings)).close()
            settings.testStatements = ["DELETE FROM users"]
            let storage = try SQLiteStorage(settings)
            await #expect(throws: StorageError.self) {
                _ = try await storage.read { try $0.users.find(Samples.userID(1)) }
            }
            await storage.close()
        }
    }

    @Test func `a sign-in and its event are one row`() async throws {
        try await withTemporaryFolder { directory in
            let path = directory + "/a.sqlite"
            let storage = try SQLiteStorage(SQLiteSettings(path: path))
            try await storage.withTransaction { store in
                try store.users.insert(Samples.user(1))
                let signIn = SignInRecord(
                    user: Samples.userID(1), client: "a", method: "passkey", signedInAt: Samples.time(1))
                var event = AuditEvent(.signedIn, at: signIn.signedInAt)
                (event.user, event.client) = (signIn.user, signIn.client)
                try store.events.insert(signIn, with: event)
            }
            #expect(try MigrationTests.run("SELECT count(*) FROM audit_events", on: path) == "1")
            await storage.close()
        }
    }

    @Test func `a sign-in leaves no row behind when its account or its age removes it`() async throws {
        try await withTemporaryFolder { directory in
            let path = directory + "/a.sqlite"
            let storage = try SQLiteStorage(SQLiteSettings(path: path))
            for isAccountRemoved in [true, false] {
                try await storage.withTransaction { store in
                    try store.users.insert(Samples.user(1))
                    let user = Samples.userID(1)
                    try store.events.insert(
                        SignInRecord(user: user, client: "a", method: "passkey", signedInAt: Samples.time(1)), with: nil
                    )
                    if isAccountRemoved {
                        try store.users.remove(user)
                    } else {
                        #expect(try store.events.removeSignIns(before: Samples.time(2), limit: 9) == 1)
                    }
                }
                #expect(try MigrationTests.run("SELECT count(*) FROM audit_events", on: path) == "0")
            }
            await storage.close()
        }
    }

    @Test func `a family is removed with its last token`() async throws {
        try await withTemporaryFolder { directory in
            let path = directory + "/a.sqlite"
            let storage = try SQLiteStorage(SQLiteSettings(path: path))
            try await storage.withTransaction { store in
                try store.users.insert(Samples.user(1))
                try store.refreshTokens.insert(
                    RefreshToken(
                        hash: Samples.bytes(1), family: RefreshToken.Family(rawValue: "family"),
                        grant: Samples.grant(Samples.userID(1)), issuedAt: Samples.time(0), expiresAt: Samples.time(1)))
            }
            let removed = try await storage.withTransaction {
                try $0.refreshTokens.removeExpired(before: Samples.time(2), limit: 10)
            }
            #expect(removed == 1)
            await storage.close()
            #expect(try MigrationTests.run("SELECT count(*) FROM refresh_families", on: path) == "0")
        }
    }

    @Test func `only writing fails while the database is moved away, until it is back`() async throws {
        try await withTemporaryFolder { directory in
            let path = directory + "/a.sqlite"
            let storage = try SQLiteStorage(SQLiteSettings(path: path))
            try await storage.withTransaction { try $0.users.insert(Samples.user(1)) }
            let read = { try await storage.read { try $0.users.list(after: nil, limit: 9).map(\.id) } }
            #expect(try await read() == [Samples.userID(1)])
            try FileManager.default.moveItem(atPath: path, toPath: path + ".away")
            await #expect(throws: StorageError.self) {
                try await storage.withTransaction { try $0.users.insert(Samples.user(2)) }
            }
            // This uses the connection of the first read, which is kept.
            #expect(try await read() == [Samples.userID(1)])
            try FileManager.default.moveItem(atPath: path + ".away", toPath: path)
            try await storage.withTransaction { try $0.users.insert(Samples.user(3)) }
            await storage.close()
        }
    }

    @Test func `an empty file in the database's place is not read`() async throws {
        try await withTemporaryFolder { directory in
            var settings = SQLiteSettings(path: directory + "/a.sqlite")
            settings.readers = 0
            let storage = try SQLiteStorage(settings)
            try FileManager.default.moveItem(atPath: settings.path, toPath: settings.path + ".away")
            #expect(FileManager.default.createFile(atPath: settings.path, contents: nil))
            let reason = "\(settings.path) is the database of another program."
            await #expect(throws: StorageError.incompatible(reason: reason)) {
                _ = try await storage.read { try $0.users.list(after: nil, limit: 9) }
            }
            try FileManager.default.removeItem(atPath: settings.path)
            try FileManager.default.moveItem(atPath: settings.path + ".away", toPath: settings.path)
            await storage.close()
        }
    }

    @Test func `no more connections for reading are kept than set`() async throws {
        try await withTemporaryFolder { directory in
            var settings = SQLiteSettings(path: directory + "/a.sqlite")
            settings.readers = 0
            let storage = try SQLiteStorage(settings)
            _ = try await storage.read { try $0.users.list(after: nil, limit: 9) }
            try FileManager.default.moveItem(atPath: settings.path, toPath: settings.path + ".away")
            await #expect(throws: StorageError.self) {
                _ = try await storage.read { try $0.users.list(after: nil, limit: 9) }
            }
            try FileManager.default.moveItem(atPath: settings.path + ".away", toPath: settings.path)
            await storage.close()
        }
    }

    @Test func `the files shrink again after a flood has expired`() async throws {
        try await withTemporaryFolder { directory in
            let path = directory + "/a.sqlite"
            let storage = try SQLiteStorage(SQLiteSettings(path: path))
            for batch in 0..<40 {
                try await storage.withTransaction { store in
                    for number in 0..<1000 {
                        try store.oneTime.consume(
                            Samples.bytes(batch * 1000 + number, salt: UInt8(number % 251)), expiresAt: Samples.time(0))
                    }
                }
            }
            // The writer does this while it is idle.
            #expect(try await eventually { try size(of: path) > 1_500_000 })
            while try await storage.withTransaction({
                try $0.oneTime.removeExpired(before: Samples.time(1), limit: 1000)
            }) > 0 {}
            #expect(try await eventually { try size(of: path) < 1_500_000 })
            await storage.close()
            #expect(try size(of: path) < 1_500_000)
            // Some pages stay for later writes.
            #expect(try MigrationTests.run("PRAGMA freelist_count", on: path) != "0")
        }
    }

    @Test func `removed data is gone from the files`() async throws {
        try await withTemporaryFolder { directory in
            let path = directory + "/a.sqlite"
            let storage = try SQLiteStorage(SQLiteSettings(path: path))
            var user = try Samples.user(1)
            user.profile.name = "Nobody should read this"
            let inserted = user
            try await storage.withTransaction { store in
                try store.users.insert(inserted)
                try store.users.insert(Samples.user(2))
            }
            await storage.close()
            let text = Data("Nobody should read this".utf8)
            #expect(try Data(contentsOf: URL(filePath: path)).range(of: text) != nil)
            let again = try SQLiteStorage(SQLiteSettings(path: path))
            try await again.withTransaction { try $0.users.remove(inserted.id) }
            await again.close()
            #expect(try Data(contentsOf: URL(filePath: path)).range(of: text) == nil)
        }
    }

    @Test func `two processes can use one database, and unique values stay unique`() async throws {
        try await withTemporaryFolder { directory in
            let settings = SQLiteSettings(path: directory + "/a.sqlite")
            let storages = [try SQLiteStorage(settings), try SQLiteStorage(settings)]
            let wins = await withTaskGroup(of: Bool.self) { group in
                for number in 0..<40 {
                    group.addTask {
                        let taken: Void? = try? await storages[number % 2].withTransaction {
                            try $0.oneTime.consume([1], expiresAt: Samples.time(0))
                        }
                        return taken != nil
                    }
                }
                return await group.reduce(into: 0) { $0 += $1 ? 1 : 0 }
            }
            #expect(wins == 1)
            try await storages[0].withTransaction { try $0.users.insert(Samples.user(1)) }
            let found = try await storages[1].read { try $0.users.find(Samples.userID(1)) }
            #expect(found != nil)
            for storage in storages { await storage.close() }
        }
    }

    private func mode(of path: String) throws -> Int? {
        try FileManager.default.attributesOfItem(atPath: path)[.posixPermissions] as? Int
    }

    private func size(of path: String) throws -> Int {
        try FileManager.default.attributesOfItem(atPath: path)[.size] as? Int ?? 0
    }
}
