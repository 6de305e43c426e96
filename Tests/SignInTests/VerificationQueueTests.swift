// SPDX-License-Identifier: Apache-2.0

import Foundation
import SignIn
import TestSupport
import Testing

@Suite(.timeLimit(.minutes(5)))
struct VerificationQueueTests {
    @Test func `at most the queue's width runs at a time, and every verification runs`() async throws {
        let queue = VerificationQueue(width: 2, room: 64)
        let gauge = Gauge()
        let results = try await withThrowingTaskGroup(of: Int.self) { group in
            for number in 0..<40 {
                group.addTask {
                    try await queue.run {
                        gauge.enter()
                        defer { gauge.leave() }
                        return number
                    }
                }
            }
            return try await group.reduce(into: Set()) { $0.insert($1) }
        }
        #expect(results == Set(0..<40))
        #expect(gauge.highest <= 2)
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
        let second = Task { try await queue.run { Issue.record("nobody waits for this") } }
        second.cancel()
        gate.open()
        try await first.value
        await #expect(throws: VerificationQueue.Declined.self) { try await second.value }
        try await queue.run {}
    }
}

/// Records the highest number of concurrent verifications.
private final class Gauge: @unchecked Sendable {
    private let lock = NSLock()
    private var inside = 0
    private(set) var highest = 0

    func enter() {
        lock.withLock {
            inside += 1
            highest = max(highest, inside)
        }
    }

    func leave() { lock.withLock { inside -= 1 } }
}
