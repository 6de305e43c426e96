// SPDX-License-Identifier: Apache-2.0

import Foundation
import SignIn
import SoftwareAuthenticator
import TestSupport
import Testing

/// Tests that block a thread of Swift's pool run one after the other: on a small machine the pool has two.
@Suite(.serialized, .timeLimit(.minutes(5)))
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

    @Test func `only registrations with certificates are queued, and a declined response may be sent again`()
        async throws
    {
        let fixture = try SignInFixture()
        let gate = Gate()
        let queue = VerificationQueue(width: 1, room: 0)
        let blocked = Task { try await queue.run { gate.pass() } }
        try #require(await gate.isReached())
        let attesting = TestUser(at: fixture, profile: .securityKey).with { $0.settings.attestation = .always }
        let attempt = try await attesting.beginSignUp()
        let (seal, clock) = (fixture.ceremonies.seal, fixture.clock)
        let busy = CeremonyService(storage: fixture.storage, seal: seal, queue: queue, now: { clock.now })
        #expect(await code { try await attesting.finish(attempt, at: busy) } == "sign-in.too-busy")
        let ordinary = TestUser(at: fixture).with { $0.address = "another@example.org" }
        _ = try await ordinary.finish(try await ordinary.beginSignUp(), at: busy)
        _ = try await ordinary.finish(try ordinary.beginSignIn(), at: busy)
        gate.open()
        try await blocked.value
        #expect(try await attesting.finish(attempt, at: busy).isNewAccount)
    }
}
