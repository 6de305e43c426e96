// SPDX-License-Identifier: Apache-2.0

import IdentityModel
import SignIn
import Testing
import WireFormats

@Suite struct AccountAdministrationTests {
    static let time = Timestamp(secondsSince1970: 1_790_000_000)

    let fixture: SignInFixture
    let administration: AccountAdministration

    init() throws {
        fixture = try SignInFixture()
        administration = AccountAdministration(storage: fixture.storage, now: { Self.time })
    }

    /// Somebody who has signed up, with refresh tokens of two sign-ins, three in all.
    private func somebody(_ address: String = "somebody@example.org") async throws -> UserID {
        let signedUp = try await Person(at: fixture).with { $0.address = address }.signUp()
        let id = signedUp.user.id
        try await fixture.storage.withTransaction { transaction in
            for (hash, family) in [("1", "a"), ("2", "b"), ("3", "b")] {
                try transaction.refreshTokens.insert(
                    RefreshToken(
                        hash: Array("\(id)\(hash)".utf8), family: .init(rawValue: "\(id)\(family)"),
                        grant: .init(user: id, client: "web", host: SignInFixture.host, authenticatedAt: Self.time),
                        issuedAt: Self.time, expiresAt: nil))
            }
        }
        return id
    }

    private func read<Value: Sendable>(
        _ body: @escaping @Sendable (any StorageSnapshot) throws -> Value
    ) async throws -> Value { try await fixture.storage.read(body) }

    private func events(_ id: UserID) async throws -> [AuditEvent] {
        try await read { try $0.events.list(user: id, limit: 10) }
            .filter { [.userBlocked, .userUnblocked, .userRemoved].contains($0.kind) }
    }

    enum Act: CaseIterable {
        case block, unblock, remove
    }

    @discardableResult
    private func carryOut(_ act: Act, _ id: UserID) async throws -> AccountAdministration.Change {
        switch act {
        case .block: try await administration.block(id)
        case .unblock: try await administration.unblock(id)
        case .remove: try await administration.remove(id)
        }
    }

    @Test func `who is blocked has no refresh token left, and can't sign in`() async throws {
        let person = Person(at: fixture)
        let id = try await person.signUp().user.id
        try await administration.block(id)
        #expect(try await read { try $0.users.find(id) }?.isBlocked == true)
        #expect(try await read { try $0.users.find(id) }?.updatedAt == Self.time)
        #expect(await code { try await person.signIn() } != "done")
        try await administration.unblock(id)
        #expect(await code { try await person.signIn() } == "done")
    }

    @Test func `who was blocked while signing in is not signed in`() async throws {
        let person = Person(at: fixture)
        let id = try await person.signUp().user.id
        let answer = try person.beginSignIn()
        try await administration.block(id)
        #expect(await code { try await person.finish(answer) } != "done")
    }

    @Test(arguments: Act.allCases)
    func `all refresh tokens of the account go, and nobody else's`(_ act: Act) async throws {
        let id = try await somebody()
        let other = try await somebody("other@example.org")
        if act == .unblock {
            try await fixture.storage.withTransaction { try $0.users.apply(.blocked(true), to: id, at: Self.time) }
        }
        let outcome = try await carryOut(act, id)
        #expect(outcome.endedFamilies == 2)
        #expect(outcome.isChanged)
        #expect(try await read { try $0.refreshTokens.list(of: id) } == [])
        #expect(try await read { try $0.refreshTokens.list(of: other) }.count == 3)
    }

    @Test(arguments: zip([Act.block, .remove], [AuditEvent.Kind.userBlocked, .userRemoved]))
    func `an event says what was done, without naming the person`(_ act: Act, kind: AuditEvent.Kind) async throws {
        let id = try await somebody()
        try await carryOut(act, id)
        let events = try await events(id)
        #expect(events.map(\.kind) == [kind])
        #expect(events.first?.occurredAt == Self.time)
        #expect(events.first?.details["families"] == 2)
    }

    @Test func `unblocking has its event`() async throws {
        let id = try await somebody()
        try await administration.block(id)
        try await administration.unblock(id)
        #expect(try await events(id).map(\.kind) == [.userUnblocked, .userBlocked])
        #expect(try await read { try $0.users.find(id) }?.isBlocked == false)
    }

    @Test(arguments: [Act.block, .unblock])
    func `doing it again changes nothing and has no event, but no token survives it`(_ act: Act) async throws {
        let id = try await somebody()
        if act == .block {
            try await fixture.storage.withTransaction { try $0.users.apply(.blocked(true), to: id, at: Self.time) }
        }
        let before = try await read { try $0.users.find(id) }
        let outcome = try await carryOut(act, id)
        #expect(!outcome.isChanged)
        #expect(try await events(id) == [])
        #expect(try await read { try $0.users.find(id) } == before)
        #expect(try await read { try $0.refreshTokens.list(of: id) } == [])
    }

    @Test func `who is removed is gone with the passkeys, and the address is free`() async throws {
        let id = try await somebody()
        try await administration.remove(id)
        #expect(try await read { try $0.users.find(id) } == nil)
        #expect(try await read { try $0.passkeys.list(of: id) } == [])
        #expect(await code { try await Person(at: fixture).signUp() } == "done")
    }

    @Test(arguments: Act.allCases)
    func `whom nobody knows nothing is done to`(_ act: Act) async throws {
        let id = UserID(rawValue: "auth0|nobody")
        await #expect(throws: AccountAdministration.UserUnknown.self) { try await carryOut(act, id) }
        #expect(try await events(id) == [])
    }
}
