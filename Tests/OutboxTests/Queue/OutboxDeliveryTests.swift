// SPDX-License-Identifier: Apache-2.0

import IdentityModel
import Outbox
import POSIX
import TestStorage
import TestSupport
import Testing
import WireFormats

/// The queue of what is to be sent, with attempts that end in every way.
struct OutboxDeliveryTests {
    private static let pauses: [Int64] = [60, 300, 1_800, 7_200, 21_600, 21_600, 21_600]

    let fixture: OutboxFixture

    init() throws {
        fixture = try OutboxFixture()
    }

    // MARK: Attempts

    @Test func `an item that is accepted is gone`() async throws {
        let item = try await fixture.insert()
        #expect(try await fixture.send(fixture.kind()) == 1)
        #expect(try await fixture.items().isEmpty)
        guard case .sent(let sent) = fixture.reports.withLock({ $0.first }) else {
            Issue.record("no report")
            return
        }
        #expect(sent.id == item.id && sent.attempts == 1)
    }

    @Test func `a failed item is tried again after growing pauses, and given up when it is a day old`() async throws {
        let kind = fixture.kind { _ in .failed(reason: "Not now.") }
        let item = try await fixture.insert()
        for pause in Self.pauses {
            #expect(try await fixture.send(kind) == 1)
            fixture.clock.advance(seconds: pause - 1)
            #expect(try await fixture.send(kind) == 0)
            fixture.clock.advance(seconds: 1)
        }
        #expect(try await fixture.events().isEmpty)
        // Its next attempt would come after the day.
        #expect(try await fixture.send(kind) == 1)
        let dead = try #require(try await fixture.items().first)
        #expect(dead.id == item.id && dead.diedAt == fixture.clock.now && dead.lastError == "Not now.")
        let event = try #require(try await fixture.events().first)
        #expect(event.user == item.user && event.details["reason"] == "Not now.")
        fixture.clock.advance(seconds: 1_000_000)
        #expect(try await fixture.send(kind) == 0)
    }

    @Test func `a process whose lease has ended neither gives up nor postpones what another is sending`() async throws {
        for outcome in [OutboxKind.Outcome.refused(reason: "Late."), .failed(reason: "Late.")] {
            try await fixture.insert()
            let slow = try #require(try await fixture.delivery().claim(fixture.kind(), upTo: 1).first)
            // Another process begins the next attempt once the lease has ended.
            fixture.clock.advance(seconds: 61)
            let other = try #require(try await fixture.delivery().claim(fixture.kind(), upTo: 1).first)
            fixture.reports.withLock { $0 = [] }
            try await fixture.delivery().send(slow, of: fixture.kind { _ in outcome })
            #expect(try await fixture.items() == [other])
            #expect(fixture.reports.withLock { $0 }.isEmpty)
            #expect(try await fixture.events().isEmpty)
            try await fixture.delivery().send(other, of: fixture.kind())
            #expect(try await fixture.items().isEmpty)
        }
    }

    @Test func `an item that is refused is given up at once`() async throws {
        let kind = fixture.kind { _ in .refused(reason: "Nobody has this address.") }
        try await fixture.insert()
        #expect(try await fixture.send(kind) == 1)
        #expect(try await fixture.items().map(\.lastError) == ["Nobody has this address."])
        #expect(try await fixture.events().count == 1)
    }

    @Test func `what is given up is removed where nobody could send it again`() async throws {
        let kind = fixture.kind(keepsDead: false) { _ in .refused(reason: "No.") }
        try await fixture.insert()
        #expect(try await fixture.send(kind) == 1)
        #expect(try await fixture.items().isEmpty)
        #expect(try await fixture.events().count == 1)
    }

    @Test func `an item that was given up is sent when an operator asks for that`() async throws {
        try await fixture.insert()
        try await fixture.send(fixture.kind { _ in .refused(reason: "No.") })
        fixture.clock.advance(seconds: 200_000)
        let time = fixture.clock.now
        #expect(try await fixture.storage.withTransaction { try $0.outbox.revive(.mail, at: time) } == 1)
        #expect(try await fixture.send(fixture.kind()) == 1)
        #expect(try await fixture.items().isEmpty)
    }

    @Test func `an item whose content is worth nothing any longer is dropped without an attempt, and reported`()
        async throws
    {
        let item = try await fixture.insert(until: fixture.clock.now.advanced(by: 600))
        fixture.clock.advance(seconds: 600)
        #expect(try await fixture.send(fixture.kind()) == 0)
        #expect(try await fixture.items().isEmpty)
        #expect(try await fixture.events().isEmpty)
        #expect(fixture.reports.withLock { $0 } == [.expired(item)])
    }

    @Test func `an expired item that nobody wants is not reported`() async throws {
        try await fixture.insert(until: fixture.clock.now.advanced(by: 600))
        fixture.clock.advance(seconds: 600)
        #expect(try await fixture.send(fixture.kind(isWanted: { _ in false })) == 0)
        #expect(try await fixture.items().isEmpty && fixture.reports.withLock { $0.isEmpty })
    }

    @Test func `expired items are dropped although their receiver takes one attempt only`() async throws {
        let expiry = fixture.clock.now.advanced(by: 5)
        var receivers = OutboxReceivers()
        let first = try await fixture.insert()
        receivers.begin(first)
        receivers.finish(first, with: .unreachable(reason: "test"), at: fixture.clock.now)
        for number in 2..<40 { try await fixture.insert(number, until: expiry) }
        fixture.clock.advance(seconds: 5)
        #expect(try await fixture.send(fixture.kind(), besides: receivers) == 1)
        #expect(try await fixture.items().isEmpty)
        #expect(fixture.reports.withLock { $0.count } == 39)
    }

    @Test func `a failed item is given up if it expires before its next attempt`() async throws {
        let kind = fixture.kind { _ in .failed(reason: "Not now.") }
        try await fixture.insert(until: fixture.clock.now.advanced(by: 360))
        #expect(try await fixture.send(kind) == 1)
        #expect(try await fixture.items().map(\.diedAt) == [nil])
        fixture.clock.advance(seconds: 60)
        #expect(try await fixture.send(kind) == 1)
        let dead = try await fixture.items()
        #expect(dead.map(\.diedAt) == [fixture.clock.now] && dead.map(\.lastError) == ["Not now."])
        #expect(try await fixture.events().count == 1)
    }

    @Test(arguments: [
        ("550 5.1.1 <ada@example.org>: User unknown", "550 5.1.1 <[address]>: User unknown"),
        ("550 ada.b+c@example.org: no (ada@example.org).", "550 [address]: no ([address])."),
        (#"550 <"ada lovelace"@example.org> rejected"#, "550 <[address]> rejected"),
        ("see https://relay.example/?r=ada%40example.org", "see https:[address]"),
        ("550 <x> ada@", "550 <x> [address]"), ("450 < ada@example.org", "450 < [address]"),
        ("451 Greylisted, try again in 00:05:00", "451 Greylisted, try again in 00:05:00"), ("", ""),
    ])
    func `what a relay says is stored and reported without addresses`(text: String, masked: String) async throws {
        for (number, outcome) in [
            OutboxKind.Outcome.failed(reason: text), .refused(reason: text), .unreachable(reason: text),
        ].enumerated() {
            try await fixture.insert(number)
            try await fixture.send(fixture.kind { _ in outcome })
        }
        #expect(try await fixture.items().map(\.lastError) == [masked, masked, masked])
        #expect(try await fixture.events().map { $0.details["reason"] } == [.string(masked)])
        let reported = fixture.reports.withLock { $0 }.map { report in
            switch report {
            case .failed(_, let reason), .abandoned(_, let reason): reason
            case .sent, .expired: ""
            }
        }
        #expect(reported == [masked, masked, masked])
    }

    @Test func `an item from before a long downtime is given up without an attempt`() async throws {
        try await fixture.insert(1)
        fixture.clock.advance(seconds: 1)
        try await fixture.insert(2)
        fixture.clock.advance(seconds: 86_399)
        #expect(try await fixture.send(fixture.kind()) == 1)
        #expect(try await fixture.items().map(\.lastError) == ["It is too old."])
    }

    @Test func `an attempt that the end of the server interrupts is repeated when its lease has ended`() async throws {
        try await fixture.insert()
        #expect(try await fixture.send(fixture.kind { _ in .interrupted }) == 1)
        fixture.clock.advance(seconds: 59)
        #expect(try await fixture.send(fixture.kind()) == 0)
        fixture.clock.advance(seconds: 1)
        #expect(try await fixture.send(fixture.kind()) == 1)
    }

    // MARK: Others

    @Test func `poison delays nothing else`() async throws {
        let kind = fixture.kind { item in item.content == [0] ? .failed(reason: "Poison.") : .accepted }
        for number in 0..<100 {
            try await fixture.insert(0, to: "relay")
            try await fixture.insert(1 + number % 200, to: "relay")
        }
        #expect(try await fixture.send(kind) == 200)
        #expect(try await fixture.items().count == 100)
        #expect(try await fixture.items().allSatisfy { $0.content == [0] && $0.diedAt == nil })
    }

    @Test func `an attempt that throws keeps the item, for after its lease`() async throws {
        struct Fault: Error {}
        try await fixture.insert()
        await #expect(throws: Fault.self) { try await fixture.send(fixture.kind { _ in throw Fault() }) }
        fixture.clock.advance(seconds: 60)
        #expect(try await fixture.send(fixture.kind()) == 1)
    }

    @Test func `what nobody wants any longer is dropped and keeps nothing back`() async throws {
        let kind = fixture.kind(isWanted: { $0.content == [2] })
        try await fixture.insert(1)
        fixture.clock.advance(seconds: 1)
        try await fixture.insert(2)
        #expect(try await fixture.delivery().claim(kind, upTo: 1).map(\.content) == [[2]])
        #expect(try await fixture.items().count == 1)
    }

    @Test func `looking for items writes nothing`() async throws {
        let storage = InstrumentedStorage(fixture.storage)
        let delivery = fixture.delivery(over: storage)
        try await fixture.insert()
        #expect(try await delivery.claim(fixture.kind(), upTo: 1).count == 1)
        let before = storage.transactions
        #expect(try await delivery.claim(fixture.kind(), upTo: 16).isEmpty)
        #expect(try await delivery.claim(fixture.kind(), upTo: 0).isEmpty)
        #expect(storage.transactions == before)
    }

    @Test func `of several processes one makes an attempt`() async throws {
        let kind = fixture.kind()
        for number in 0..<8 { try await fixture.insert(number) }
        try await withThrowingTaskGroup(of: Void.self) { group in
            for _ in 0..<4 { group.addTask { try await fixture.send(kind, by: fixture.delivery()) } }
            try await group.waitForAll()
        }
        #expect(fixture.attempts.withLock { $0.map(\.content).count } == 8)
        #expect(try await fixture.items().isEmpty)
    }

    @Test func `an attempt of a process that ended is repeated by another`() async throws {
        let kind = fixture.kind()
        try await fixture.insert()
        #expect(try await fixture.delivery().claim(kind, upTo: 1).count == 1)
        #expect(try await fixture.send(kind) == 0)
        fixture.clock.advance(seconds: 60)
        #expect(try await fixture.send(kind) == 1)
        #expect(fixture.attempts.withLock { $0.map(\.attempts) } == [2])
    }

    // MARK: Receivers

    @Test func `a receiver gets as many attempts at once as its kind says, and others don't wait for it`() async throws
    {
        let kind = fixture.kind(concurrency: 2)
        for number in 0..<20 { try await fixture.insert(number, to: "slow") }
        fixture.clock.advance(seconds: 1)
        try await fixture.insert(20, to: "quick")
        var receivers = OutboxReceivers()
        let first = try await fixture.delivery().claim(kind, upTo: 16)
        #expect(first.map(\.receiver) == ["slow", "slow"])
        for item in first { receivers.begin(item) }
        #expect(receivers.runningCount(of: .mail) == 2 && receivers.runningCount(of: .logout) == 0)
        #expect(try await fixture.delivery().claim(kind, upTo: 14, besides: receivers).map(\.receiver) == ["quick"])
        #expect(try await fixture.delivery().claim(kind, upTo: 14, besides: receivers).isEmpty)
        receivers.finish(first[0], with: .accepted, at: fixture.clock.now)
        #expect(try await fixture.delivery().claim(kind, upTo: 14, besides: receivers).map(\.receiver) == ["slow"])
    }

    @Test func `a receiver that can't be reached is left alone, longer after each failure`() async throws {
        let kind = fixture.kind()
        for number in 0..<40 { try await fixture.insert(number) }
        var receivers = OutboxReceivers()
        var isFirst = true
        for pause in [5, 30, 120, 300, 300] as [Int64] {
            let claimed = try await fixture.delivery().claim(kind, upTo: 4, besides: receivers)
            // One attempt finds out whether it is back.
            #expect(claimed.count == (isFirst ? 4 : 1))
            isFirst = false
            let item = try #require(claimed.first)
            receivers.begin(item)
            receivers.finish(item, with: .unreachable(reason: "test"), at: fixture.clock.now)
            fixture.clock.advance(seconds: pause - 1)
            #expect(try await fixture.delivery().claim(kind, upTo: 4, besides: receivers).isEmpty)
            fixture.clock.advance(seconds: 1)
        }
        let item = try #require(try await fixture.delivery().claim(kind, upTo: 4, besides: receivers).first)
        receivers.begin(item)
        receivers.finish(item, with: .failed(reason: "It responds again."), at: fixture.clock.now)
        #expect(try await fixture.delivery().claim(kind, upTo: 4, besides: receivers).count == 4)
    }
}
