// SPDX-License-Identifier: Apache-2.0

import IdentityModel
import WireFormats

extension StorageCheck {
    static let events: [StorageCheck] = [
        StorageCheck("events come back as they were stored, the newest first") { storage in
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
        StorageCheck("sign-ins come back as they were stored, the newest first") { storage in
            let user = try Samples.user(1)
            try await storage.insert(user)
            var full = SignInRecord(user: user.id, client: "a", method: "passkey", signedInAt: Samples.time(2))
            full.passkey = Samples.passkeyID(1)
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
            var stranger = full
            stranger.user = Samples.userID(2)
            let strange = stranger
            try await expect(StorageConflict.notFound) {
                try await storage.withTransaction { try $0.events.insert(strange) }
            }
        },
    ]
}
