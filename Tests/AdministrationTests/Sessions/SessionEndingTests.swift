// SPDX-License-Identifier: Apache-2.0

import Administration
import IdentityModel
import StorageConformance
import Testing

/// Browser sessions that an administrator ends: by themselves, or with the passkey that opened them.
struct SessionEndingTests {
    private let fixture: AdministrationFixture

    init() async throws {
        fixture = try await AdministrationFixture()
    }

    private func endSessions(of user: UserID, only id: BrowserSession.ID? = nil) async throws -> Int {
        try await SessionEnding(server: fixture.server)(of: user, only: id, by: AdministrationFixture.administrator)
    }

    @Test func `one session or all sessions of an account are ended, and each end is recorded`() async throws {
        let (id, other) = (try await fixture.addUser(1).id, try await fixture.addUser(2).id)
        let first = try await fixture.addSession(1, of: id)
        let second = try await fixture.addSession(2, of: id)
        let third = try await fixture.addSession(3, of: id)
        let kept = try await fixture.addSession(4, of: other)
        await #expect(throws: AdministrationFailure.notFound(.session(kept.id, of: id))) {
            try await endSessions(of: id, only: kept.id)
        }
        #expect(try await endSessions(of: id, only: second.id) == 1)
        #expect(try await fixture.sessions(of: id) == [first, third])
        #expect(try await endSessions(of: id) == 2)
        #expect(try await fixture.sessions(of: id).isEmpty)
        #expect(try await endSessions(of: id) == 0)
        #expect(try await fixture.sessions(of: other) == [kept])
        let ends = try await fixture.events()
        #expect(ends.allSatisfy { $0.kind == .sessionEnded && $0.user == id })
        #expect(Set(ends.map(\.details)).count == 3 && ends.count == 3)
    }

    @Test func `an unknown account has no sessions to end`() async throws {
        let id = UserID(rawValue: "auth0|nobody")
        await #expect(throws: AdministrationFailure.removedMeanwhile(.user(id.rawValue))) {
            try await endSessions(of: id)
        }
    }

    @Test(arguments: [(false, [2]), (true, [])])
    func `removing a passkey ends the browser sessions that it opened, or all`(
        isEndingAll: Bool, remaining: [Int]
    ) async throws {
        let id = try await fixture.addUser(1).id
        _ = try await fixture.addSession(1, of: id, openedBy: Samples.passkeyID(1))
        _ = try await fixture.addSession(2, of: id)
        try await PasskeyRemoval(server: fixture.server)(
            Samples.passkeyID(1), of: id, endingAll: isEndingAll, by: AdministrationFixture.administrator)
        #expect(try await fixture.sessions(of: id).map(\.id) == remaining.map(Samples.sessionID))
        #expect(try await fixture.read { try $0.passkeys.list(of: id) } == [])
    }

    @Test func `a passkey of another account is not removed`() async throws {
        let (id, other) = (try await fixture.addUser(1).id, try await fixture.addUser(2).id)
        await #expect(throws: AdministrationFailure.notFound(.passkey(Samples.passkeyID(2), of: id))) {
            try await PasskeyRemoval(server: fixture.server)(
                Samples.passkeyID(2), of: id, by: AdministrationFixture.administrator)
        }
        #expect(try await fixture.read { try $0.passkeys.list(of: other).count } == 1)
    }
}
