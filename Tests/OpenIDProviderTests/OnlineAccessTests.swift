// SPDX-License-Identifier: Apache-2.0

import Configuration
import IdentityModel
import OpenIDProvider
import TestStorage
import Testing
import WireFormats

/// Refresh tokens that end with a browser session (`online_access`).
@Suite struct OnlineAccessTests {
    static let now = ProviderFixture.start

    /// A client with a refresh token, and the session that it was issued in.
    private struct OnlineFixture: Sendable {
        let storage: any Storage
        var client: Client
        let session: BrowserSession
        let first: PreparedRefreshToken

        init(_ storage: any Storage, scope: [String]) async throws {
            let user = ProviderFixture.user()
            client = try ProviderFixture().client("app")
            session = BrowserSession(
                id: .random(at: now), secretHash: TimeOrderedSecret(at: now).hash, user: user.id,
                host: ProviderFixture.host, createdAt: now, idleExpiresAt: now.advanced(by: 100),
                expiresAt: now.advanced(by: 1000))
            var grant = RefreshToken.Grant(
                user: user.id, client: client.id, host: ProviderFixture.host, authenticatedAt: now)
            grant.scope = scope
            grant.session = session.id
            first = PreparedRefreshToken(grant, policy: RefreshTokenPolicy(), at: now)
            self.storage = storage
            let (session, record) = (session, first.record)
            try await storage.withTransaction { transaction in
                try transaction.users.insert(user)
                try transaction.sessions.insert(session)
                try transaction.refreshTokens.insert(record)
            }
        }

        func rejection(at time: Timestamp, extendingBy lifetime: Int? = nil) async throws -> OAuthFailure? {
            let scopes = try ProviderFixture().scopes(client.id)
            var use = RefreshTokens.Use(
                token: first.token, client: client, host: ProviderFixture.host, proof: nil,
                sender: RequestSender())
            use.idleSessionLifetime = lifetime
            let prepared = use
            return await failure {
                _ = try await RefreshTokens(storage: storage).use(prepared, at: time) { grant throws(OAuthFailure) in
                    try scopes.grant(.init(), refreshing: grant)
                }
            }
        }

        func events() async throws -> [AuditEvent.Kind] {
            try await storage.read { try $0.events.list(user: ProviderFixture.user().id, limit: 100) }.map(\.kind)
        }
    }

    private func withFixture(
        scope: [String] = ["openid", "online_access"], _ body: (OnlineFixture) async throws -> Void
    ) async throws {
        try await withStorage { storage in try await body(OnlineFixture(storage, scope: scope)) }
    }

    @Test func `a token works as long as its session`() async throws {
        try await withFixture { fixture async throws in
            #expect(try await fixture.rejection(at: Self.now.advanced(by: 99)) == nil)
            #expect(
                try await fixture.rejection(at: Self.now.advanced(by: 100))
                    == .refreshTokenRejected(.sessionEnded, isOfGrant: true))
            #expect(try await fixture.rejection(at: Self.now.advanced(by: 100)) == .refreshTokenRejected(.unknown))
            #expect(try await fixture.events() == [.tokenRevoked, .tokenRefreshed])
        }
    }

    @Test(arguments: [false, true])
    func `each use of a token extends the session, whether it rotates or not`(rotates: Bool) async throws {
        try await withFixture { fixture async throws in
            var fixture = fixture
            fixture.client = try ProviderFixture.client(
                "app", with: ["refresh_token": ["rotation_type": rotates ? "rotating" : "non-rotating"]])
            #expect(try await fixture.rejection(at: Self.now.advanced(by: 50), extendingBy: 100) == nil)
            let id = fixture.session.id
            let session = try await fixture.storage.read { try $0.sessions.find(id) }
            #expect(session?.idleExpiresAt == Self.now.advanced(by: 150))
        }
    }

    @Test func `a token whose session is gone is rejected, and its family removed`() async throws {
        try await withFixture { fixture async throws in
            try await fixture.storage.withTransaction { try $0.sessions.remove(fixture.session.id) }
            #expect(try await fixture.rejection(at: Self.now) == .refreshTokenRejected(.sessionEnded, isOfGrant: true))
            #expect(try await fixture.rejection(at: Self.now) == .refreshTokenRejected(.unknown))
        }
    }

    @Test func `a token for offline access outlives the session`() async throws {
        try await withFixture(scope: ["openid", "offline_access"]) { fixture async throws in
            try await fixture.storage.withTransaction { try $0.sessions.remove(fixture.session.id) }
            #expect(try await fixture.rejection(at: Self.now.advanced(by: 1000)) == nil)
        }
    }

    @Test func `a token with both scopes ends with the session`() async throws {
        try await withFixture(scope: ["openid", "offline_access", "online_access"]) { fixture async throws in
            #expect(
                try await fixture.rejection(at: Self.now.advanced(by: 100))
                    == .refreshTokenRejected(.sessionEnded, isOfGrant: true))
        }
    }

    @Test func `only a grant with a session gets a refresh token for online access`() throws {
        var grant = try ProviderFixture().grant(.init(scope: "openid online_access", hasSession: true))
        #expect(grant.refreshGrant(host: ProviderFixture.host) == nil)
        grant.sessionID = .random(at: Self.now)
        #expect(grant.refreshGrant(host: ProviderFixture.host)?.session == grant.sessionID)
    }
}
