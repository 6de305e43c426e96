// SPDX-License-Identifier: Apache-2.0

import Configuration
import Cryptography
import IdentityModel
import OpenIDProvider
import TestStorage
import Testing
import WireFormats

@Suite struct RefreshTokensTests {
    static let now = ProviderFixture.start

    static func later(_ seconds: Int64) -> Timestamp {
        Timestamp(secondsSince1970: now.secondsSince1970 + seconds)
    }

    /// A client with a stored refresh token.
    struct RefreshFixture: Sendable {
        let storage: any Storage
        let tokens: RefreshTokens
        var client: Client
        let first: PreparedRefreshToken
        let user: User

        init(_ storage: any Storage, policy: JSONObject) async throws {
            let client = try ProviderFixture.client("app", with: ["refresh_token": .object(policy)])
            var grant = RefreshToken.Grant(
                user: ProviderFixture.user().id, client: client.id, host: ProviderFixture.host, authenticatedAt: now)
            grant.scope = ["openid", "offline_access"]
            grant.methods = ["swk", "user", "pop"]
            let first = PreparedRefreshToken(grant, policy: client.refreshTokens, at: now)
            try await storage.withTransaction { transaction in
                try transaction.users.insert(ProviderFixture.user())
                try transaction.refreshTokens.insert(first.record)
            }
            self.storage = storage
            self.client = client
            self.first = first
            user = ProviderFixture.user()
            tokens = RefreshTokens(storage: storage)
        }

        func use(
            _ token: String? = nil, at time: Timestamp = now, host: String = ProviderFixture.host,
            proof: VerifiedProof? = nil
        ) async throws -> RefreshTokens.Refreshed {
            let scopes = try ProviderFixture().scopes(client.id)
            let request = request(token, host: host, proof: proof)
            return try await tokens.use(request, at: time) { grant throws(OAuthFailure) in
                try scopes.grant(.init(), refreshing: grant)
            }
        }

        func request(
            _ token: String? = nil, host: String = ProviderFixture.host, proof: VerifiedProof? = nil
        ) -> RefreshTokens.Use {
            RefreshTokens.Use(
                token: token ?? first.token, client: client, host: host, proof: proof, sender: RequestSender())
        }

        /// Uses a token for an unknown audience, and returns the failure.
        func failureForUnknownAudience(_ request: RefreshTokens.Use, in storage: any Storage) async -> OAuthFailure? {
            await failure {
                _ = try await RefreshTokens(storage: storage).use(request, at: now) { _ throws(OAuthFailure) in
                    throw .audienceUnknown("x")
                }
            }
        }

        func rejection(_ token: String? = nil, at time: Timestamp = now) async -> RefreshRejection? {
            switch await failure({ _ = try await use(token, at: time) }) {
            case nil: return nil
            case .refreshTokenRejected(let rejection, _)?: return rejection
            case let other?:
                Issue.record("another failure: \(other)")
                return nil
            }
        }

        func activeTokenCount() async throws -> Int {
            try await storage.read { try $0.refreshTokens.list(of: ProviderFixture.user().id).count }
        }

        func events() async throws -> [AuditEvent.Kind] {
            try await storage.read { try $0.events.list(user: ProviderFixture.user().id, limit: 100) }.map(\.kind)
        }
    }

    static func rotating(leeway: Int = 0) -> JSONObject {
        [
            "rotation_type": "rotating", "expiration_type": "non-expiring",
            "leeway": .number(JSONNumber(Int64(leeway))),
        ]
    }

    func withFixture<Result>(
        policy: JSONObject = rotating(), _ body: (RefreshFixture) async throws -> Result
    ) async throws -> Result {
        try await withStorage { storage in try await body(RefreshFixture(storage, policy: policy)) }
    }

    // MARK: One use

    @Test func `every byte of a token but the six of the time is random`() throws {
        let policy = try ProviderFixture().client("app").refreshTokens
        let grant = RefreshToken.Grant(
            user: ProviderFixture.user().id, client: "app", host: ProviderFixture.host, authenticatedAt: Self.now)
        let tokens = try (0..<32).map { _ in
            try #require(Base64URL.decode(PreparedRefreshToken(grant, policy: policy, at: Self.now).token))
        }
        #expect(tokens.allSatisfy { $0.count == 38 })
        for position in 6..<38 {
            #expect(Set(tokens.map { $0[position] }).count > 1)
        }
    }

    @Test func `a rotated token has a successor that works`() async throws {
        try await withFixture { fixture async throws in
            let outcome = try await fixture.use()
            #expect(outcome.user == fixture.user)
            #expect(outcome.granted.scope == ["openid", "offline_access"])
            #expect(outcome.grant == fixture.first.record.grant)
            let second = try #require(outcome.successor)
            let third = try #require(try await fixture.use(second).successor)
            #expect(Set([fixture.first.token, second, third]).count == 3)
            #expect(try await fixture.events() == [.tokenRefreshed, .tokenRefreshed])
        }
    }

    @Test func `a token that does not rotate can be used repeatedly`() async throws {
        let policy: JSONObject = [
            "expiration_type": "expiring", "infinite_token_lifetime": true, "idle_token_lifetime": 100,
        ]
        try await withFixture(policy: policy) { fixture async throws in
            for time in [0, 90, 180, 270] as [Int64] {
                #expect(try await fixture.use(at: Self.later(time)).successor == nil)
            }
            #expect(await fixture.rejection(at: Self.later(370)) == .idleTooLong)
            #expect(try await fixture.events() == [AuditEvent.Kind](repeating: .tokenRefreshed, count: 4))
        }
    }

    @Test func `a family expires at its end, however often it is used`() async throws {
        var policy = Self.rotating()
        policy["expiration_type"] = "expiring"
        policy["token_lifetime"] = 100
        policy["idle_token_lifetime"] = 60
        try await withFixture(policy: policy) { fixture async throws in
            let second = try #require(try await fixture.use(at: Self.later(50)).successor)
            #expect(await fixture.rejection(second, at: Self.later(100)) == .expired)
            let third = try #require(try await fixture.use(second, at: Self.later(99)).successor)
            #expect(await fixture.rejection(third, at: Self.later(100)) == .expired)
        }
    }

    @Test(arguments: [
        "", "x", String(repeating: "A", count: 43), String(repeating: "A", count: 51),
        String(repeating: "=", count: 51),
        String(repeating: "A", count: 100_000),
    ])
    func `an unknown token is rejected`(token: String) async throws {
        try await withFixture { fixture async throws in #expect(await fixture.rejection(token) == .unknown) }
    }

    @Test func `a token of another host is rejected`() async throws {
        try await withFixture { fixture async throws in
            let failure = await failure { _ = try await fixture.use(host: ProviderFixture.otherHost) }
            #expect(failure == .refreshTokenRejected(.hostMismatch))
            #expect(try await fixture.use().successor != nil)
        }
    }

    @Test func `a client without the refresh grant gets nothing`() async throws {
        try await withFixture { fixture async throws in
            var fixture = fixture
            fixture.client = try ProviderFixture.client(
                "app", with: ["grant_types": [.string(GrantType.passkey.rawValue)]])
            #expect(await failure { _ = try await fixture.use() } == .grantTypeNotAllowed("refresh_token"))
        }
    }

    @Test func `a request rejected for its audience or scopes consumes nothing`() async throws {
        try await withFixture { fixture async throws in
            let failure = await fixture.failureForUnknownAudience(fixture.request(), in: fixture.storage)
            #expect(failure == .audienceUnknown("x"))
            #expect(try await fixture.events() == [])
            #expect(try await fixture.use().successor != nil)
        }
    }

    // MARK: At rest

    @Test func `neither a token nor its successor is stored in the clear`() async throws {
        try await withFixture { fixture async throws in
            let successor = try #require(try await fixture.use().successor)
            let hash = try Self.storedHash(of: fixture.first.token)
            let record = try #require(try await fixture.storage.read { try $0.refreshTokens.find(hash) })
            let sealed = try #require(record.successor).sealed
            #expect(!sealed.indices.contains { sealed[$0...].starts(with: successor.utf8.prefix(16)) })
            #expect(try record.successor?.hash == Self.storedHash(of: successor))
        }
    }

    @Test func `a token is stored under the time of its issue and its hash`() async throws {
        try await withFixture { fixture async throws in
            let successor = try #require(try await fixture.use(at: Self.later(1)).successor)
            let hashes = try [fixture.first.token, successor].map(Self.storedHash)
            for (index, hash) in hashes.enumerated() {
                let second = Self.later(Int64(index)).secondsSince1970
                #expect(hash.prefix(4).reduce(0) { $0 << 8 | Int64($1) } == second)
                #expect(try await fixture.storage.read { try $0.refreshTokens.find(hash) } != nil)
            }
        }
    }

    @Test func `a token from before tokens began with a time is accepted`() async throws {
        try await withFixture { fixture async throws in
            let token = Base64URL.encode([UInt8](repeating: 7, count: 32))
            let new = fixture.first.record
            let old = RefreshToken(
                hash: DigestAlgorithm.sha256.hash([UInt8](token.utf8)), family: new.family, grant: new.grant,
                issuedAt: new.issuedAt, expiresAt: new.expiresAt)
            try await fixture.storage.withTransaction { try $0.refreshTokens.insert(old) }
            #expect(try await fixture.use(token).successor?.utf8.count == 51)
            #expect(await fixture.rejection(token, at: Self.later(1)) == .reused)
        }
    }

    private static func storedHash(of token: String) throws -> [UInt8] {
        let time = try #require(Base64URL.decode(token.utf8.prefix(8)))
        return time + DigestAlgorithm.sha256.hash([UInt8](token.utf8))
    }

    // MARK: Reuse

    @Test func `reuse revokes the family durably and is recorded`() async throws {
        try await withFixture { fixture async throws in
            let second = try #require(try await fixture.use().successor)
            #expect(await fixture.rejection(at: Self.later(1)) == .reused)
            #expect(await fixture.rejection(second, at: Self.later(1)) == .unknown)
            #expect(try await fixture.activeTokenCount() == 0)
            #expect(try await fixture.events() == [.tokenReused, .tokenRefreshed])
        }
    }

    @Test func `within the leeway every use gets the same successor until that is used`() async throws {
        try await withFixture(policy: Self.rotating(leeway: 10)) { fixture async throws in
            let second = try #require(try await fixture.use().successor)
            #expect(try await fixture.use(at: Self.later(10)).successor == second)
            _ = try await fixture.use(second, at: Self.later(10))
            #expect(await fixture.rejection(at: Self.later(10)) == .reused)
            #expect(try await fixture.activeTokenCount() == 0)
        }
    }

    @Test func `after the leeway reuse fails even if the successor was never used`() async throws {
        try await withFixture(policy: Self.rotating(leeway: 10)) { fixture async throws in
            _ = try await fixture.use()
            #expect(await fixture.rejection(at: Self.later(11)) == .reused)
            #expect(try await fixture.activeTokenCount() == 0)
        }
    }

    @Test func `without leeway one of sixteen concurrent uses wins, and the family is revoked`()
        async throws
    {
        try await withFixture { fixture async throws in
            let outcomes = await parallelUses(of: fixture)
            #expect(outcomes.compactMap { try? $0.get() }.count == 1)
            let rejections = outcomes.compactMap { outcome -> RefreshRejection? in
                guard case .failure(.refreshTokenRejected(let rejection, _)) = outcome else { return nil }
                return rejection
            }
            #expect(rejections.count == 15)
            #expect(rejections.filter { $0 == .reused }.count >= 1)
            #expect(rejections.allSatisfy { $0 == .reused || $0 == .unknown })
            #expect(try await fixture.activeTokenCount() == 0)
        }
    }

    @Test func `sixteen concurrent uses within the leeway get one successor`() async throws {
        try await withFixture(policy: Self.rotating(leeway: 10)) { fixture async throws in
            let successors = try await parallelUses(of: fixture).map { try $0.get() }
            #expect(Set(successors).count == 1)
            #expect(try await fixture.activeTokenCount() == 1)
            #expect(try await fixture.events() == [.tokenRefreshed])
        }
    }

    private func parallelUses(of fixture: RefreshFixture) async -> [Result<String?, OAuthFailure>] {
        await withTaskGroup(of: Result<String?, OAuthFailure>?.self) { group in
            for _ in 0..<16 {
                group.addTask {
                    do {
                        return .success(try await fixture.use().successor)
                    } catch {
                        return (error as? OAuthFailure).map { .failure($0) }
                    }
                }
            }
            return await group.reduce(into: []) { $0 += [$1].compactMap(\.self) }
        }
    }

    // MARK: Users

    @Test func `a blocked user's family is revoked`() async throws {
        try await withFixture { fixture async throws in
            let user = ProviderFixture.user()
            try await fixture.storage.withTransaction {
                try $0.users.apply(.blocked(true), to: user.id, at: user.createdAt)
            }
            #expect(await fixture.rejection() == .userBlocked)
            #expect(await fixture.rejection() == .unknown)
        }
    }

    @Test func `a blocked user's token is rejected for that, although the session has ended too`() async throws {
        try await withFixture { fixture async throws in
            var grant = fixture.first.record.grant
            grant.scope = ["openid", "online_access"]
            grant.session = .random(at: Self.now)
            let tokens = (0..<2).map { _ in
                PreparedRefreshToken(grant, policy: fixture.client.refreshTokens, at: Self.now)
            }
            try await fixture.storage.withTransaction { transaction in
                for token in tokens { try transaction.refreshTokens.insert(token.record) }
            }
            #expect(await fixture.rejection(tokens[0].token) == .sessionEnded)
            try await fixture.storage.withTransaction {
                try $0.users.apply(.blocked(true), to: ProviderFixture.user().id, at: Self.now)
            }
            #expect(await fixture.rejection(tokens[1].token) == .userBlocked)
        }
    }

    // MARK: Revocation

    private func revoke(_ token: String, client: Client, in fixture: RefreshFixture) async throws {
        let use = RefreshTokens.Use(
            token: token, client: client, host: ProviderFixture.host, proof: nil, sender: RequestSender())
        try await fixture.tokens.revoke(use, at: Self.now)
    }

    @Test func `revoking one token revokes its whole family`() async throws {
        try await withFixture { fixture async throws in
            let second = try #require(try await fixture.use().successor)
            try await revoke(fixture.first.token, client: fixture.client, in: fixture)
            #expect(await fixture.rejection(second) == .unknown)
            #expect(try await fixture.events().first == .tokenRevoked)
        }
    }

    @Test func `revoking an unknown token succeeds`() async throws {
        try await withFixture { fixture async throws in
            try await revoke("x", client: fixture.client, in: fixture)
            try await revoke(String(repeating: "A", count: 43), client: fixture.client, in: fixture)
            #expect(try await fixture.events() == [])
        }
    }

    @Test func `another client can't revoke a token`() async throws {
        try await withFixture { fixture async throws in
            let other = try ProviderFixture().client("web")
            let failure = await failure { try await revoke(fixture.first.token, client: other, in: fixture) }
            #expect(failure == .refreshTokenRejected(.clientMismatch))
            #expect(try await fixture.use().successor != nil)
        }
    }

    @Test func `a token can be revoked only at its own host`() async throws {
        try await withFixture { fixture async throws in
            let request = fixture.request(host: ProviderFixture.otherHost)
            let failure = await failure { try await fixture.tokens.revoke(request, at: Self.now) }
            #expect(failure == .refreshTokenRejected(.clientMismatch))
            #expect(try await fixture.use().successor != nil)
        }
    }

    @Test func `rejections reveal nothing about the token`() {
        let texts = [RefreshRejection.unknown, .clientMismatch, .hostMismatch, .reused].map(\.description)
        #expect(Set(texts).count == 1)
        #expect(OAuthFailure.refreshTokenRejected(.reused).error == "invalid_grant")
    }
}
