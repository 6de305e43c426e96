// SPDX-License-Identifier: Apache-2.0

import Administration
import IdentityModel
import StorageConformance
import Testing
import WireFormats

struct AccountChangeTests {
    private let fixture: AdministrationFixture
    private var server: AdministeredServer { fixture.server }

    init() async throws {
        fixture = try await AdministrationFixture()
    }

    enum Change: CaseIterable {
        case block, unblock, remove
    }

    @discardableResult
    private func apply(_ change: Change, to id: UserID) async throws -> AccountChange {
        let administrator = AdministrationFixture.administrator
        return switch change {
        case .block: try await UserBlocking(server: server)(id, by: administrator)
        case .unblock: try await UserUnblocking(server: server)(id, by: administrator)
        case .remove: try await UserRemoval(server: server)(id, by: administrator)
        }
    }

    private func setBlocked(_ id: UserID) async throws {
        try await fixture.storage.withTransaction { try $0.users.apply(.blocked(true), to: id, at: Samples.time(0)) }
    }

    private func user(_ id: UserID) async throws -> User? { try await fixture.read { try $0.users.find(id) } }

    private func tokens(of id: UserID) async throws -> Int {
        try await fixture.read { try $0.refreshTokens.list(of: id).count }
    }

    @Test func `a user is blocked until unblocked`() async throws {
        let id = try await fixture.addUser().id
        try await apply(.block, to: id)
        #expect(try await user(id)?.isBlocked == true)
        #expect(try await user(id)?.updatedAt == AdministrationFixture.time)
        try await apply(.unblock, to: id)
        #expect(try await user(id)?.isBlocked == false)
    }

    @Test(arguments: Change.allCases)
    func `every refresh token of the account is removed, and no other account's`(_ change: Change) async throws {
        let (id, other) = (try await fixture.addUser(1).id, try await fixture.addUser(2).id)
        if change == .unblock { try await setBlocked(id) }
        let outcome = try await apply(change, to: id)
        #expect(outcome.endedFamilies == 2)
        #expect(outcome.isChanged)
        #expect(try await tokens(of: id) == 0)
        #expect(try await tokens(of: other) == 3)
    }

    @Test(arguments: Change.allCases)
    func `every browser session of the account is removed, and no other account's`(_ change: Change) async throws {
        let (id, other) = (try await fixture.addUser(1).id, try await fixture.addUser(2).id)
        for number in 1...2 { _ = try await fixture.addSession(number, of: id) }
        let kept = try await fixture.addSession(3, of: other)
        try await apply(change, to: id)
        #expect(try await fixture.sessions(of: id) == [])
        #expect(try await fixture.sessions(of: other) == [kept])
    }

    @Test(arguments: zip([Change.block, .remove], [AuditEvent.Kind.userBlocked, .userRemoved]))
    func `an event records what was done without the user's personal data`(
        _ change: Change, kind: AuditEvent.Kind
    ) async throws {
        let id = try await fixture.addUser().id
        try await apply(change, to: id)
        let event = try #require(try await fixture.events().first)
        #expect(event.kind == kind && event.user == id)
        #expect(event.occurredAt == AdministrationFixture.time)
        #expect(event.details.members.map(\.name) == ["connection", "families", "actor", "command"])
        #expect(event.details["families"] == 2)
    }

    @Test(arguments: [Change.block, .unblock])
    func `a repeated change records no event but still removes refresh tokens`(_ change: Change) async throws {
        let id = try await fixture.addUser().id
        if change == .block { try await setBlocked(id) }
        let before = try await user(id)
        #expect(try await !apply(change, to: id).isChanged)
        #expect(try await fixture.events().isEmpty)
        #expect(try await user(id) == before)
        #expect(try await tokens(of: id) == 0)
    }

    @Test func `removing a user removes their passkeys and frees the address`() async throws {
        let id = try await fixture.addUser(1, address: "ada@example.org").id
        try await apply(.remove, to: id)
        #expect(try await user(id) == nil)
        #expect(try await fixture.read { try $0.passkeys.list(of: id) } == [])
        try await fixture.addUser(2, address: "ada@example.org")
    }

    @Test func `an account that its user wants deleted is kept, once`() async throws {
        let id = try await fixture.addUser().id
        try await fixture.storage.withTransaction {
            try $0.users.apply(.deletion(at: Samples.time(9_000)), to: id, at: Samples.time(0))
        }
        let cancellation = DeletionCancellation(server: server)
        #expect(try await cancellation(id, by: AdministrationFixture.administrator).isChanged)
        #expect(try await user(id)?.deletesAt == nil)
        #expect(try await !cancellation(id, by: AdministrationFixture.administrator).isChanged)
        #expect(try await fixture.events().map(\.kind) == [.userDeletionCanceled])
    }

    @Test(arguments: Change.allCases)
    func `an unknown account is left alone`(_ change: Change) async throws {
        let id = UserID(rawValue: "auth0|nobody")
        await #expect(throws: AdministrationFailure.removedMeanwhile(.user(id.rawValue))) {
            try await apply(change, to: id)
        }
        #expect(try await fixture.events().isEmpty)
    }
}
