// SPDX-License-Identifier: Apache-2.0

import Configuration
import IdentityModel
import OpenIDProvider
import TestStorage
import TestSupport
import Testing
import WireFormats

/// The exchange of authorization codes, without HTTP.
@Suite struct CodeExchangeTests {
    private static let now = ProviderFixture.start
    private static let user = ProviderFixture.user().id

    /// A storage with a code of a session.
    private struct Scene: Sendable {
        let storage: any Storage
        let client: Client
        let other: Client
        let granted: GrantedScope
        let secret = TimeOrderedSecret(at: now)
        let session: BrowserSession
        let grant: AuthorizationCode.Grant

        init(_ storage: any Storage, change: (inout AuthorizationCode.Grant) -> Void) async throws {
            let fixture = try ProviderFixture()
            self.storage = storage
            client = try fixture.client("app")
            other = try fixture.client("no-refresh")
            granted = try fixture.scopes("app").grant(.init(scope: "openid"))
            session = BrowserSession(
                id: .random(at: now), secretHash: TimeOrderedSecret(at: now).hash, user: user,
                host: ProviderFixture.host, createdAt: now, idleExpiresAt: now.advanced(by: 1000),
                expiresAt: now.advanced(by: 1000))
            var grant = AuthorizationCode.Grant(
                id: .random(at: now), user: user, client: client.id, host: ProviderFixture.host,
                redirectURI: AuthorizationFixture.callback, authenticatedAt: now)
            grant.challenge = AuthorizationFixture.challenge
            grant.session = session.id
            change(&grant)
            self.grant = grant
            let code = AuthorizationCode(
                hash: secret.hash, grant: grant, issuedAt: now, expiresAt: now.advanced(by: 60))
            let session = session
            try await storage.withTransaction { transaction in
                try transaction.users.insert(ProviderFixture.user())
                try transaction.sessions.insert(session)
                try transaction.authorizationCodes.insert(code)
            }
        }

        func use(
            client: Client? = nil, host: String = ProviderFixture.host,
            verifier: String? = AuthorizationFixture.verifier,
            redirectURI: String? = AuthorizationFixture.callback
        ) -> CodeExchange.Use {
            CodeExchange.Use(
                code: secret.text, redirectURI: redirectURI, verifier: verifier, client: client ?? self.client,
                host: host, sender: RequestSender())
        }

        /// Returns why the code is not exchanged, or `nil` if it is.
        func rejection(of use: CodeExchange.Use, after seconds: Int64 = 5) async -> OAuthFailure? {
            let time = now.advanced(by: seconds)
            let (granted, policy) = (granted, client.refreshTokens)
            return await failure {
                _ = try await CodeExchange(storage: storage).exchange(use, at: time) { grant, user in
                    let family = RefreshToken.Grant(
                        user: user.id, client: grant.client, host: grant.host, authenticatedAt: now)
                    return (
                        granted, PreparedRefreshToken(family, family: grant.id.family, policy: policy, at: time)
                    )
                }
            }
        }

        func events() async throws -> [AuditEvent.Kind] {
            try await storage.read { try $0.events.list(user: user, limit: 100) }.map(\.kind)
        }

        func familyCount() async throws -> Int {
            try await storage.read { try $0.refreshTokens.list(of: user) }.count
        }
    }

    private func withScene(
        change: (inout AuthorizationCode.Grant) -> Void, _ body: (Scene) async throws -> Void
    ) async throws {
        try await withStorage { try await body(Scene($0, change: change)) }
    }

    private func withScene(_ body: (Scene) async throws -> Void) async throws {
        try await withScene(change: { _ in }, body)
    }

    private static func rejected(_ reason: AuthorizationCodeRejection) -> OAuthFailure {
        .authorizationCodeRejected(reason)
    }

    @Test func `a code is exchanged once, and its second use revokes what came of the first`() async throws {
        try await withScene { scene in
            #expect(await scene.rejection(of: scene.use()) == nil)
            #expect(try await scene.familyCount() == 1)
            #expect(try await scene.events() == [.codeExchanged])
            let (session, revocation) = (scene.session.id, scene.grant.id.revocation)
            let clients = try await scene.storage.read { try $0.sessions.clients(of: session) }
            #expect(clients == [SessionClient(id: "app", session: session)])
            for _ in 0..<2 { #expect(await scene.rejection(of: scene.use()) == Self.rejected(.reused)) }
            #expect(try await scene.familyCount() == 0)
            #expect(try await scene.storage.withTransaction { try $0.oneTime.isConsumed(revocation) })
            #expect(try await scene.events().filter { $0 == .codeReused }.count == 1)
        }
    }

    @Test func `of sixteen concurrent uses none keeps its tokens`() async throws {
        try await withScene { scene in
            let failures = await withTaskGroup(of: OAuthFailure?.self) { group in
                for _ in 0..<16 { group.addTask { await scene.rejection(of: scene.use()) } }
                return await group.reduce(into: []) { $0.append($1) }
            }
            let families = try await scene.familyCount()
            #expect(failures.count { $0 == nil } == 1)
            #expect(failures.compactMap(\.self).allSatisfy { $0 == Self.rejected(.reused) })
            #expect(families == 0)
        }
    }

    @Test func `a second use is noticed whoever it is from, if it is from the client`() async throws {
        try await withScene { scene in
            #expect(await scene.rejection(of: scene.use()) == nil)
            #expect(await scene.rejection(of: scene.use(client: scene.other)) == Self.rejected(.clientMismatch))
            let before = try await scene.familyCount()
            #expect(await scene.rejection(of: scene.use(verifier: nil)) == Self.rejected(.reused))
            let after = try await scene.familyCount()
            #expect((before, after) == (1, 0))
        }
    }

    @Test func `a code that is rejected can still be used`() async throws {
        try await withScene { scene in
            let other = String(AuthorizationFixture.verifier.reversed())
            let attempts: [(CodeExchange.Use, AuthorizationCodeRejection)] = [
                (scene.use(client: scene.other), .clientMismatch),
                (scene.use(host: ProviderFixture.otherHost), .hostMismatch),
                (scene.use(redirectURI: AuthorizationFixture.callback + "/"), .redirectURIMismatch),
                (scene.use(verifier: nil), .verifierMissing), (scene.use(verifier: other), .verifierMismatch),
            ]
            for (use, reason) in attempts { #expect(await scene.rejection(of: use) == Self.rejected(reason)) }
            #expect(await scene.rejection(of: scene.use(redirectURI: nil)) == nil)
        }
    }

    @Test func `without a challenge the redirect URI is required`() async throws {
        let change = { (grant: inout AuthorizationCode.Grant) in grant.challenge = nil }
        try await withScene(change: change) { scene in
            #expect(
                await scene.rejection(of: scene.use(verifier: nil, redirectURI: nil))
                    == Self.rejected(.redirectURIMismatch))
            #expect(await scene.rejection(of: scene.use()) == Self.rejected(.challengeMissing))
            #expect(await scene.rejection(of: scene.use(verifier: nil)) == nil)
        }
    }

    @Test func `a code that is bound to a key needs its proof`() async throws {
        let proof = try ProviderFixture.proof()
        let change = { (grant: inout AuthorizationCode.Grant) in grant.boundKey = proof.thumbprint }
        try await withScene(change: change) { scene in
            var use = scene.use()
            #expect(await scene.rejection(of: use) == Self.rejected(.proofMissing))
            use.proof = try ProviderFixture.proof()
            #expect(await scene.rejection(of: use) == Self.rejected(.proofMismatch))
            use.proof = proof
            #expect(await scene.rejection(of: use) == nil)
        }
    }

    @Test func `a code expires`() async throws {
        try await withScene { scene in
            #expect(await scene.rejection(of: scene.use(), after: 60) == Self.rejected(.expired))
            #expect(await scene.rejection(of: scene.use(), after: 59) == nil)
        }
    }

    @Test(arguments: ["", "x", TimeOrderedSecret(at: now).text])
    func `what was not issued is unknown`(code: String) async throws {
        try await withScene { scene in
            let use = CodeExchange.Use(
                code: code, redirectURI: nil, verifier: nil, client: scene.client, host: ProviderFixture.host,
                sender: RequestSender())
            #expect(await scene.rejection(of: use) == Self.rejected(.unknown))
        }
    }

    @Test func `a blocked user's code yields no tokens`() async throws {
        try await withScene { scene in
            try await scene.storage.withTransaction { try $0.users.apply(.blocked(true), to: Self.user, at: Self.now) }
            #expect(await scene.rejection(of: scene.use()) == Self.rejected(.userBlocked))
            #expect(try await scene.familyCount() == 0)
        }
    }

    @Test func `a code ends with its session`() async throws {
        try await withScene { scene in
            let id = scene.session.id
            try await scene.storage.withTransaction { try $0.sessions.remove(id) }
            #expect(await scene.rejection(of: scene.use()) == Self.rejected(.expired))
            #expect(try await scene.events().isEmpty)
        }
    }
}
