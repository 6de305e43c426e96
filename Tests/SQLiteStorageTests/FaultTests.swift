// SPDX-License-Identifier: Apache-2.0

import CPowerLossVFS
import CSQLite
import IdentityModel
import SQLiteStorage
import StorageConformance
import Testing
import WireFormats

struct FaultTests {
    struct Fault: Sendable, CustomTestStringConvertible {
        let testDescription: String
        let operation: PowerLossOperation
        let code: Int32
    }

    private static let faults = [
        Fault(testDescription: "full", operation: PowerLossOperationWrite, code: SQLITE_FULL),
        Fault(testDescription: "read-only", operation: PowerLossOperationWrite, code: SQLITE_READONLY),
        Fault(testDescription: "not writable", operation: PowerLossOperationWrite, code: SQLITE_IOERR | 3 << 8),
        Fault(testDescription: "not syncable", operation: PowerLossOperationSync, code: SQLITE_IOERR | 4 << 8),
    ]

    @Test(arguments: faults)
    func `a transaction on a failing disk throws, reads continue, and the storage recovers`(_ fault: Fault) async throws
    {
        let disk = try SimulatedDisk("recovery-\(fault.testDescription)")
        let storage = try SQLiteStorage(disk.settings)
        try await storage.withTransaction { try $0.users.insert(Samples.user(0)) }
        for round in 1...3 {
            disk.fail(fault.operation, with: fault.code)
            for _ in 0..<3 {
                let result = await attempt {
                    try await storage.withTransaction { try $0.users.insert(Samples.user(round)) }
                }
                #expect(isUnavailable(result))
            }
            let found = try await storage.read { try $0.users.list(after: nil, limit: 9).count }
            #expect(found == round)
            disk.fail(fault.operation, with: nil)
            try await storage.withTransaction { try $0.users.insert(Samples.user(round)) }
        }
        await storage.close()
        #expect(disk.integrityProblems() == [])
    }

    @Test func `a read on a failing disk throws, and the storage recovers`() async throws {
        let disk = try SimulatedDisk("unreadable")
        let storage = try SQLiteStorage(disk.settings)
        try await storage.withTransaction { try $0.users.insert(Samples.user(0)) }
        for (number, operation) in [PowerLossOperationRead, PowerLossOperationOpen].enumerated() {
            // Pages in the cache are read again only after a write.
            try await storage.withTransaction { try $0.users.insert(Samples.user(number + 1)) }
            disk.fail(PowerLossOperationRead, with: SQLITE_IOERR)
            disk.fail(operation, with: SQLITE_IOERR)
            let result = await attempt { try await storage.read { try $0.users.find(Samples.userID(0)) } }
            #expect(isUnavailable(result))
            disk.fail(PowerLossOperationRead, with: nil)
            disk.fail(operation, with: nil)
            let found = try await storage.read { try $0.users.find(Samples.userID(0)) }
            #expect(try found == Samples.user(0))
        }
        await storage.close()
    }

    @Test func `a commit writes its pages to the log together`() async throws {
        let disk = try SimulatedDisk("together")
        let storage = try SQLiteStorage(disk.settings)
        try await storage.withTransaction { try $0.users.insert(Samples.user(0)) }
        disk.cut(at: 5)
        try await storage.withTransaction { store in
            var large = Samples.event(1)
            large.details = ["large": .string(String(repeating: "x", count: 40_000))]
            try store.events.insert(large)
        }
        #expect(!disk.hasLostPower)
        disk.cut(at: 0)
        await storage.close()
        #expect(disk.integrityProblems() == [])
    }

    @Test(arguments: [false, true])
    func `a transaction fails even if its body ignores a full disk`(isOverlooked: Bool) async throws {
        let disk = try SimulatedDisk("overlooked-\(isOverlooked)")
        var settings = disk.settings
        settings.testStatements = ["PRAGMA max_page_count = 74"]
        let storage = try SQLiteStorage(settings)
        try await storage.withTransaction { try $0.users.insert(Samples.user(0)) }
        let result = await attempt {
            try await storage.withTransaction { store in
                try store.users.insert(Samples.user(1))
                var large = Samples.event(1)
                large.details = ["large": .string(String(repeating: "x", count: 300_000))]
                if isOverlooked {
                    try? store.events.insert(large)
                } else {
                    try store.events.insert(large)
                }
            }
        }
        #expect(isUnavailable(result))
        // There is space for small records again.
        try await storage.withTransaction { try $0.users.insert(Samples.user(2)) }
        let users = try await storage.read { try $0.users.list(after: nil, limit: 9).map(\.id) }
        #expect(users == [0, 2].map(Samples.userID))
        await storage.close()
    }

    @Test func `a transaction fails even if its body ignores a rejected statement`() async throws {
        let disk = try SimulatedDisk("overlooked-rejection")
        var settings = disk.settings
        settings.migrations.append(
            Migration(
                number: Migration.all.count + 1, title: "a trigger",
                script: "CREATE TRIGGER t BEFORE INSERT ON audit_events BEGIN SELECT RAISE(ABORT, 'rejected'); END"))
        let storage = try SQLiteStorage(settings)
        await #expect(throws: StorageError.self) {
            try await storage.withTransaction { store in
                try store.users.insert(Samples.user(1))
                try? store.events.insert(Samples.event(1))
            }
        }
        let users = try await storage.read { try $0.users.list(after: nil, limit: 9) }
        #expect(users == [])
        await storage.close()
    }

    @Test func `a read fails even if its body ignores the error`() async throws {
        let disk = try SimulatedDisk("overlooked-by-reader")
        let storage = try SQLiteStorage(disk.settings)
        try await storage.withTransaction { try $0.users.insert(Samples.user(0)) }
        _ = try await storage.read { try $0.users.find(Samples.userID(0)) }
        try await storage.withTransaction { try $0.users.insert(Samples.user(1)) }
        let result = await attempt {
            try await storage.read { stored in
                disk.fail(PowerLossOperationRead, with: SQLITE_IOERR)
                return (try? stored.users.find(Samples.userID(0))) != nil
            }
        }
        disk.fail(PowerLossOperationRead, with: nil)
        #expect(isUnavailable(result))
        await storage.close()
    }

    private func attempt<Value>(_ work: () async throws -> Value) async -> Result<Value, any Error> {
        do {
            return .success(try await work())
        } catch {
            return .failure(error)
        }
    }
}
