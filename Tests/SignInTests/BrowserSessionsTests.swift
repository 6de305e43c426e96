// SPDX-License-Identifier: Apache-2.0

import IdentityModel
import SignIn
import TestSupport
import Testing
import WebAuthnMessages
import WireFormats

@Suite struct BrowserSessionsTests {
    /// A session that ends after 1000 seconds, unless a test says otherwise.
    private struct Scene {
        let fixture: SignInFixture
        let user: User
        let session: NewSession

        init(lifetime: Int = 1000, idleLifetime: Int = 1000) async throws {
            fixture = try SignInFixture()
            user = try await TestUser(at: fixture).signUp().user
            let (time, secret) = (fixture.clock.now, TimeOrderedSecret(at: fixture.clock.now))
            let record = BrowserSession(
                id: .random(at: time), secretHash: secret.hash, user: user.id, host: SignInFixture.host,
                createdAt: time, idleExpiresAt: time.advanced(by: idleLifetime),
                expiresAt: time.advanced(by: lifetime))
            try await fixture.storage.withTransaction { try $0.sessions.insert(record) }
            session = NewSession(record: record, secret: secret.text)
        }

        func find(_ secret: String?, at host: String = SignInFixture.host) async throws -> ActiveSession? {
            try await BrowserSessions(accounts: fixture.accounts, host: host, kind: .pages).find(secret: secret)
        }
    }

    @Test func `a session is found by the secret of its cookie, with its account`() async throws {
        let scene = try await Scene()
        let found = try #require(try await scene.find(scene.session.secret))
        #expect(found.record == scene.session.record)
        #expect(found.user == scene.user)
    }

    @Test(arguments: [nil, "", "abc"])
    func `what is no secret belongs to no session`(secret: String?) async throws {
        let scene = try await Scene()
        #expect(try await scene.find(secret) == nil)
        #expect(try await scene.find(TimeOrderedSecret(at: scene.fixture.clock.now).text) == nil)
    }

    @Test func `a session belongs to one host`() async throws {
        let scene = try await Scene()
        #expect(try await scene.find(scene.session.secret, at: "login.example.net") == nil)
    }

    @Test(arguments: [(1000, 500), (500, 1000)])
    func `a session ends by its idle and by its absolute lifetime`(lifetime: Int, idleLifetime: Int) async throws {
        let scene = try await Scene(lifetime: lifetime, idleLifetime: idleLifetime)
        scene.fixture.clock.advance(seconds: 499)
        #expect(try await scene.find(scene.session.secret) != nil)
        scene.fixture.clock.advance(seconds: 1)
        #expect(try await scene.find(scene.session.secret) == nil)
    }

    @Test func `a blocked user has no session`() async throws {
        let scene = try await Scene()
        let (user, now) = (scene.user.id, scene.fixture.clock.now)
        try await scene.fixture.storage.withTransaction { try $0.users.apply(.blocked(true), to: user, at: now) }
        #expect(try await scene.find(scene.session.secret) == nil)
    }
}
