// SPDX-License-Identifier: Apache-2.0

import CPowerLossVFS
import CSQLite
import Foundation
import IdentityModel
import SQLiteStorage
import StorageConformance
import TestSupport
import Testing

struct BackupTests {
    @Test func `a backup is one consistent state that only its owner can read, even while others write`() async throws {
        try await withTemporaryFolder { directory in
            let storage = try SQLiteStorage(SQLiteSettings(path: directory + "/a.sqlite"))
            try await storage.withTransaction { try $0.users.insert(Samples.user(0)) }
            async let writing: Void = {
                for number in 1...200 {
                    try await storage.withTransaction { store in
                        try store.users.insert(Samples.user(number))
                        try store.events.insert(Samples.event(number))
                    }
                }
            }()
            for number in 0..<5 { try await storage.backUp(to: "\(directory)/backup-\(number).sqlite") }
            try await writing
            await storage.close()
            for number in 0..<5 {
                let path = "\(directory)/backup-\(number).sqlite"
                let attributes = try FileManager.default.attributesOfItem(atPath: path)
                #expect(attributes[.posixPermissions] as? Int == 0o600)
                let copy = try SQLiteStorage(SQLiteSettings(path: path))
                let (users, events) = try await copy.read { stored in
                    (try stored.users.list(after: nil, limit: .max), try stored.events.list(user: nil, limit: .max))
                }
                #expect(users.count == events.count + 1)
                await copy.close()
            }
            let files = try FileManager.default.contentsOfDirectory(atPath: directory)
            #expect(files.count == 6)
        }
    }

    @Test func `a backup that can't be read completely leaves no file`() async throws {
        try await withTemporaryFolder { directory in
            let disk = try SimulatedDisk("unreadable-backup")
            let storage = try SQLiteStorage(disk.settings)
            try await storage.withTransaction { try $0.users.insert(Samples.user(0)) }
            try await storage.backUp(to: directory + "/first.sqlite")
            // Pages in the cache are read again only after a write.
            try await storage.withTransaction { try $0.users.insert(Samples.user(1)) }
            disk.fail(PowerLossOperationRead, with: SQLITE_IOERR)
            await #expect(throws: StorageError.self) { try await storage.backUp(to: directory + "/second.sqlite") }
            disk.fail(PowerLossOperationRead, with: nil)
            #expect(try FileManager.default.contentsOfDirectory(atPath: directory) == ["first.sqlite"])
            await storage.close()
        }
    }

    @Test func `a backup fails if its partial file already exists`() async throws {
        try await withTemporaryFolder { directory in
            let storage = try SQLiteStorage(SQLiteSettings(path: directory + "/a.sqlite"))
            let target = directory + "/b.sqlite"
            try FileManager.default.createDirectory(atPath: target + ".partial", withIntermediateDirectories: false)
            await #expect(throws: StorageError.unavailable(reason: "\(target).partial is in the way.")) {
                try await storage.backUp(to: target)
            }
            await storage.close()
        }
    }

    @Test func `inspection detects a damaged backup`() async throws {
        try await withTemporaryFolder { directory in
            let path = directory + "/a.sqlite"
            await (try SQLiteStorage(SQLiteSettings(path: path))).close()
            try SQLiteStorage.inspect(path)
            // The number of unused pages in the file header.
            let handle = try #require(FileHandle(forUpdatingAtPath: path))
            try handle.seek(toOffset: 36)
            try handle.write(contentsOf: Data([0, 0, 9, 9]))
            try handle.close()
            #expect(throws: StorageError.damaged(reason: "The database is damaged: \(path).")) {
                try SQLiteStorage.inspect(path)
            }
        }
    }

    @Test func `a backup replaces no file and leaves none when it fails`() async throws {
        try await withTemporaryFolder { directory in
            let path = directory + "/a.sqlite"
            let storage = try SQLiteStorage(SQLiteSettings(path: path))
            for target in [path, directory + "/none/b.sqlite", directory] {
                await #expect(throws: StorageError.self) { try await storage.backUp(to: target) }
            }
            try await storage.withTransaction { try $0.users.insert(Samples.user(0)) }
            await storage.close()
            #expect(try FileManager.default.contentsOfDirectory(atPath: directory) == ["a.sqlite"])
        }
    }
}
