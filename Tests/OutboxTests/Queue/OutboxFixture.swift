// SPDX-License-Identifier: Apache-2.0

import IdentityModel
import Outbox
import POSIX
import TestStorage
import TestSupport
import WireFormats

/// An outbox whose attempts end as a test says.
struct OutboxFixture {
    let data: TestStorage
    let clock = ManualClock()
    let reports = Locked<[OutboxDelivery.Report]>([])
    /// The receivers of the items that were sent, in order.
    let attempts = Locked<[OutboxItem]>([])

    init() throws {
        let clock = clock
        data = try TestStorage(clock: { clock.now })
    }

    var storage: any Storage { data.storage }

    /// Returns the delivery of a process.
    func delivery(over other: (any Storage)? = nil) -> OutboxDelivery {
        let (clock, reports) = (clock, reports)
        return OutboxDelivery(
            storage: other ?? storage, now: { clock.now },
            report: { report in reports.withLock { $0.append(report) } })
    }

    /// Returns a kind whose attempts end so.
    func kind(
        _ kind: OutboxItem.Kind = .mail, concurrency: Int = 16, keepsDead: Bool = true,
        ending outcome: @escaping @Sendable (OutboxItem) async throws -> OutboxKind.Outcome = { _ in .accepted },
        isWanted: @escaping @Sendable (OutboxItem) -> Bool = { _ in true }
    ) -> OutboxKind {
        let (attempts, clock) = (attempts, clock)
        return OutboxKind(
            kind, concurrency: concurrency, keepsDead: keepsDead, isWanted: isWanted,
            send: { item in
                attempts.withLock { $0.append(item) }
                return try await outcome(item)
            },
            deadEvent: { item, reason in
                var event = AuditEvent(.logoutUndelivered, at: clock.now)
                event.user = item.user
                event.details = ["reason": .string(reason)]
                return event
            })
    }

    @discardableResult
    func insert(
        _ number: Int = 1, _ kind: OutboxItem.Kind = .mail, to receiver: String = "relay", until: Timestamp? = nil
    ) async throws -> OutboxItem {
        let item = OutboxItem(
            kind, to: receiver, about: UserID(rawValue: "auth0|\(number)"),
            content: [UInt8(truncatingIfNeeded: number)],
            at: clock.now, until: until)
        try await storage.withTransaction { try $0.outbox.insert(item) }
        return item
    }

    /// Claims what is due and makes the attempts. Returns how many there were.
    @discardableResult
    func send(
        _ kind: OutboxKind, by other: OutboxDelivery? = nil, besides receivers: OutboxReceivers = OutboxReceivers()
    ) async throws -> Int {
        let delivery = other ?? delivery()
        var count = 0
        while case let claimed = try await delivery.claim(kind, upTo: 16, besides: receivers), !claimed.isEmpty {
            count += claimed.count
            try await withThrowingTaskGroup(of: Void.self) { group in
                for item in claimed { group.addTask { try await delivery.send(item, of: kind) } }
                try await group.waitForAll()
            }
        }
        return count
    }

    func items(_ kind: OutboxItem.Kind = .mail) async throws -> [OutboxItem] {
        try await storage.read { try $0.outbox.list(kind, limit: 1_000) }
    }

    func events() async throws -> [AuditEvent] {
        try await storage.read { try $0.events.list(user: nil, limit: 100) }
    }
}
