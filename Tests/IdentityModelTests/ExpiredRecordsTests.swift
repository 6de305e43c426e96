// SPDX-License-Identifier: Apache-2.0

import IdentityModel
import SQLiteStorage
import TestSupport
import Testing
import WireFormats

struct ExpiredRecordsTests {
    private let machine = ManualClock()

    private func withStorage(_ body: (SQLiteStorage) async throws -> Void) async throws {
        try await withTemporaryFolder { folder in
            let storage = try SQLiteStorage(SQLiteSettings(path: folder + "/a.sqlite"))
            try await body(storage)
            await storage.close()
        }
    }

    /// Records that expired a day before the machine started.
    private func consume(_ numbers: Range<Int>, in storage: SQLiteStorage) async throws {
        let expiresAt = Timestamp(secondsSince1970: ManualClock.start.secondsSince1970 - 86_400)
        try await storage.withTransaction { transaction in
            for number in numbers {
                try transaction.oneTime.consume([UInt8]("\(number)".utf8), expiresAt: expiresAt)
            }
        }
    }

    @Test func `more than one batch is removed at once`() async throws {
        try await withStorage { storage async throws in
            let count = ExpiredRecords.batch + 1
            try await consume(0..<count, in: storage)
            let records = ExpiredRecords(storage: storage, clock: machine.clock())
            #expect(try await records.remove() == count)
        }
    }

    @Test func `a canceled removal stops between two batches`() async throws {
        try await withStorage { storage async throws in
            try await consume(0..<(ExpiredRecords.batch + 1), in: storage)
            let records = ExpiredRecords(storage: storage, clock: machine.clock())
            let removal = Task {
                withUnsafeCurrentTask { $0?.cancel() }
                return try await records.remove()
            }
            await #expect(throws: CancellationError.self) { try await removal.value }
            #expect(try await records.remove() == 1)
        }
    }

    @Test func `the recorded time is updated every two minutes and after each removal`() async throws {
        try await withStorage { storage async throws in
            let records = ExpiredRecords(storage: storage, clock: machine.clock())
            let floor = {
                let record = try await storage.read { try $0.clock.find() }
                return try #require(record).floor.secondsSince1970 - ManualClock.start.secondsSince1970
            }
            #expect(try await records.remove() == 0)
            #expect(try await floor() == 0)
            machine.advance(seconds: 119)
            #expect(try await records.remove() == 0)
            #expect(try await floor() == 0)
            machine.advance(seconds: 1)
            #expect(try await records.remove() == 0)
            #expect(try await floor() == 120)
            machine.advance(seconds: 10)
            try await consume(0..<1, in: storage)
            #expect(try await records.remove() == 1)
            #expect(try await floor() == 130)
        }
    }
}
