// SPDX-License-Identifier: Apache-2.0

import IdentityModel
import SQLiteStorage
import StorageConformance
import Testing

struct SweepTests {
    @Test func `expired rows among valid ones are removed in several calls, over and over`() async throws {
        let disk = try SimulatedDisk("far-behind")
        let storage = try SQLiteStorage(disk.settings)
        for round in 0..<2 {
            try await storage.withTransaction { store in
                for number in 0..<35_000 {
                    let isExpired = number % 10_000 == 4999
                    guard round == 0 || isExpired else { continue }
                    try store.oneTime.consume(Self.key(number), expiresAt: Samples.time(isExpired ? 0 : 9))
                }
            }
            var removed = 0
            for _ in 0..<6 {
                removed += try await storage.withTransaction {
                    try $0.oneTime.removeExpired(before: Samples.time(5), limit: 500)
                }
            }
            #expect(removed == 4)
        }
        await storage.close()
    }

    @Test func `no call removes more rows than the limit`() async throws {
        let disk = try SimulatedDisk("sweep-limit")
        let storage = try SQLiteStorage(disk.settings)
        try await storage.withTransaction { store in
            for number in 0..<22_000 {
                let isExpired = (10_000..<12_000).contains(number)
                try store.oneTime.consume(Self.key(number), expiresAt: Samples.time(isExpired ? 0 : 9))
            }
        }
        for expected in [1500, 500, 0] {
            let removed = try await storage.withTransaction {
                try $0.oneTime.removeExpired(before: Samples.time(5), limit: 1500)
            }
            #expect(removed == expected)
        }
        await storage.close()
    }

    private static func key(_ number: Int) -> [UInt8] {
        [16, 8, 0].map { UInt8(truncatingIfNeeded: number >> $0) }
    }
}
