// SPDX-License-Identifier: Apache-2.0

import IdentityModel
import POSIX
import SQLiteStorage
import TestSupport
import Testing
import ThumbturnServer
import WireFormats

/// The measuring instruments of `thumbturn bench`.
@Suite struct BenchMeasureTests {
    @Test func `every commit is counted across restarts of the log`() async throws {
        try await withTemporaryFolder { folder in
            var settings = SQLiteSettings(path: folder + "/a.sqlite")
            settings.checkpointPages = 5
            let storage = try SQLiteStorage(settings)
            var follower = WriteAheadLogFollower(of: settings.path)
            defer { follower.close() }
            follower.follow()
            let (before, made) = (follower.commits, storage.statistics.commits)
            for number in 0..<180 {
                try await storage.withTransaction { transaction in
                    try transaction.oneTime.consume(
                        Array("\(number)".utf8), expiresAt: Timestamp(secondsSince1970: 2_000_000_000))
                }
                follower.follow()
            }
            #expect(storage.statistics.checkpoints > 3)
            #expect(storage.statistics.commits - made == 180)
            #expect(follower.commits - before == 180)
            #expect(follower.isComplete)
            await storage.close()
        }
    }

    @Test func `a follower that missed commits is incomplete`() async throws {
        try await withTemporaryFolder { folder in
            var settings = SQLiteSettings(path: folder + "/a.sqlite")
            settings.checkpointPages = 5
            let storage = try SQLiteStorage(settings)
            var follower = WriteAheadLogFollower(of: settings.path)
            defer { follower.close() }
            follower.follow()
            for number in 0..<200 {
                try await storage.withTransaction { transaction in
                    try transaction.oneTime.consume(
                        Array("\(number)".utf8), expiresAt: Timestamp(secondsSince1970: 2_000_000_000))
                }
            }
            follower.follow()
            #expect(!follower.isComplete)
            await storage.close()
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

    #if os(Linux)
        @Test func `only a running process has CPU time and memory`() throws {
            let own = ProcessAccount(of: getpid())
            let before = try #require(own.times)
            #expect(before.total > 0)
            #expect(before.system <= before.total + 1)
            #expect(try #require(own.residentMemory) > 1 << 20)
            // Process ids are below 2^22 (proc_sys_kernel(5), pid_max).
            #expect(ProcessAccount(of: 1 << 23).times == nil)
            #expect(ProcessAccount(of: 1 << 23).residentMemory == nil)
        }

        @Test func `the process that listens on a port is found`() throws {
            let descriptor = socket(AF_INET, Int32(SOCK_STREAM.rawValue), 0)
            try #require(descriptor >= 0)
            var address = sockaddr_in()
            address.sin_family = sa_family_t(AF_INET)
            address.sin_addr.s_addr = UInt32(0x7F00_0001).bigEndian
            var length = socklen_t(MemoryLayout<sockaddr_in>.size)
            let isBound = withUnsafeMutablePointer(to: &address) { pointer in
                pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) {
                    bind(descriptor, $0, length) == 0 && listen(descriptor, 1) == 0
                        && getsockname(descriptor, $0, &length) == 0
                }
            }
            try #require(isBound)
            let port = UInt16(bigEndian: address.sin_port)
            #expect(ProcessAccount.listening(on: port) == getpid())
            close(descriptor)
            #expect(ProcessAccount.listening(on: port) != getpid())
        }
    #endif
}
