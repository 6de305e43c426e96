// SPDX-License-Identifier: Apache-2.0

import IdentityModel
import TestStorage
import TestSupport
import Testing
import WebAuthnMessages
import WireFormats

struct ExpiredRecordsTests {
    private let machine = ManualClock()

    /// Records that expired a day before the machine started.
    private func consume(_ numbers: Range<Int>, in storage: any Storage) async throws {
        let expiresAt = Timestamp(secondsSince1970: ManualClock.start.secondsSince1970 - 86_400)
        try await storage.withTransaction { transaction in
            for number in numbers {
                try transaction.oneTime.consume([UInt8]("\(number)".utf8), expiresAt: expiresAt)
            }
        }
    }

    @Test func `more than one batch is removed at once`() async throws {
        try await withStorage { storage async throws in
            let count = ExpiredRecords.batch + 1
            try await consume(0..<count, in: storage)
            let records = ExpiredRecords(storage: storage, clock: machine.clock())
            #expect(try await records.remove() == count)
        }
    }

    @Test func `records of every kind are removed`() async throws {
        try await withStorage { storage async throws in
            let expiresAt = Timestamp(secondsSince1970: ManualClock.start.secondsSince1970 - 86_400)
            try await storage.withTransaction { try Self.insertExpired(in: $0, expiresAt: expiresAt) }
            let records = ExpiredRecords(storage: storage, clock: machine.clock())
            #expect(try await records.remove() == 4)
            try await storage.read { stored throws in
                #expect(try stored.sessions.list(of: Self.user) == [])
                #expect(try stored.refreshTokens.list(of: Self.user) == [])
                #expect(try stored.authorizationCodes.find(by: [2]) == nil)
                #expect(
                    try stored.deviceAuthorizations.count(unexpiredAt: Timestamp(secondsSince1970: 0), of: "").all == 0)
            }
        }
    }

    @Test func `what expired before it was sent is left to the sender for an hour`() async throws {
        try await withStorage { storage async throws in
            let items = [1, 3_901].map { age in
                OutboxItem(
                    .mail, to: "relay", content: [], at: Timestamp(secondsSince1970: 0),
                    until: ManualClock.start.advanced(by: -age))
            }
            try await storage.withTransaction { store in for item in items { try store.outbox.insert(item) } }
            #expect(try await ExpiredRecords(storage: storage, clock: machine.clock()).remove() == 1)
            let left = try await storage.read { try $0.outbox.list(.mail, limit: 9) }
            #expect(left.map(\.id) == [items[0].id])
        }
    }

    private static let user = UserID(rawValue: "auth0|1")

    /// Stores a record of each kind that expires, except one-time values.
    private static func insertExpired(in store: any StorageTransaction, expiresAt: Timestamp) throws {
        let handle = try #require(UserHandle([1]))
        try store.users.insert(User(id: user, connection: "people", handle: handle, createdAt: expiresAt))
        try store.sessions.insert(
            BrowserSession(
                id: .random(at: expiresAt), secretHash: [1], user: user, host: "h", createdAt: expiresAt,
                idleExpiresAt: expiresAt, expiresAt: expiresAt))
        let grant = AuthorizationCode.Grant(
            id: .random(at: expiresAt), user: user, client: "c", host: "h", redirectURI: "https://a.example/",
            authenticatedAt: expiresAt)
        try store.authorizationCodes.insert(
            AuthorizationCode(hash: [2], grant: grant, issuedAt: expiresAt, expiresAt: expiresAt))
        try store.deviceAuthorizations.insert(
            DeviceAuthorization(
                deviceCodeHash: [3], userCode: "A", client: "c", host: "h", createdAt: expiresAt, expiresAt: expiresAt))
        try store.refreshTokens.insert(
            RefreshToken(
                hash: [4], family: grant.id.family,
                grant: RefreshToken.Grant(user: user, client: "c", host: "h", authenticatedAt: expiresAt),
                issuedAt: expiresAt, expiresAt: expiresAt))
    }

    @Test func `an account with many sign-ins is erased in steps`() async throws {
        try await withStorage { storage async throws in
            let past = Timestamp(secondsSince1970: ManualClock.start.secondsSince1970 - 86_400)
            let signIns = ExpiredRecords.batch + 1
            try await storage.withTransaction { store in
                let handle = try #require(UserHandle([1]))
                try store.users.insert(User(id: Self.user, connection: "people", handle: handle, createdAt: past))
                for number in 0..<signIns {
                    let record = SignInRecord(user: Self.user, client: "c", method: "passkey", signedInAt: past)
                    var event = AuditEvent(.signedIn, at: past)
                    event.user = Self.user
                    try store.events.insert(record, with: number.isMultiple(of: 2) ? event : nil)
                }
                try store.users.apply(.deletion(at: past), to: Self.user, at: past)
            }
            #expect(try await ExpiredRecords(storage: storage, clock: machine.clock()).remove() == 1)
            let left = try await storage.read { stored in
                (try stored.users.count(), try stored.events.list(user: Self.user, limit: 1000))
            }
            #expect(left.0 == 0)
            #expect(left.1.count == signIns / 2 + 2 && left.1.first?.kind == .userRemoved)
        }
    }

    @Test func `a canceled removal stops between two batches`() async throws {
        try await withStorage { storage async throws in
            try await consume(0..<(ExpiredRecords.batch + 1), in: storage)
            let records = ExpiredRecords(storage: storage, clock: machine.clock())
            let removal = Task {
                withUnsafeCurrentTask { $0?.cancel() }
                return try await records.remove()
            }
            await #expect(throws: CancellationError.self) { try await removal.value }
            #expect(try await records.remove() == 1)
        }
    }

    @Test func `the recorded time is updated every two minutes and after each removal`() async throws {
        try await withStorage { storage async throws in
            let records = ExpiredRecords(storage: storage, clock: machine.clock())
            let floor = {
                let record = try await storage.read { try $0.clock.find() }
                return try #require(record).floor.secondsSince1970 - ManualClock.start.secondsSince1970
            }
            #expect(try await records.remove() == 0)
            #expect(try await floor() == 0)
            machine.advance(seconds: 119)
            #expect(try await records.remove() == 0)
            #expect(try await floor() == 0)
            machine.advance(seconds: 1)
            #expect(try await records.remove() == 0)
            #expect(try await floor() == 120)
            machine.advance(seconds: 10)
            try await consume(0..<1, in: storage)
            #expect(try await records.remove() == 1)
            #expect(try await floor() == 130)
        }
    }
}
