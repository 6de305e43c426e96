// SPDX-License-Identifier: Apache-2.0

import IdentityModel
import Outbox
import POSIX
import TestStorage
import TestSupport
import Testing
import WireFormats

/// What receivers that are down take from the others, by a clock that moves from second to second.
struct OutboxRateTests {
    /// As many as a server makes attempts of a kind at once.
    private static let slots = 16
    /// How long an attempt at a receiver may take, in seconds.
    private static let limit: Int64 = 60

    @Test(arguments: [1, 4])
    func `of ten thousand items, a hundred to receivers that are down slow the others by a fifth at most`(
        concurrency: Int
    ) async throws {
        let fixture = try OutboxFixture()
        let (count, poison) = (10_000, 100)
        try await Self.insert(count, poison: poison, into: fixture)
        let kind = fixture.kind(concurrency: concurrency) { item in
            Self.isPoison(item) ? .unreachable(reason: "It is down.") : .accepted
        }
        let sending = Sending(fixture, kind: kind)
        let seconds = try await sending.run(until: count - poison)
        // Without the others, each second has its sixteen.
        let undisturbed = (count - poison + Self.slots - 1) / Self.slots
        #expect(Double(undisturbed) / Double(seconds) >= 0.8, "\(seconds) seconds")
        #expect(try await fixture.storage.read { try $0.outbox.summary(of: .mail) }.waiting == poison)
        let attempts = fixture.attempts.withLock { $0 }
        #expect(attempts.contains { $0.receiver == "failing" } && attempts.contains { $0.receiver == "stalling" })
    }

    private static func isPoison(_ item: OutboxItem) -> Bool { ["failing", "stalling"].contains(item.receiver) }

    /// Stores the poison first, so that it is due before everything else.
    private static func insert(_ count: Int, poison: Int, into fixture: OutboxFixture) async throws {
        let start = fixture.clock.now
        let items = (0..<count).map { number in
            let receiver = number < poison ? ["failing", "stalling"][number % 2] : "receiver \(number % 100)"
            return OutboxItem(.mail, to: receiver, content: [], at: number < poison ? start : start.advanced(by: 1))
        }
        try await fixture.storage.withTransaction { for item in items { try $0.outbox.insert(item) } }
        fixture.clock.advance(seconds: 1)
    }

    /// A server whose attempts take a second, or as long as they may.
    private struct Sending {
        let fixture: OutboxFixture
        let kind: OutboxKind
        private let delivery: OutboxDelivery
        private var receivers = OutboxReceivers()
        private var running: [(item: OutboxItem, end: Timestamp)] = []
        private var sent = 0

        init(_ fixture: OutboxFixture, kind: OutboxKind) {
            (self.fixture, self.kind) = (fixture, kind)
            delivery = fixture.delivery()
        }

        /// Returns after how many seconds a number of items was sent.
        func run(until count: Int) async throws -> Int {
            var sending = self
            var seconds = 0
            while sending.sent < count, seconds < count {
                try await sending.begin()
                fixture.clock.advance(seconds: 1)
                seconds += 1
                try await sending.finish()
            }
            return seconds
        }

        private mutating func begin() async throws {
            let time = fixture.clock.now
            while running.count < OutboxRateTests.slots {
                let free = OutboxRateTests.slots - running.count
                let claimed = try await delivery.claim(kind, upTo: free, besides: receivers)
                guard !claimed.isEmpty else { return }
                for item in claimed {
                    receivers.begin(item)
                    let seconds = item.receiver == "stalling" ? OutboxRateTests.limit : 1
                    running.append((item, time.advanced(by: seconds)))
                }
            }
        }

        private mutating func finish() async throws {
            let time = fixture.clock.now
            let (delivery, kind) = (delivery, kind)
            let ended = running.filter { $0.end <= time }
            running.removeAll { $0.end <= time }
            let outcomes = try await withThrowingTaskGroup(of: (OutboxItem, OutboxKind.Outcome).self) { group in
                for attempt in ended {
                    group.addTask { (attempt.item, try await delivery.send(attempt.item, of: kind)) }
                }
                return try await group.reduce(into: []) { $0.append($1) }
            }
            for (item, outcome) in outcomes {
                receivers.finish(item, with: outcome, at: time)
                if outcome == .accepted { sent += 1 }
            }
        }
    }
}
