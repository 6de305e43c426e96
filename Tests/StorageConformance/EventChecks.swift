// SPDX-License-Identifier: Apache-2.0

import IdentityModel
import WireFormats

extension StorageCheck {
    static let events: [StorageCheck] = [
        StorageCheck("events are read as they were stored, newest first") { storage in
            var full = AuditEvent(.keyRotated, at: Samples.time(9))
            full.user = Samples.userID(7)
            full.client = "client"
            full.address = "2001:db8::1"
            full.reference = "r"
            full.details = ["a": 1]
            let events = [Samples.event(1), full, Samples.event(2, user: full.user), Samples.event(3)]
            try await storage.withTransaction { for event in events { try $0.events.insert(event) } }
            try await storage.read { stored in
                try expect(stored.events.list(user: nil, limit: 10), is: events.reversed())
                try expect(stored.events.list(user: nil, limit: 2), is: [events[3], events[2]])
                try expect(stored.events.list(user: events[1].user, limit: 10), is: [events[2], events[1]])
                try expect(stored.events.list(user: events[1].user, limit: 1), is: [events[2]])
                try expect(stored.events.list(user: Samples.userID(8), limit: 10), is: [])
            }
        },
        StorageCheck("events are found by user, kind and time") { storage in
            let user = Samples.userID(7)
            let kinds = ["user.blocked", "user.unblocked", "users.other", "user"]
            let events = kinds.enumerated().map { number, kind in
                var event = AuditEvent(AuditEvent.Kind(rawValue: kind), at: Samples.time(Int64(number)))
                event.user = number % 2 == 0 ? user : nil
                return event
            }
            try await storage.withTransaction { for event in events { try $0.events.insert(event) } }
            let found = { (change: (inout EventFilter) -> Void) async throws in
                var filter = EventFilter()
                change(&filter)
                let filterCopy = filter
                return try await storage.read { try $0.events.list(filterCopy, limit: 10) }.map(\.kind.rawValue)
            }
            try await expect(found { $0.kind = "user" }, is: ["user", "user.unblocked", "user.blocked"])
            try await expect(found { $0.kind = "user.blocked" }, is: ["user.blocked"])
            try await expect(found { $0.kind = "use" }, is: [])
            try await expect(found { $0.kind = "%" }, is: [])
            try await expect(found { $0.since = Samples.time(2) }, is: ["user", "users.other"])
            try await expect(found { $0.user = user }, is: ["users.other", "user.blocked"])
            try await expect(
                found {
                    $0.user = user
                    $0.kind = "user"
                    $0.since = Samples.time(0)
                }, is: ["user.blocked"])
        },
        StorageCheck("operators' events are listed after a number, oldest first") { storage in
            var events = (0..<4).map { Samples.event($0) }
            events[1].attribute(to: .command("users block"))
            events[2].details = ["name": .string(AuditEvent.operatorMark)]
            events[3].attribute(to: .command("keys rotate"))
            let stored = events
            let before = try await storage.read { try $0.events.listOperatorEvents(after: .max, limit: 10) }
            try expect(before.events, is: [])
            try await storage.withTransaction { for event in stored { try $0.events.insert(event) } }
            let all = try await storage.read { try $0.events.listOperatorEvents(after: before.newest, limit: 10) }
            try expect(all.events, is: [stored[1], stored[3]])
            try expect(all.events.map(\.operatorCommand), is: ["users block", "keys rotate"])
            let none = try await storage.read { try $0.events.listOperatorEvents(after: all.newest, limit: 10) }
            try expect(none.events, is: [])
            try expect(none.newest, is: all.newest)
        },
        StorageCheck("events and sign-ins before a time are removed, no more at once than the limit") { storage in
            let user = try Samples.user(1)
            try await storage.insert(user)
            try await storage.withTransaction { store in
                for number in 0..<10 {
                    try store.events.insert(Samples.event(number, user: user.id))
                    try store.events.insert(
                        SignInRecord(
                            user: user.id, client: "a", method: "passkey", signedInAt: Samples.time(Int64(number))))
                }
            }
            for removed in [2, 2, 1, 0] {
                let counts = try await storage.withTransaction { store in
                    [
                        try store.events.removeEvents(before: Samples.time(5), limit: 2),
                        try store.events.removeSignIns(before: Samples.time(5), limit: 2),
                    ]
                }
                try expect(counts, is: [removed, removed])
            }
            try await storage.read { stored in
                try expect(stored.events.list(user: user.id, limit: 99).last, is: Samples.event(5, user: user.id))
                try expect(stored.events.listSignIns(of: user.id, limit: 99).last?.signedInAt, is: Samples.time(5))
            }
        },
        StorageCheck("the sign-ins of an account are removed in steps, and its events stay") { storage in
            let users = [try Samples.user(1), try Samples.user(2)]
            try await storage.withTransaction { store in
                for user in users {
                    try store.users.insert(user)
                    for number in 0..<5 {
                        let signIn = SignInRecord(
                            user: user.id, client: "a", method: "passkey", signedInAt: Samples.time(1))
                        var event = AuditEvent(.signedIn, at: Samples.time(1))
                        event.user = user.id
                        try store.events.insert(signIn, with: number < 2 ? event : nil)
                    }
                }
                let removed = try [2, 2, 2, 2].map { try store.events.removeSignIns(of: users[0].id, limit: $0) }
                try expect(removed, is: [2, 2, 1, 0])
                try expect(store.events.listSignIns(of: users[0].id, limit: 9), is: [])
                try expect(store.events.list(user: users[0].id, limit: 9).count, is: 2)
                try expect(store.events.listSignIns(of: users[1].id, limit: 9).count, is: 5)
            }
        },
        StorageCheck("a sign-in and its event are recorded together, and either may be removed first") { storage in
            let user = try Samples.user(1)
            try await storage.insert(user)
            var record = SignInRecord(user: user.id, client: "a", method: "passkey", signedInAt: Samples.time(1))
            record.ways = [Samples.passkeyID(1).way]
            let signIn = record
            for (isEventFirst, client) in [(true, "a"), (false, "a"), (true, "b"), (false, "b")] {
                try await storage.withTransaction { store in
                    var event = AuditEvent(.signedIn, at: Samples.time(1))
                    (event.user, event.client, event.reference) = (user.id, client, "req_1")
                    try store.events.insert(signIn, with: event)
                    try expect(store.events.listSignIns(of: user.id, limit: 9), is: [signIn])
                    try expect(store.events.list(user: user.id, limit: 9), is: [event])
                    if isEventFirst {
                        try expect(store.events.removeEvents(before: Samples.time(2), limit: 9), is: 1)
                        try expect(store.events.list(user: user.id, limit: 9), is: [])
                        try expect(store.events.listSignIns(of: user.id, limit: 9), is: [signIn])
                    }
                    try expect(store.events.removeSignIns(before: Samples.time(2), limit: 9), is: 1)
                    try expect(store.events.listSignIns(of: user.id, limit: 9), is: [])
                    if !isEventFirst {
                        try expect(store.events.list(user: user.id, limit: 9), is: [event])
                        try expect(store.events.removeEvents(before: Samples.time(2), limit: 9), is: 1)
                    }
                    try expect(store.events.list(user: user.id, limit: 9), is: [])
                }
            }
        },
        StorageCheck("an event with another user, client or time than its sign-in keeps its own") { storage in
            let user = try Samples.user(1)
            try await storage.insert(user)
            let first = Samples.time(1)
            let signIn = SignInRecord(user: user.id, client: "a", method: "passkey", signedInAt: first)
            for (owner, client, time) in [(2, "a", first), (1, "b", first), (1, "a", Samples.time(2))] {
                var event = AuditEvent(.signedIn, at: time)
                (event.user, event.client) = (Samples.userID(owner), client)
                let inserted = event
                try await storage.withTransaction { store in
                    try store.events.insert(signIn, with: inserted)
                    try expect(store.events.list(user: nil, limit: 1), is: [inserted])
                    try expect(store.events.listSignIns(of: user.id, limit: 1), is: [signIn])
                }
            }
        },
        StorageCheck("the event of a sign-in is kept when its user is removed") { storage in
            let user = try Samples.user(1)
            try await storage.insert(user)
            try await storage.withTransaction { store in
                var event = AuditEvent(.signedIn, at: Samples.time(1))
                (event.user, event.client) = (user.id, "a")
                try store.events.insert(
                    SignInRecord(user: user.id, client: "a", method: "passkey", signedInAt: Samples.time(1)),
                    with: event)
                try store.users.remove(user.id)
                try expect(store.events.list(user: user.id, limit: 9), is: [event])
                try expect(store.events.listSignIns(of: user.id, limit: 9), is: [])
            }
        },
        StorageCheck("sign-ins are read as they were stored, newest first") { storage in
            let user = try Samples.user(1)
            try await storage.insert(user)
            var full = SignInRecord(user: user.id, client: "a", method: "passkey", signedInAt: Samples.time(2))
            full.ways = [Samples.passkeyID(1).way]
            full.deviceCapability = "platform"
            let records = [
                SignInRecord(user: user.id, client: "b", method: "password", signedInAt: Samples.time(1)), full,
            ]
            try await storage.withTransaction { for record in records { try $0.events.insert(record) } }
            try await storage.read { stored in
                try expect(stored.events.listSignIns(of: user.id, limit: 10), is: records.reversed())
                try expect(stored.events.listSignIns(of: user.id, limit: 1), is: [records[1]])
                try expect(stored.events.listSignIns(of: Samples.userID(2), limit: 1), is: [])
            }
        },
    ]
}
