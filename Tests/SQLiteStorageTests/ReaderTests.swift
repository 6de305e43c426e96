// SPDX-License-Identifier: Apache-2.0

import Foundation
import IdentityModel
import POSIX
import SQLiteStorage
import StorageConformance
import TestSupport
import Testing

struct ReaderTests {
    @available(macOS 15, *)
    @Test func `a read sees one state of the database`() async throws {
        let disk = try SimulatedDisk("one-state")
        let storage = try SQLiteStorage(disk.settings)
        let gate = Gate()
        let reading = Task(executorPreference: BlockableExecutor()) {
            try await storage.read { stored in
                let before = try stored.users.list(after: nil, limit: 9).count
                gate.pass()
                return [before, try stored.users.list(after: nil, limit: 9).count]
            }
        }
        try #require(await gate.isReached())
        try await storage.withTransaction { try $0.users.insert(Samples.user(1)) }
        gate.open()
        #expect(try await reading.value == [0, 0])
        await storage.close()
    }

    @available(macOS 15, *)
    @Test func `closing waits for every read`() async throws {
        try await withTemporaryFolder { directory in
            let storage = try SQLiteStorage(SQLiteSettings(path: directory + "/a.sqlite"))
            let gates = [Gate(), Gate()]
            let executor = BlockableExecutor()
            let reads = gates.map { gate in
                Task(executorPreference: executor) { try await storage.read { _ in gate.pass() } }
            }
            for gate in gates { try #require(await gate.isReached()) }
            let isClosed = Locked(false)
            let closing = Task {
                await storage.close()
                isClosed.withLock { $0 = true }
            }
            try #require(await eventually { (try? await storage.read { _ in }) == nil })
            for (gate, read) in zip(gates, reads) {
                // Enough for a storage that does not wait.
                try await Task.sleep(for: .milliseconds(50))
                #expect(isClosed.withLock { !$0 })
                gate.open()
                try await read.value
            }
            await closing.value
            #expect(try FileManager.default.contentsOfDirectory(atPath: directory) == ["a.sqlite"])
        }
    }
}

/// Runs tasks that may block their threads.
@available(macOS 15, *)
private final class BlockableExecutor: TaskExecutor {
    func enqueue(_ job: consuming ExecutorJob) {
        let job = UnownedJob(job)
        DispatchQueue.global().async { job.runSynchronously(on: self.asUnownedTaskExecutor()) }
    }
}
