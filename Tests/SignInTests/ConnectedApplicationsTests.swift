// SPDX-License-Identifier: Apache-2.0

import IdentityModel
import SignIn
import TestStorage
import TestSupport
import Testing
import WireFormats

@Suite struct ConnectedApplicationsTests {
    private let fixture: SignInFixture
    private var applications: ConnectedApplications { ConnectedApplications(accounts: fixture.accounts) }

    init() throws {
        fixture = try SignInFixture()
    }

    @Test func `the list has the account's own consents`() async throws {
        let user = try await EnrolledUser.signedUp(at: fixture)
        let neighbor = try await EnrolledUser.signedUp(at: fixture, address: "neighbor@example.org")
        let consent = try await user.allow("partner", scope: ["openid", "email"])
        try await neighbor.allow("partner")
        let list = try await applications.list(of: user.owner, in: [])
        #expect(list.applications.map(\.client) == ["partner"] && list.applications.first?.consents == [consent])
    }

    @Test func `a disconnection removes the client's consents and tokens, and is recorded`() async throws {
        let user = try await EnrolledUser.signedUp(at: fixture)
        try await user.allow("partner")
        try await user.allow("partner", audience: "https://api.example.org/")
        try await user.allow("other")
        try await user.insertRefreshToken("a", client: "partner")
        try await user.insertRefreshToken("b", client: "partner")
        try await user.insertRefreshToken("c", client: "other")
        #expect(try await applications.disconnect("partner", of: user.owner))
        #expect(try await applications.list(of: user.owner, in: []).applications.map(\.client) == ["other"])
        #expect(try await user.families() == ["c"])
        #expect(try await user.isRevoked("a"))
        #expect(try await user.isRevoked("b"))
        #expect(try await !user.isRevoked("c"))
        let event = try #require(try await user.events(.clientDisconnected).first)
        #expect(event.client == "partner")
        #expect(event.details == ["families": 2])
        #expect(event.address == "192.0.2.1")
    }

    @Test func `what a client got before the disconnection was stored is withdrawn, also at the turn of a second`()
        async throws
    {
        let user = try await EnrolledUser.signedUp(at: fixture)
        try await user.allow("partner")
        let clock = fixture.clock
        let storage = InstrumentedStorage(fixture.storage) { _ in clock.advance(seconds: 1) }
        let turning = ConnectedApplications(accounts: AccountStorage(storage) { clock.now })
        #expect(try await turning.disconnect("partner", of: user.owner))
        let account = try #require(try await fixture.storage.read { try $0.users.find(user.user.id) })
        #expect(account.hasDisconnected("partner", since: clock.now))
    }

    @Test func `a client that the user does not know can't be disconnected`() async throws {
        let user = try await EnrolledUser.signedUp(at: fixture)
        let neighbor = try await EnrolledUser.signedUp(at: fixture, address: "neighbor@example.org")
        try await neighbor.allow("web")
        try await user.allow("partner")
        #expect(try await !applications.disconnect("web", of: user.owner))
        #expect(try await user.events(.clientDisconnected).isEmpty)
        #expect(try await applications.list(of: neighbor.owner, in: []).applications.count == 1)
    }

    @Test(arguments: [true, false])
    func `a user who is blocked or removed can't list or disconnect applications`(_ isBlocked: Bool) async throws {
        let user = try await EnrolledUser.signedUp(at: fixture)
        try await user.allow("partner")
        if isBlocked { try await user.change(.blocked(true)) } else { try await user.removeAccount() }
        let expected = isBlocked ? "sign-in.account-blocked" : "sign-in.account-unknown"
        #expect(await code { try await applications.list(of: user.owner, in: []) } == expected)
        #expect(await code { try await applications.disconnect("partner", of: user.owner) } == expected)
    }

    @Test func `a session that has ended can't list or disconnect applications`() async throws {
        let user = try await EnrolledUser.signedUp(at: fixture)
        try await user.allow("partner")
        let session = try await user.insertSession("a")
        try await SessionManagement(accounts: fixture.accounts).end(session.id, of: user.owner)
        let owner = user.owner(in: session)
        #expect(await code { try await applications.list(of: owner, in: []) } == "sign-in.token-revoked")
        #expect(await code { try await applications.disconnect("partner", of: owner) } == "sign-in.token-revoked")
        #expect(try await applications.list(of: user.owner, in: []).applications.map(\.client) == ["partner"])
    }
}

extension EnrolledUser {
    /// Stores a consent.
    @discardableResult
    fileprivate func allow(
        _ client: String, audience: String? = nil, scope: [String] = ["openid"]
    ) async throws -> Consent {
        let consent = Consent(
            user: user.id, client: client, audience: audience, scope: scope, grantedAt: fixture.clock.now)
        try await fixture.storage.withTransaction { try $0.consents.put(consent) }
        return consent
    }

    /// Whether the access tokens of a grant are revoked.
    fileprivate func isRevoked(_ grant: String) async throws -> Bool {
        let id = GrantID(rawValue: grant).revocation
        return try await fixture.storage.withTransaction { try $0.oneTime.isConsumed(id) }
    }
}
