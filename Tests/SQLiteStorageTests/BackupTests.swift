// SPDX-License-Identifier: Apache-2.0

import Foundation
import IdentityModel
import SQLiteStorage
import StorageConformance
import Testing

@Suite("A backup")
struct BackupTests {
    @Test("is one state of the database, whole and its owner's, while others write")
    func consistency() async throws {
        try await withDirectory { directory in
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

    @Test("takes no other file's place, and leaves nothing when it fails")
    func failure() async throws {
        try await withDirectory { directory in
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
