// SPDX-License-Identifier: Apache-2.0

import IdentityModel
import SignIn
import TestSupport
import Testing
import WireFormats

@Suite struct SessionManagementTests {
    private let fixture: SignInFixture
    private var management: SessionManagement { SessionManagement(accounts: fixture.accounts) }

    init() throws {
        fixture = try SignInFixture()
    }

    @Test func `the list has the account's sessions that have not expired, newest first`() async throws {
        let user = try await EnrolledUser.signedUp(at: fixture)
        let neighbor = try await EnrolledUser.signedUp(at: fixture, address: "neighbor@example.org")
        let short = try await user.insertSession("a", lifetime: 100)
        try await neighbor.insertSession("b")
        fixture.clock.advance(seconds: 10)
        let long = try await user.insertSession("c")
        #expect(try await management.latest(of: user.owner).sessions == [long, short])
        fixture.clock.advance(seconds: 90)
        #expect(try await management.latest(of: user.owner).sessions == [long])
    }

    @Test func `one session is ended with its refresh tokens, and the end is recorded`() async throws {
        let user = try await EnrolledUser.signedUp(at: fixture)
        let (ended, other) = (try await user.insertSession("a"), try await user.insertSession("b"))
        try await user.insertRefreshToken("online", of: ended, scope: ["openid", "online_access"])
        try await user.insertRefreshToken("offline", of: ended, scope: ["openid", "offline_access"])
        try await user.insertRefreshToken("other", of: other, scope: ["openid", "online_access"])
        #expect(try await management.end(ended.id, of: user.owner))
        #expect(try await user.sessions() == [other])
        #expect(try await user.families() == ["offline", "other"])
        let event = try #require(try await user.events(.sessionEnded).first)
        #expect(event.details == ["sid": "a"])
        #expect(event.client == "web" && event.address == "192.0.2.1" && event.reference == "request 1")
    }

    @Test func `a session that is unknown or another user's is not ended`() async throws {
        let user = try await EnrolledUser.signedUp(at: fixture)
        let neighbor = try await EnrolledUser.signedUp(at: fixture, address: "neighbor@example.org")
        let session = try await neighbor.insertSession("a")
        #expect(try await !management.end(session.id, of: user.owner))
        #expect(try await !management.end(.init(rawValue: "b"), of: user.owner))
        #expect(try await neighbor.sessions() == [session])
        #expect(try await user.events(.sessionEnded).isEmpty)
    }

    @Test func `all sessions but the own are ended`() async throws {
        let user = try await EnrolledUser.signedUp(at: fixture)
        let neighbor = try await EnrolledUser.signedUp(at: fixture, address: "neighbor@example.org")
        let own = try await user.insertSession("a")
        try await user.insertSession("b")
        try await user.insertSession("c")
        let foreign = try await neighbor.insertSession("d")
        #expect(try await management.endOthers(of: user.owner(in: own)).count == 2)
        #expect(try await user.sessions() == [own])
        #expect(try await neighbor.sessions() == [foreign])
        #expect(try await user.events(.sessionEnded).count == 2)
        let again = user.with { $0.user.tokenGeneration = 1 }.owner(in: own)
        #expect(try await management.endOthers(of: again).count == 0)
    }

    // MARK: Signing out

    @Test func `signing out ends the own session`() async throws {
        let user = try await EnrolledUser.signedUp(at: fixture)
        let (own, other) = (try await user.insertSession("a"), try await user.insertSession("b"))
        try await management.signOut(user.owner(in: own))
        #expect(try await user.sessions() == [other])
        try await management.signOut(user.owner(in: own))
        #expect(try await user.events(.sessionEnded).map(\.details) == [["sid": "a"]])
    }

    @Test func `signing out without a session, or with another user's, ends none`() async throws {
        let user = try await EnrolledUser.signedUp(at: fixture)
        let neighbor = try await EnrolledUser.signedUp(at: fixture, address: "neighbor@example.org")
        let session = try await neighbor.insertSession("a")
        try await management.signOut(user.owner)
        try await management.signOut(user.owner(in: session))
        #expect(try await neighbor.sessions() == [session])
        #expect(try await user.events(.sessionEnded).isEmpty)
    }

    // MARK: Accounts and sessions that have ended

    @Test(arguments: [true, false])
    func `a user who is blocked or removed can't list or end sessions`(_ isBlocked: Bool) async throws {
        let user = try await EnrolledUser.signedUp(at: fixture)
        if isBlocked { try await user.change(.blocked(true)) } else { try await user.removeAccount() }
        let expected = isBlocked ? "sign-in.account-blocked" : "sign-in.account-unknown"
        #expect(await code { try await management.latest(of: user.owner) } == expected)
        #expect(await code { try await management.end(.init(rawValue: "a"), of: user.owner) } == expected)
        #expect(await code { try await management.endOthers(of: user.owner) } == expected)
    }

    @Test func `a session that has ended can't list or end others`() async throws {
        let user = try await EnrolledUser.signedUp(at: fixture)
        let neighbor = try await EnrolledUser.signedUp(at: fixture, address: "neighbor@example.org")
        let (own, other) = (try await user.insertSession("a"), try await user.insertSession("b"))
        let foreign = try await neighbor.insertSession("c")
        try await management.end(own.id, of: user.owner)
        for session in [own, foreign] {
            let owner = user.owner(in: session)
            #expect(await code { try await management.latest(of: owner) } == "sign-in.token-revoked")
            #expect(await code { try await management.end(other.id, of: owner) } == "sign-in.token-revoked")
            #expect(await code { try await management.endOthers(of: owner) } == "sign-in.token-revoked")
        }
        #expect(try await user.sessions() == [other])
    }
}

extension EnrolledUser {
    func owner(in session: BrowserSession) -> AccountOwner {
        owner(by: .session(ActiveSession(record: session, user: user, ways: session.ways)))
    }

    /// Stores a session that begins now.
    @discardableResult
    func insertSession(_ id: String, lifetime: Int64 = 1000) async throws -> BrowserSession {
        let now = fixture.clock.now
        let end = Timestamp(secondsSince1970: now.secondsSince1970 + lifetime)
        var session = BrowserSession(
            id: .init(rawValue: id), secretHash: [UInt8](id.utf8), user: user.id, host: host, createdAt: now,
            idleExpiresAt: end, expiresAt: end)
        session.ways = try await passkeys().prefix(1).map(\.id.way)
        let opened = session
        try await fixture.storage.withTransaction { try $0.sessions.insert(opened) }
        return opened
    }

    func sessions() async throws -> [BrowserSession] {
        try await fixture.storage.read { try $0.sessions.list(of: user.id) }
    }

    /// Stores the refresh token of a family.
    func insertRefreshToken(
        _ family: String, of session: BrowserSession? = nil, client: String = "web", scope: [String] = ["openid"]
    ) async throws {
        var grant = RefreshToken.Grant(user: user.id, client: client, host: host, authenticatedAt: fixture.clock.now)
        grant.scope = scope
        grant.session = session?.id
        let token = RefreshToken(
            hash: [UInt8](family.utf8), family: .init(rawValue: family), grant: grant, issuedAt: fixture.clock.now,
            expiresAt: nil)
        try await fixture.storage.withTransaction { try $0.refreshTokens.insert(token) }
    }

    /// The families of the account's refresh tokens, in alphabetical order.
    func families() async throws -> [String] {
        try await fixture.storage.read { try $0.refreshTokens.list(of: user.id) }.map(\.family.rawValue).sorted()
    }
}
