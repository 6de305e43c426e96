// SPDX-License-Identifier: Apache-2.0

import IdentityModel
import POSIX
import SQLiteStorage
import TestSupport
import Testing
import ThumbturnTools
import WireFormats

/// The measuring instruments of `thumbturn-tools bench`.
@Suite struct BenchMeasureTests {
    /// Passes a storage that restarts its write-ahead log often, with a follower of the log, to a body.
    private func withFollowedStorage(
        _ body: (SQLiteStorage, inout WriteAheadLogFollower) async throws -> Void
    ) async throws {
        try await withTemporaryFolder { folder in
            var settings = SQLiteSettings(path: folder + "/a.sqlite")
            settings.checkpointPages = 5
            let storage = try SQLiteStorage(settings)
            var follower = WriteAheadLogFollower(of: settings.path)
            defer { follower.close() }
            follower.follow()
            try await body(storage, &follower)
            await storage.close()
        }
    }

    private func commit(_ number: Int, to storage: SQLiteStorage) async throws {
        try await storage.withTransaction { transaction in
            try transaction.oneTime.consume(
                Array("\(number)".utf8), expiresAt: Timestamp(secondsSince1970: 2_000_000_000))
        }
    }

    @Test func `every commit is counted across restarts of the log`() async throws {
        try await withFollowedStorage { storage, follower in
            let (before, earlier) = (follower.commits, storage.statistics.commits)
            for number in 0..<180 {
                try await commit(number, to: storage)
                follower.follow()
            }
            #expect(storage.statistics.checkpoints > 3)
            #expect(storage.statistics.commits - earlier == 180)
            #expect(follower.commits - before == 180)
            #expect(follower.isComplete)
        }
    }

    @Test func `a follower that missed commits is incomplete`() async throws {
        try await withFollowedStorage { storage, follower in
            for number in 0..<200 { try await commit(number, to: storage) }
            follower.follow()
            #expect(!follower.isComplete)
        }
    }

    @Test func `a database without a write-ahead log has no commits`() {
        var follower = WriteAheadLogFollower(of: "/nowhere/a.sqlite")
        follower.follow()
        #expect(follower.commits == 0)
    }

    @Test func `percentiles are observed latencies`() throws {
        var tally = BenchTally()
        #expect(tally.percentiles == nil)
        for milliseconds in (1...200).reversed() { tally.record(nanoseconds: UInt64(milliseconds) * 1_000_000) }
        let found = try #require(tally.percentiles)
        #expect([found.p50, found.p95, found.p99] == [100, 190, 198])
        var single = BenchTally()
        single.record(nanoseconds: 5_000_000)
        single.record(failure: "first")
        single.record(failure: "second")
        #expect(single.percentiles?.p50 == 5)
        #expect(single.percentiles?.p99 == 5)
        tally.add(single)
        #expect(tally.operations == 201)
        #expect(tally.errors == 2)
        #expect(tally.firstError == "first")
    }
}
