// SPDX-License-Identifier: Apache-2.0

import IdentityModel
import WireFormats

extension StorageCheck {
    static let outbox: [StorageCheck] = [
        StorageCheck("an item is read as it was stored, from the time when it is due") { storage in
            let item = Samples.item(1, at: Samples.time(10))
            try await storage.insert([item])
            try await storage.expectDue([], at: 9)
            try await storage.expectDue([item], at: 10)
            try await StorageConformance.expect(
                StorageConflict.alreadyExists, from: { try await storage.insert([item]) })
        },
        StorageCheck("a logout notice needs no account, and outlives it") { storage in
            let session = try await storage.insertSession(1)
            let notice = LogoutNotice(
                to: "client", at: "https://app.example.org/", about: session.id, of: session.user, host: session.host)
            let item = notice.item(at: Samples.time(0))
            try await storage.withTransaction { store in
                try store.outbox.insert(item)
                try store.users.remove(session.user)
            }
            try await storage.expectDue([item], at: 0)
        },
        StorageCheck("mail and messages go with the account that they are about, and those about others stay") {
            storage in
            let session = try await storage.insertSession(1)
            let items = [OutboxItem.Kind.mail, .message].flatMap { kind in
                [session.user, Samples.userID(2), nil].map {
                    OutboxItem(kind, to: "relay", about: $0, content: [1], at: Samples.time(0))
                }
            }
            try await storage.insert(items)
            try await storage.withTransaction { store in
                _ = try store.outbox.bury(items[0], at: Samples.time(5), because: "")
                try store.users.remove(session.user)
            }
            let rest = try await storage.read { stored in
                try [OutboxItem.Kind.mail, .message].flatMap { try stored.outbox.list($0, limit: 9) }
            }
            try expect(Set(rest.map(\.id)), is: Set(items.filter { $0.user != session.user }.map(\.id)))
        },
        StorageCheck("items are listed by kind and the time when they are due, without those to some receivers") {
            storage in
            let items = [3, 1, 2].map { Samples.item($0, at: Samples.time(Int64($0))) }
            try await storage.insert(items + [OutboxItem(.mail, to: "relay", content: [1], at: Samples.time(0))])
            try await storage.expectDue([items[1], items[2], items[0]], at: 5)
            try await storage.expectDue([items[1], items[2]], at: 5, limit: 2)
            try await storage.expectDue([items[2], items[0]], at: 5, except: [items[1].receiver])
            try await storage.expectDue([], at: 5, except: Set(items.map(\.receiver)))
        },
        StorageCheck("a lease keeps an item from others until it ends") { storage in
            let item = Samples.item(1, at: Samples.time(0))
            try await storage.insert([item])
            try expect(try await storage.claim(item, forSeconds: 3_600), is: true)
            try await storage.expectDue([], at: 9)
            var claimed = item
            claimed.attempts = 1
            try expect(try await storage.claim(claimed, forSeconds: 3_600), is: false)
        },
        StorageCheck("an item whose lease has ended is claimed again, once for each attempt") { storage in
            let item = Samples.item(1, at: Samples.time(0))
            try await storage.insert([item])
            try expect(try await storage.claim(item, forSeconds: 0), is: true)
            try expect(try await storage.claim(item, forSeconds: 0), is: false)
            var claimed = item
            claimed.attempts = 1
            try await storage.expectDue([claimed], at: 0)
            try expect(try await storage.claim(claimed, forSeconds: 0), is: true)
        },
        StorageCheck("of several processes that claim an attempt, one succeeds") { storage in
            let item = Samples.item(1, at: Samples.time(0))
            try await storage.insert([item])
            let successes = try await withThrowingTaskGroup(of: Bool.self) { group in
                for _ in 0..<8 { group.addTask { try await storage.claim(item, forSeconds: 3_600) } }
                return try await group.reduce(into: 0) { $0 += $1 ? 1 : 0 }
            }
            try expect(successes, is: 1)
        },
        StorageCheck("a failed attempt ends the lease and sets the next time, with its reason") { storage in
            let item = Samples.item(1, at: Samples.time(0))
            try await storage.insert([item])
            let claimed = try await storage.claimed(item, forSeconds: 3_600)
            try expect(try await storage.postpone(claimed, until: 60, because: "It is closed."), is: true)
            var failed = item
            (failed.attempts, failed.dueAt, failed.lastError) = (1, Samples.time(60), "It is closed.")
            try await storage.expectDue([], at: 59)
            try await storage.expectDue([failed], at: 60)
        },
        StorageCheck("an item that was given up is kept, and is not due until it is revived") { storage in
            let items = [1, 2].map { Samples.item($0, at: Samples.time(0)) }
            try await storage.insert(items)
            let claimed = try await storage.claimed(items[0], forSeconds: 3_600)
            try expect(try await storage.bury(claimed, at: 7, because: "Nobody is there."), is: true)
            try await storage.expectDue([items[1]], at: 9)
            let dead = try await storage.read { try $0.outbox.list(.logout, limit: 9) }.first { $0.id == items[0].id }
            try expect(dead?.diedAt, is: Samples.time(7))
            try expect(dead?.lastError, is: "Nobody is there.")
            let revived = try await storage.withTransaction { try $0.outbox.revive(.logout, at: Samples.time(20)) }
            try expect(revived, is: 1)
            let due = try await storage.read {
                try $0.outbox.listDue(.logout, at: Samples.time(20), except: [], limit: 9)
            }
            try expect(due.map(\.id), is: [items[1].id, items[0].id])
            try expect(due.map(\.attempts), is: [0, 0])
        },
        StorageCheck("whoever's lease has ended changes nothing of an item that another is sending") { storage in
            let item = Samples.item(1, at: Samples.time(0))
            try await storage.insert([item])
            let first = try await storage.claimed(item, forSeconds: 0)
            let second = try await storage.claimed(first, forSeconds: 3_600)
            try expect(try await storage.postpone(first, until: 60, because: "It was slow."), is: false)
            try expect(try await storage.bury(first, at: 7, because: "It was slow."), is: false)
            // The lease of the other goes on.
            try await storage.expectDue([], at: 99)
            let stored = try await storage.read { try $0.outbox.list(.logout, limit: 9) }
            try expect(stored, is: [second])
            try expect(try await storage.postpone(second, until: 60, because: "It is closed."), is: true)
            try await storage.withTransaction { try $0.outbox.remove(item.id) }
            try expect(try await storage.bury(second, at: 7, because: "It is gone."), is: false)
        },
        StorageCheck("the time is known from which an item has been due longest, among those of its kind") { storage in
            let items = [5, 3, 4].map { Samples.item($0, at: Samples.time(Int64($0))) }
            try await storage.insert(items + [OutboxItem(.mail, to: "relay", content: [1], at: Samples.time(1))])
            try expect(try await storage.longestDue(.logout, at: 2), is: nil)
            try expect(try await storage.longestDue(.logout, at: 9), is: Samples.time(3))
            try expect(try await storage.longestDue(.mail, at: 9), is: Samples.time(1))
            try expect(try await storage.longestDue(.message, at: 9), is: nil)
            // One that is being sent is due until it has been sent, and one that was given up isn't.
            _ = try await storage.claimed(items[1], forSeconds: 3_600)
            try expect(try await storage.longestDue(.logout, at: 9), is: Samples.time(3))
            try await storage.withTransaction { try $0.outbox.remove(items[1].id) }
            try expect(try await storage.bury(items[2], at: 7, because: ""), is: true)
            try expect(try await storage.longestDue(.logout, at: 9), is: Samples.time(5))
        },
        StorageCheck("items are summarized by kind") { storage in
            try await storage.insert((1...3).map { Samples.item($0, at: Samples.time(Int64($0))) })
            _ = try await storage.bury(Samples.item(1, at: Samples.time(1)), at: 5, because: "")
            try expect(
                try await storage.read { try $0.outbox.summary(of: .logout) },
                is: OutboxSummary(waiting: 2, dead: 1, oldest: Samples.time(2)))
            try expect(try await storage.read { try $0.outbox.summary(of: .mail) }, is: OutboxSummary())
        },
        StorageCheck("an item that was removed is not claimed, and is removed again without an error") { storage in
            let items = [1, 2].map { Samples.item($0, at: Samples.time(0)) }
            try await storage.insert(items)
            for _ in 0..<2 { try await storage.withTransaction { try $0.outbox.remove(items[0].id) } }
            try expect(try await storage.claim(items[0], forSeconds: 60), is: false)
            try await storage.expectDue([items[1]], at: 0)
            try await storage.withTransaction { try $0.outbox.removeAll() }
            try await storage.expectDue([], at: 9)
        },
        StorageCheck("what was given up long ago is removed, and what has expired, and nothing else") { storage in
            let items = (1...3).map { Samples.item($0, at: Samples.time(0)) }
            let expired = OutboxItem(.mail, to: "relay", content: [1], at: Samples.time(0), until: Samples.time(3))
            try await storage.insert(items + [expired])
            _ = try await storage.bury(items[0], at: 5, because: "")
            _ = try await storage.bury(items[1], at: 6, because: "")
            let removed = try await storage.withTransaction {
                try $0.outbox.removeExpired(before: Samples.time(4), deadBefore: Samples.time(6), limit: 9)
            }
            try expect(removed, is: 2)
            try expect(try await storage.read { try $0.outbox.list(.mail, limit: 9) }.isEmpty, is: true)
            let rest = try await storage.read { try $0.outbox.list(.logout, limit: 9) }
            try expect(Set(rest.map(\.id)), is: [items[1].id, items[2].id])
        },
    ]
}

extension Samples {
    static func item(_ number: Int, at time: Timestamp) -> OutboxItem {
        let notice = LogoutNotice(
            to: "client \(number)", at: "https://app\(number).example.org/logout?a=%22b%22", about: sessionID(number),
            of: userID(number), host: "login.example.org")
        return notice.item(at: time, id: OutboxItem.ID(rawValue: "item \(number)"))
    }
}

extension Storage {
    fileprivate func insert(_ items: [OutboxItem]) async throws {
        try await withTransaction { for item in items { try $0.outbox.insert(item) } }
    }

    fileprivate func expectDue(
        _ items: [OutboxItem], at time: Int64, except receivers: Set<String> = [], limit: Int = 10, line: UInt = #line
    ) async throws {
        let due = try await read {
            try $0.outbox.listDue(.logout, at: Samples.time(time), except: receivers, limit: limit)
        }
        try StorageConformance.expect(due, is: items, line: line)
    }

    fileprivate func claim(_ item: OutboxItem, forSeconds lease: Int) async throws -> Bool {
        try await withTransaction { try $0.outbox.claim(item, forSeconds: lease) }
    }

    /// Returns the item with the attempt that begins.
    fileprivate func claimed(_ item: OutboxItem, forSeconds lease: Int) async throws -> OutboxItem {
        try StorageConformance.expect(try await claim(item, forSeconds: lease), is: true)
        var claimed = item
        claimed.attempts += 1
        return claimed
    }

    fileprivate func postpone(_ item: OutboxItem, until time: Int64, because reason: String) async throws -> Bool {
        try await withTransaction { try $0.outbox.postpone(item, until: Samples.time(time), because: reason) }
    }

    fileprivate func bury(_ item: OutboxItem, at time: Int64, because reason: String) async throws -> Bool {
        try await withTransaction { try $0.outbox.bury(item, at: Samples.time(time), because: reason) }
    }

    fileprivate func longestDue(_ kind: OutboxItem.Kind, at time: Int64) async throws -> Timestamp? {
        try await read { try $0.outbox.longestDue(kind, at: Samples.time(time)) }
    }
}
