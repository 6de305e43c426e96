// SPDX-License-Identifier: Apache-2.0

import CPowerLossVFS
import CSQLite
import IdentityModel
import POSIX
import SQLiteStorage
import StorageConformance
import TestSupport
import Testing
import WireFormats

struct GroupCommitTests {
    @Test func `transactions that wait together share one commit and one sync`() async throws {
        let disk = try SimulatedDisk("group-commit")
        let storage = try SQLiteStorage(disk.settings)
        try await storage.withTransaction { try $0.users.insert(Samples.user(1000)) }
        let (syncs, commits) = (disk.logSyncs, storage.statistics.commits)
        let results = try await runWaiting(in: storage, count: 64) { number in
            try await storage.withTransaction { try $0.users.insert(Samples.user(number)) }
        }
        #expect(results.allSatisfy { (try? $0.get()) != nil })
        #expect(storage.statistics.transactions == 66)
        #expect(storage.statistics.commits - commits == 1)
        #expect(disk.logSyncs - syncs == 1)
        await storage.close()
    }

    @Test func `an observer learns the size of each batch, and of each transaction that it waited`() async throws {
        let disk = try SimulatedDisk("observed")
        let seen = Locked((batches: [Int](), waits: [UInt64](), durations: [UInt64]()))
        var settings = disk.settings
        settings.observer = WriterObserver(
            waited: { nanoseconds in seen.withLock { $0.waits.append(nanoseconds) } },
            committed: { transactions, nanoseconds in
                seen.withLock {
                    $0.batches.append(transactions)
                    $0.durations.append(nanoseconds)
                }
            })
        let storage = try SQLiteStorage(settings)
        let pause: UInt64 = 20_000_000
        let sleep = { try await Task.sleep(for: .milliseconds(20)) }
        _ = try await runWaiting(in: storage, count: 64, beforeRunning: sleep) { number in
            try await storage.withTransaction { try $0.users.insert(Samples.user(number)) }
        }
        await storage.close()
        let (batches, waits, durations) = seen.withLock(\.self)
        // The first transaction holds the writer until the others wait.
        #expect(batches == [1, 64])
        #expect(waits.count == 65 && durations.count == 2)
        #expect(waits.dropFirst().allSatisfy { $0 >= pause } && durations[0] >= pause)
    }

    @Test func `one commit takes no more transactions than the limit`() async throws {
        let disk = try SimulatedDisk("batch-limit")
        var settings = disk.settings
        settings.batchLimit = 10
        let storage = try SQLiteStorage(settings)
        let commits = storage.statistics.commits
        _ = try await runWaiting(in: storage, count: 64) { number in
            try await storage.withTransaction { try $0.users.insert(Samples.user(number)) }
        }
        // The first transaction, which held the writer, wrote nothing.
        #expect(storage.statistics.commits - commits == 7)
        await storage.close()
    }

    @Test func `transactions that are all rolled back cost no commit`() async throws {
        let disk = try SimulatedDisk("no-commit")
        let storage = try SQLiteStorage(disk.settings)
        let (syncs, commits) = (disk.logSyncs, storage.statistics.commits)
        for number in 0..<10 {
            await #expect(throws: StorageConflict.notFound) {
                try await storage.withTransaction { store in
                    try store.users.insert(Samples.user(number))
                    throw StorageConflict.notFound
                }
            }
            try await storage.withTransaction { _ = try $0.users.find(Samples.userID(1)) }
        }
        #expect(storage.statistics.commits == commits)
        #expect(disk.logSyncs == syncs)
        await storage.close()
    }

    @Test func `a transaction that fails after it has written is rolled back alone`() async throws {
        let disk = try SimulatedDisk("failures-among-others")
        let storage = try SQLiteStorage(disk.settings)
        let results = try await runWaiting(in: storage, count: 20) { number in
            try await storage.withTransaction { store in
                try store.users.insert(Samples.user(number))
                if number % 3 == 0 { throw StorageConflict.modifiedConcurrently }
            }
        }
        let kept = (0..<20).filter { $0 % 3 != 0 }
        #expect(results.indices.filter { (try? results[$0].get()) != nil } == kept)
        let users = try await storage.read { try $0.users.list(after: nil, limit: 99) }
        #expect(Set(users.map(\.id)) == Set(kept.map(Samples.userID)))
        await storage.close()
    }

    @Test func `transactions that all fail after they have written cost no commit`() async throws {
        let disk = try SimulatedDisk("all-fail")
        let storage = try SQLiteStorage(disk.settings)
        let (syncs, commits) = (disk.logSyncs, storage.statistics.commits)
        let results = try await runWaiting(in: storage, count: 20) { number in
            try await storage.withTransaction { store in
                try store.users.insert(Samples.user(number))
                throw StorageConflict.modifiedConcurrently
            }
        }
        #expect(results.allSatisfy { (try? $0.get()) == nil })
        #expect(storage.statistics.commits == commits)
        #expect(disk.logSyncs == syncs)
        await storage.close()
    }

    @Test(arguments: [false, true])
    func `a full disk fails all transactions of a commit, and none is kept`(isRunAgain: Bool) async throws {
        let disk = try SimulatedDisk("full-in-commit-\(isRunAgain)")
        var settings = disk.settings
        settings.testStatements = ["PRAGMA max_page_count = 74"]
        let storage = try SQLiteStorage(settings)
        var large = Samples.event(1)
        large.details = ["large": .string(String(repeating: "x", count: 300_000))]
        let runs = Locked(0)
        let results = try await runWaiting(in: storage, count: 10) { [large] number in
            try await storage.withTransaction { store in
                let run = runs.withLock { runs in
                    runs += 1
                    return runs
                }
                try store.users.insert(Samples.user(number))
                if isRunAgain, run == 2 { throw StorageConflict.modifiedConcurrently }
                if run == 5 { try store.events.insert(large) }
            }
        }
        for result in results { #expect(isUnavailable(result)) }
        let users = try await storage.read { try $0.users.list(after: nil, limit: 99) }
        #expect(users == [])
        await storage.close()
    }

    @Test func `a transaction that fails alone runs once`() async throws {
        let disk = try SimulatedDisk("fails-alone")
        let storage = try SQLiteStorage(disk.settings)
        let runs = Locked(0)
        await #expect(throws: StorageConflict.modifiedConcurrently) {
            try await storage.withTransaction { store in
                runs.withLock { $0 += 1 }
                try store.users.insert(Samples.user(1))
                throw StorageConflict.modifiedConcurrently
            }
        }
        #expect(runs.withLock { $0 } == 1)
        await storage.close()
    }

    @Test func `transactions run once if none fails after it has written`() async throws {
        let disk = try SimulatedDisk("runs-once")
        let storage = try SQLiteStorage(disk.settings)
        let runs = Locked(0)
        let results = try await runWaiting(in: storage, count: 20) { number in
            try await storage.withTransaction { store in
                runs.withLock { $0 += 1 }
                if number == 7 { throw StorageConflict.notFound }
                try store.users.insert(Samples.user(number))
            }
        }
        #expect(results.count { (try? $0.get()) != nil } == 19)
        #expect(runs.withLock { $0 } == 20)
        await storage.close()
    }

    @Test func `all transactions of a failed commit fail, and none is kept`() async throws {
        let disk = try SimulatedDisk("failed-commit")
        let storage = try SQLiteStorage(disk.settings)
        let results = try await runWaiting(in: storage, count: 20) { number in
            disk.fail(PowerLossOperationSync, with: SQLITE_IOERR)
            try await storage.withTransaction { store in
                try store.users.insert(Samples.user(number))
                // Its conflict could come from changes of the others, which are not committed.
                if number == 19 { throw StorageConflict.alreadyExists }
            }
        }
        for result in results { #expect(isUnavailable(result)) }
        disk.fail(PowerLossOperationSync, with: nil)
        try await storage.withTransaction { try $0.users.insert(Samples.user(7)) }
        let users = try await storage.read { try $0.users.list(after: nil, limit: 99) }
        #expect(try users == [Samples.user(7)])
        await storage.close()
    }

    @Test func `transactions that wait when the storage closes are committed first`() async throws {
        let disk = try SimulatedDisk("closing")
        let storage = try SQLiteStorage(disk.settings)
        let close = { try await startClosing(storage) }
        let results = try await runWaiting(in: storage, count: 20, beforeRunning: close) { number in
            try await storage.withTransaction { try $0.users.insert(Samples.user(number)) }
        }
        await storage.close()
        let done = results.count { (try? $0.get()) != nil }
        let again = try SQLiteStorage(disk.settings)
        let users = try await again.read { try $0.users.list(after: nil, limit: 99) }
        #expect(users.count == done)
        #expect(done == 20)
        await again.close()
    }

    /// Starts to close the storage. Returns once it makes no more copies, after it has stopped taking transactions.
    private func startClosing(_ storage: SQLiteStorage) async throws {
        Task { await storage.close() }
        let closed = StorageError.unavailable(reason: "The storage is closed.")
        try #require(await eventually { await copyError(of: storage) == closed })
    }

    /// Returns why the database cannot be copied to a folder that does not exist.
    private func copyError(of storage: SQLiteStorage) async -> StorageError? {
        do {
            try await storage.backUp(to: "/nonexistent/copy.sqlite")
            return nil
        } catch {
            return error as? StorageError
        }
    }
}

func isUnavailable<Value>(_ result: Result<Value, any Error>) -> Bool {
    guard case .failure(StorageError.unavailable) = result else { return false }
    return true
}
