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

    /// Signs up a user and stores three refresh tokens of two families.
    private func signUpWithTokens(address: String = "somebody@example.org") async throws -> UserID {
        let signedUp = try await TestUser(at: fixture).with { $0.address = address }.signUp()
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

    private func insertSession(
        _ number: UInt8, of id: UserID, openedBy passkey: PasskeyID? = nil
    ) async throws -> BrowserSession {
        var session = BrowserSession(
            id: .init(rawValue: "\(number)"), secretHash: [number], user: id, host: SignInFixture.host,
            createdAt: Self.time, idleExpiresAt: Self.time, expiresAt: Self.time)
        session.ways = [passkey].compactMap { $0?.way }
        let inserted = session
        try await fixture.storage.withTransaction { try $0.sessions.insert(inserted) }
        return inserted
    }

    private func read<Value: Sendable>(
        _ body: @escaping @Sendable (any StorageSnapshot) throws -> Value
    ) async throws -> Value { try await fixture.storage.read(body) }

    private func events(_ id: UserID) async throws -> [AuditEvent] {
        try await read { try $0.events.list(user: id, limit: 10) }
            .filter { [.userBlocked, .userUnblocked, .userRemoved].contains($0.kind) }
    }

    enum Action: CaseIterable {
        case block, unblock, remove
    }

    @discardableResult
    private func apply(_ action: Action, to id: UserID) async throws -> AccountAdministration.Change {
        switch action {
        case .block: try await administration.block(id)
        case .unblock: try await administration.unblock(id)
        case .remove: try await administration.remove(id)
        }
    }

    @Test func `a blocked user can't sign in until unblocked`() async throws {
        let testUser = TestUser(at: fixture)
        let id = try await testUser.signUp().user.id
        try await administration.block(id)
        #expect(try await read { try $0.users.find(id) }?.isBlocked == true)
        #expect(try await read { try $0.users.find(id) }?.updatedAt == Self.time)
        #expect(await code { try await testUser.signIn() } != "done")
        try await administration.unblock(id)
        #expect(await code { try await testUser.signIn() } == "done")
    }

    @Test func `a user blocked during a sign-in is not signed in`() async throws {
        let testUser = TestUser(at: fixture)
        let id = try await testUser.signUp().user.id
        let attempt = try testUser.beginSignIn()
        try await administration.block(id)
        #expect(await code { try await testUser.finish(attempt) } != "done")
    }

    @Test(arguments: Action.allCases)
    func `every refresh token of the account is removed, and no other account's`(_ action: Action) async throws {
        let id = try await signUpWithTokens()
        let other = try await signUpWithTokens(address: "other@example.org")
        if action == .unblock {
            try await fixture.storage.withTransaction { try $0.users.apply(.blocked(true), to: id, at: Self.time) }
        }
        let outcome = try await apply(action, to: id)
        #expect(outcome.endedFamilies == 2)
        #expect(outcome.isChanged)
        #expect(try await read { try $0.refreshTokens.list(of: id) } == [])
        #expect(try await read { try $0.refreshTokens.list(of: other) }.count == 3)
    }

    @Test(arguments: Action.allCases)
    func `every browser session of the account is removed, and no other account's`(_ action: Action) async throws {
        let id = try await signUpWithTokens()
        let other = try await signUpWithTokens(address: "other@example.org")
        for number in 1...2 as ClosedRange<UInt8> { _ = try await insertSession(number, of: id) }
        let kept = try await insertSession(3, of: other)
        try await apply(action, to: id)
        #expect(try await read { try $0.sessions.list(of: id) } == [])
        #expect(try await read { try $0.sessions.list(of: other) } == [kept])
    }

    @Test(arguments: [(false, ["2"]), (true, [])])
    func `removing a passkey ends the browser sessions that it opened, or all`(
        isEndingAll: Bool, remaining: [String]
    ) async throws {
        let id = try await signUpWithTokens()
        let passkey = try #require(try await read { try $0.passkeys.list(of: id) }.first)
        _ = try await insertSession(1, of: id, openedBy: passkey.id)
        _ = try await insertSession(2, of: id)
        try await administration.removePasskey(passkey.id, of: id, endingAll: isEndingAll)
        #expect(try await read { try $0.sessions.list(of: id).map(\.id.rawValue) } == remaining)
    }

    @Test(arguments: zip([Action.block, .remove], [AuditEvent.Kind.userBlocked, .userRemoved]))
    func `an event records what was done without the user's personal data`(_ action: Action, kind: AuditEvent.Kind)
        async throws
    {
        let id = try await signUpWithTokens()
        try await apply(action, to: id)
        let events = try await events(id)
        #expect(events.map(\.kind) == [kind])
        #expect(events.first?.occurredAt == Self.time)
        #expect(events.first?.details["families"] == 2)
    }

    @Test func `unblocking is recorded as an event`() async throws {
        let id = try await signUpWithTokens()
        try await administration.block(id)
        try await administration.unblock(id)
        #expect(try await events(id).map(\.kind) == [.userUnblocked, .userBlocked])
        #expect(try await read { try $0.users.find(id) }?.isBlocked == false)
    }

    @Test(arguments: [Action.block, .unblock])
    func `a repeated change records no event but still removes refresh tokens`(_ action: Action) async throws {
        let id = try await signUpWithTokens()
        if action == .block {
            try await fixture.storage.withTransaction { try $0.users.apply(.blocked(true), to: id, at: Self.time) }
        }
        let before = try await read { try $0.users.find(id) }
        let outcome = try await apply(action, to: id)
        #expect(!outcome.isChanged)
        #expect(try await events(id) == [])
        #expect(try await read { try $0.users.find(id) } == before)
        #expect(try await read { try $0.refreshTokens.list(of: id) } == [])
    }

    @Test func `removing a user removes their passkeys and frees the address`() async throws {
        let id = try await signUpWithTokens()
        try await administration.remove(id)
        #expect(try await read { try $0.users.find(id) } == nil)
        #expect(try await read { try $0.passkeys.list(of: id) } == [])
        #expect(await code { try await TestUser(at: fixture).signUp() } == "done")
    }

    @Test(arguments: Action.allCases)
    func `an unknown account is left alone`(_ action: Action) async throws {
        let id = UserID(rawValue: "auth0|nobody")
        await #expect(throws: AccountAdministration.UserUnknown.self) { try await apply(action, to: id) }
        #expect(try await events(id) == [])
    }

    // MARK: Sessions

    @Test func `one session or all sessions of an account are ended, and each end is recorded`() async throws {
        let (id, other) = (try await signUpWithTokens(), try await signUpWithTokens(address: "other@example.org"))
        let first = try await insertSession(1, of: id)
        let second = try await insertSession(2, of: id)
        let third = try await insertSession(3, of: id)
        let kept = try await insertSession(4, of: other)
        #expect(try await administration.endSessions(of: id, only: kept.id) == 0)
        #expect(try await administration.endSessions(of: id, only: second.id) == 1)
        #expect(try await read { try $0.sessions.list(of: id) } == [first, third])
        #expect(try await administration.endSessions(of: id) == 2)
        #expect(try await read { try $0.sessions.list(of: id) }.isEmpty)
        #expect(try await read { try $0.sessions.list(of: other) } == [kept])
        let ends = try await read { try $0.events.list(user: id, limit: 10) }.filter { $0.kind == .sessionEnded }
        #expect(Set(ends.map(\.details)).count == 3)
    }

    @Test func `an unknown account has no sessions to end`() async throws {
        let id = UserID(rawValue: "auth0|nobody")
        await #expect(throws: AccountAdministration.UserUnknown.self) {
            try await administration.endSessions(of: id)
        }
    }
}
