// SPDX-License-Identifier: Apache-2.0

import POSIX
import PasswordHashing
import TestLimits
import TestSupport
import Testing

@Suite(.turnLimit)
struct HashingPoolTests {
    /// A pool of one thread that is held up at a gate.
    private static func busyPool(waitingPerThread: Int = 8) async throws -> (HashingPool, Gate, Task<Void, any Error>) {
        let pool = HashingPool(threads: 1, waitingPerThread: waitingPerThread)
        let gate = Gate()
        let task = Task { try await pool.run { gate.pass() } }
        try #require(await gate.isReached())
        return (pool, gate, task)
    }

    @Test func `a pool has one thread at least`() {
        #expect(HashingPool.defaultThreads >= 1)
    }

    @Test func `at most the pool's threads compute at a time, and every hash is computed`() async throws {
        let pool = HashingPool(threads: 2)
        let running = ConcurrencyCounter()
        try await withThrowingTaskGroup(of: Void.self) { group in
            for _ in 0..<40 {
                group.addTask {
                    try await pool.run {
                        running.enter()
                        running.leave()
                    }
                }
            }
            try await group.waitForAll()
        }
        #expect(running.highest <= 2)
        #expect(await eventually { pool.load.running == 0 })
        #expect(pool.load.declined == 0)
    }

    @Test func `what finds no room is declined at once and counted`() async throws {
        let (pool, gate, task) = try await Self.busyPool(waitingPerThread: 0)
        await #expect(throws: HashingFailure.tooBusy) { try await pool.spend(cost: .cheap) }
        #expect(pool.load.running == 1)
        #expect(pool.load.declined == 1)
        gate.open()
        try await task.value
    }

    @Test func `hashes that take long leave Swift's own threads free`() async throws {
        let (_, gate, task) = try await Self.busyPool()
        #expect(await Task.detached { true }.value)
        gate.open()
        try await task.value
    }

    @Test func `a canceled task that waits leaves the queue at once`() async throws {
        let (pool, gate, task) = try await Self.busyPool()
        let second = Task { try await pool.run { Issue.record("A canceled hash was computed.") } }
        try #require(await eventually { pool.load.waiting == 1 })
        second.cancel()
        await #expect(throws: HashingFailure.canceled) { try await second.value }
        #expect(pool.load.waiting == 0)
        gate.open()
        try await task.value
    }

    @Test func `a task that was canceled before does not wait`() async throws {
        let (pool, gate, task) = try await Self.busyPool()
        let second = Task {
            withUnsafeCurrentTask { $0?.cancel() }
            try await pool.spend(cost: .cheap)
        }
        await #expect(throws: HashingFailure.canceled) { try await second.value }
        gate.open()
        try await task.value
    }

    @Test func `a closed pool declines what waits and what comes, and ends after what it computes`() async throws {
        let (pool, gate, task) = try await Self.busyPool()
        let second = Task { try await pool.spend(cost: .cheap) }
        try #require(await eventually { pool.load.waiting == 1 })
        let closing = Task { await pool.close() }
        await #expect(throws: HashingFailure.closed) { try await second.value }
        await #expect(throws: HashingFailure.closed) { try await pool.spend(cost: .cheap) }
        gate.open()
        try await task.value
        await closing.value
    }

    @Test func `a pool that computed nothing closes`() async {
        await HashingPool().close()
    }

    @Test func `of what takes much memory one piece runs at a time, and others pass it`() async throws {
        let pool = HashingPool(threads: 2)
        let gate = Gate()
        let running = ConcurrencyCounter()
        let first = Task {
            try await pool.run(isLarge: true) {
                running.enter()
                gate.pass()
                running.leave()
            }
        }
        try #require(await gate.isReached())
        let second = Task {
            try await pool.run(isLarge: true) {
                running.enter()
                running.leave()
            }
        }
        try #require(await eventually { pool.load.waiting == 1 })
        try await pool.spend(cost: .cheap)
        gate.open()
        try await first.value
        try await second.value
        #expect(running.highest == 1)
    }

    @Test func `a thread keeps the memory of a hash for the next one, and frees what an import needs`() async throws {
        let pool = HashingPool(threads: 1)
        let small = try #require(HashCost(memoryKiB: 64, passes: 1))
        let hash = try await pool.hash(try NewPassword("correct horse"), cost: small)
        #expect(try await pool.keptByteCount() == 64 << 10)
        #expect(try await pool.verify("correct horse", against: hash))
        let imported = try PasswordHash(
            importing: "$argon2id$v=19$m=8192,t=1,p=1$AAECAwQFBgcICQoLDA0ODw$Xlau5Ol3mmwRQJtaeHuMSw")
        #expect(try await pool.verify("correct horse", against: imported))
        #expect(try await pool.keptByteCount() == 64 << 10)
        try await pool.spend(cost: .cheap)
        #expect(try await pool.keptByteCount() == 8 << 10)
    }

    #if os(Linux)
        @Test func `the threads have a lower priority than the rest of the process`() async throws {
            let pool = HashingPool(threads: 1)
            let which = __priority_which_t(PRIO_PROCESS.rawValue)
            let before = getpriority(which, 0)
            #expect(try await pool.run { getpriority(which, 0) } == max(before, 10))
        }
    #endif
}
