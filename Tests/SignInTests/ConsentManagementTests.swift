// SPDX-License-Identifier: Apache-2.0

import IdentityModel
import SignIn
import TestSupport
import Testing
import WireFormats

@Suite struct ConsentManagementTests {
    private let fixture: SignInFixture
    private var management: ConsentManagement { ConsentManagement(ceremonies: fixture.ceremonies) }

    init() throws {
        fixture = try SignInFixture()
    }

    @Test func `the list has the account's own consents`() async throws {
        let user = try await EnrolledUser.signedUp(at: fixture)
        let neighbor = try await EnrolledUser.signedUp(at: fixture, address: "neighbor@example.org")
        let consent = try await user.allow("partner", scope: ["openid", "email"])
        try await neighbor.allow("partner")
        #expect(try await management.list(of: user.owner) == [consent])
    }

    @Test func `a withdrawal removes the client's consents and tokens, and is recorded`() async throws {
        let user = try await EnrolledUser.signedUp(at: fixture)
        try await user.allow("partner")
        try await user.allow("partner", audience: "https://api.example.org/")
        let kept = try await user.allow("other")
        try await user.insertRefreshToken("a", client: "partner")
        try await user.insertRefreshToken("b", client: "partner")
        try await user.insertRefreshToken("c", client: "other")
        #expect(try await management.withdraw(from: "partner", of: user.owner))
        #expect(try await management.list(of: user.owner) == [kept])
        #expect(try await user.families() == ["c"])
        #expect(try await user.isRevoked("a"))
        #expect(try await user.isRevoked("b"))
        #expect(try await !user.isRevoked("c"))
        let event = try #require(try await user.events(.consentWithdrawn).first)
        #expect(event.client == "partner")
        #expect(event.details == ["families": 2])
        #expect(event.address == "192.0.2.1")
    }

    @Test func `a client without a consent keeps its tokens`() async throws {
        let user = try await EnrolledUser.signedUp(at: fixture)
        let neighbor = try await EnrolledUser.signedUp(at: fixture, address: "neighbor@example.org")
        try await neighbor.allow("web")
        try await user.allow("partner")
        try await user.insertRefreshToken("a", client: "web")
        #expect(try await !management.withdraw(from: "web", of: user.owner))
        #expect(try await user.families() == ["a"])
        #expect(try await user.events(.consentWithdrawn).isEmpty)
        #expect(try await management.list(of: neighbor.owner).count == 1)
    }

    @Test(arguments: [true, false])
    func `a user who is blocked or removed can't list or withdraw consents`(_ isBlocked: Bool) async throws {
        let user = try await EnrolledUser.signedUp(at: fixture)
        try await user.allow("partner")
        if isBlocked { try await user.change(.blocked(true)) } else { try await user.removeAccount() }
        let expected = isBlocked ? "sign-in.account-blocked" : "sign-in.account-unknown"
        #expect(await code { try await management.list(of: user.owner) } == expected)
        #expect(await code { try await management.withdraw(from: "partner", of: user.owner) } == expected)
    }

    @Test func `a session that has ended can't list or withdraw consents`() async throws {
        let user = try await EnrolledUser.signedUp(at: fixture)
        let consent = try await user.allow("partner")
        let session = try await user.insertSession("a")
        try await SessionManagement(ceremonies: fixture.ceremonies).end(session.id, of: user.owner)
        let owner = user.owner(in: session)
        #expect(await code { try await management.list(of: owner) } == "sign-in.token-revoked")
        #expect(await code { try await management.withdraw(from: "partner", of: owner) } == "sign-in.token-revoked")
        #expect(try await management.list(of: user.owner) == [consent])
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
