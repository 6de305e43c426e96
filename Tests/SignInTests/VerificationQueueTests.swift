// SPDX-License-Identifier: Apache-2.0

import Foundation
import SignIn
import TestLimits
import TestSupport
import Testing

@Suite(.turnLimit)
struct VerificationQueueTests {
    @Test func `at most the queue's width runs at a time, and every verification runs`() async throws {
        let queue = VerificationQueue(width: 2, room: 64)
        let running = ConcurrencyCounter()
        let results = try await withThrowingTaskGroup(of: Int.self) { group in
            for number in 0..<40 {
                group.addTask {
                    try await queue.run {
                        running.enter()
                        defer { running.leave() }
                        return number
                    }
                }
            }
            return try await group.reduce(into: Set()) { $0.insert($1) }
        }
        #expect(results == Set(0..<40))
        #expect(running.highest <= 2)
    }

    @Test func `verifications that take long leave Swift's own threads free`() async throws {
        let width = ProcessInfo.processInfo.activeProcessorCount + 1
        let queue = VerificationQueue(width: width, room: 0)
        let gates = (0..<width).map { _ in Gate() }
        let running = gates.map { gate in Task { try await queue.run { gate.pass() } } }
        for gate in gates { try #require(await gate.isReached()) }
        #expect(await Task.detached { true }.value)
        for gate in gates { gate.open() }
        for task in running { try await task.value }
    }

    @Test func `a verification is declined while the queue is full`() async throws {
        let queue = VerificationQueue(width: 1, room: 0)
        let gate = Gate()
        let first = Task { try await queue.run { gate.pass() } }
        try #require(await gate.isReached())
        await #expect(throws: VerificationQueue.Declined.self) { try await queue.run {} }
        gate.open()
        try await first.value
        try await queue.run {}
    }

    @Test func `a canceled verification does not run and frees its place`() async throws {
        let queue = VerificationQueue(width: 1, room: 8)
        let gate = Gate()
        let first = Task { try await queue.run { gate.pass() } }
        try #require(await gate.isReached())
        let second = Task { try await queue.run { Issue.record("A canceled verification ran.") } }
        second.cancel()
        gate.open()
        try await first.value
        await #expect(throws: VerificationQueue.Declined.self) { try await second.value }
        try await queue.run {}
    }
}
