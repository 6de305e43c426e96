// SPDX-License-Identifier: Apache-2.0

import Cryptography
import IdentityModel
import OpenIDProvider
import SQLiteStorage
import Testing
import WireFormats

@Suite struct RefreshTokensTests {
    static let now = ProviderWorld.start

    static func later(_ seconds: Int64) -> Timestamp {
        Timestamp(secondsSince1970: now.secondsSince1970 + seconds)
    }

    /// A client with a token, in a storage.
    private struct Desk: Sendable {
        let storage: SQLiteStorage
        let tokens: RefreshTokens
        var client: Client
        let first: PreparedRefreshToken
        let user: User

        init(_ storage: SQLiteStorage, _ policy: RefreshTokenPolicy) async throws {
            var client = try ProviderWorld().client("app")
            client.refreshTokens = policy
            var grant = RefreshToken.Grant(
                user: ProviderWorld.user().id, client: client.id, host: ProviderWorld.host, authenticatedAt: now)
            grant.scope = ["openid", "offline_access"]
            grant.methods = ["swk", "user", "pop"]
            let first = PreparedRefreshToken(grant, policy: client.refreshTokens, at: now)
            try await storage.withTransaction { transaction in
                try transaction.users.insert(ProviderWorld.user())
                try transaction.refreshTokens.insert(first.record)
            }
            self.storage = storage
            self.client = client
            self.first = first
            user = ProviderWorld.user()
            tokens = RefreshTokens(storage: storage)
        }

        func use(
            _ token: String? = nil, at time: Timestamp = now, host: String = ProviderWorld.host
        ) async throws -> RefreshTokens.Outcome {
            let scopes = try ProviderWorld().scopes(client.id)
            let use = RefreshTokens.Use(token: token ?? first.token, client: client, host: host, proof: nil)
            return try await tokens.use(use, at: time) { grant throws(OAuthFailure) in
                try scopes.grant(.init(), refreshing: grant)
            }
        }

        func rejection(_ token: String? = nil, at time: Timestamp = now) async -> RefreshRejection? {
            guard case .refreshTokenRefused(let rejection) = await failure({ _ = try await use(token, at: time) })
            else { return nil }
            return rejection
        }

        func alive() async throws -> Int {
            try await storage.read { try $0.refreshTokens.list(of: ProviderWorld.user().id).count }
        }

        func events() async throws -> [AuditEvent.Kind] {
            try await storage.read { try $0.events.list(user: ProviderWorld.user().id, limit: 100) }.map(\.kind)
        }
    }

    private static func rotating(leeway: Int = 0) -> RefreshTokenPolicy {
        var policy = RefreshTokenPolicy()
        policy.isRotating = true
        policy.leeway = leeway
        return policy
    }

    private func withDesk<Result>(
        _ policy: RefreshTokenPolicy = rotating(), _ body: (Desk) async throws -> Result
    ) async throws -> Result {
        try await withStorage { storage in try await body(Desk(storage, policy)) }
    }

    // MARK: One use

    @Test func `a token has 32 bytes, and each of them is random`() throws {
        let policy = try ProviderWorld().client("app").refreshTokens
        let grant = RefreshToken.Grant(
            user: ProviderWorld.user().id, client: "app", host: ProviderWorld.host, authenticatedAt: Self.now)
        let tokens = try (0..<32).map { _ in
            try #require(Base64URL.decode(PreparedRefreshToken(grant, policy: policy, at: Self.now).token))
        }
        #expect(tokens.allSatisfy { $0.count == 32 })
        for position in 0..<32 {
            #expect(Set(tokens.map { $0[position] }).count > 1)
        }
    }

    @Test func `a rotating token gives a successor that works`() async throws {
        try await withDesk { desk async throws in
            let outcome = try await desk.use()
            #expect(outcome.user == desk.user)
            #expect(outcome.granted.scope == ["openid", "offline_access"])
            #expect(outcome.grant == desk.first.record.grant)
            let second = try #require(outcome.successor)
            let third = try #require(try await desk.use(second).successor)
            #expect(Set([desk.first.token, second, third]).count == 3)
            #expect(try await desk.events() == [.tokenRefreshed, .tokenRefreshed])
        }
    }

    @Test func `a token that does not rotate is used again and again`() async throws {
        var policy = RefreshTokenPolicy()
        policy.idleValidFor = 100
        try await withDesk(policy) { desk async throws in
            for time in [0, 90, 180, 270] as [Int64] {
                #expect(try await desk.use(at: Self.later(time)).successor == nil)
            }
            #expect(await desk.rejection(at: Self.later(370)) == .idleTooLong)
        }
    }

    @Test func `a family ends, however often it is used`() async throws {
        var policy = Self.rotating()
        policy.validFor = 100
        policy.idleValidFor = 60
        try await withDesk(policy) { desk async throws in
            let second = try #require(try await desk.use(at: Self.later(50)).successor)
            #expect(await desk.rejection(second, at: Self.later(100)) == .expired)
            let third = try #require(try await desk.use(second, at: Self.later(99)).successor)
            #expect(await desk.rejection(third, at: Self.later(100)) == .expired)
        }
    }

    @Test(arguments: ["", "x", String(repeating: "A", count: 43), String(repeating: "A", count: 100_000)])
    func `what was never issued is refused`(token: String) async throws {
        try await withDesk { desk async throws in #expect(await desk.rejection(token) == .unknown) }
    }

    @Test func `another host's token is refused`() async throws {
        try await withDesk { desk async throws in
            let failure = await failure { _ = try await desk.use(host: ProviderWorld.otherHost) }
            #expect(failure == .refreshTokenRefused(.hostMismatch))
            #expect(try await desk.use().successor != nil)
        }
    }

    @Test func `a client without the grant type gets nothing`() async throws {
        try await withDesk { desk async throws in
            var desk = desk
            desk.client.grantTypes = [.passkey]
            #expect(await failure { _ = try await desk.use() } == .grantTypeNotAllowed("refresh_token"))
        }
    }

    @Test func `a request that is refused for what it asks uses nothing up`() async throws {
        try await withDesk { desk async throws in
            let use = RefreshTokens.Use(
                token: desk.first.token, client: desk.client, host: ProviderWorld.host, proof: nil)
            let failure = await failure {
                _ = try await desk.tokens.use(use, at: Self.now) { _ throws(OAuthFailure) in throw .audienceUnknown("x")
                }
            }
            #expect(failure == .audienceUnknown("x"))
            #expect(try await desk.events() == [])
            #expect(try await desk.use().successor != nil)
        }
    }

    @Test func `a client that demands bound tokens gets none without a proof`() async throws {
        try await withDesk { desk async throws in
            let scopes = try ProviderWorld().scopes("careful")
            let use = RefreshTokens.Use(
                token: desk.first.token, client: desk.client, host: ProviderWorld.host, proof: nil)
            let failure = await failure {
                _ = try await desk.tokens.use(use, at: Self.now) { grant throws(OAuthFailure) in
                    try scopes.grant(.init(), refreshing: grant)
                }
            }
            #expect(failure == .proofMissing)
            #expect(try await desk.use().successor != nil)
        }
    }

    // MARK: At rest

    @Test func `the storage holds neither the token nor its successor`() async throws {
        try await withDesk { desk async throws in
            let successor = try #require(try await desk.use().successor)
            let hash = DigestAlgorithm.sha256.hash([UInt8](desk.first.token.utf8))
            let record = try #require(try await desk.storage.read { try $0.refreshTokens.find(hash) })
            let sealed = try #require(record.successor).sealed
            #expect(!sealed.indices.contains { sealed[$0...].starts(with: successor.utf8.prefix(16)) })
            #expect(record.successor?.hash == DigestAlgorithm.sha256.hash([UInt8](successor.utf8)))
        }
    }

    // MARK: Reuse

    @Test func `reuse revokes the family, durably, and is recorded`() async throws {
        try await withDesk { desk async throws in
            let second = try #require(try await desk.use().successor)
            #expect(await desk.rejection(at: Self.later(1)) == .reused)
            #expect(await desk.rejection(second, at: Self.later(1)) == .unknown)
            #expect(try await desk.alive() == 0)
            #expect(try await desk.events() == [.tokenReused, .tokenRefreshed])
        }
    }

    @Test func `within the leeway every use gets the same successor, until that was used`() async throws {
        try await withDesk(Self.rotating(leeway: 10)) { desk async throws in
            let second = try #require(try await desk.use().successor)
            #expect(try await desk.use(at: Self.later(10)).successor == second)
            _ = try await desk.use(second, at: Self.later(10))
            #expect(await desk.rejection(at: Self.later(10)) == .reused)
            #expect(try await desk.alive() == 0)
        }
    }

    @Test func `behind the leeway nobody gets the successor, though it was not used`() async throws {
        try await withDesk(Self.rotating(leeway: 10)) { desk async throws in
            _ = try await desk.use()
            #expect(await desk.rejection(at: Self.later(11)) == .reused)
            #expect(try await desk.alive() == 0)
        }
    }

    @Test func `of sixteen parallel uses without leeway one wins, and the family falls`()
        async throws
    {
        try await withDesk { desk async throws in
            let outcomes = await parallelUses(of: desk)
            #expect(outcomes.compactMap { try? $0.get() }.count == 1)
            let rejections = outcomes.compactMap { outcome -> RefreshRejection? in
                guard case .failure(.refreshTokenRefused(let rejection)) = outcome else { return nil }
                return rejection
            }
            #expect(rejections.count == 15)
            #expect(rejections.filter { $0 == .reused }.count >= 1)
            #expect(rejections.allSatisfy { $0 == .reused || $0 == .unknown })
            #expect(try await desk.alive() == 0)
        }
    }

    @Test func `sixteen parallel uses within the leeway get one successor`() async throws {
        try await withDesk(Self.rotating(leeway: 10)) { desk async throws in
            let successors = try await parallelUses(of: desk).map { try $0.get() }
            #expect(Set(successors).count == 1)
            #expect(try await desk.alive() == 1)
            #expect(try await desk.events() == [.tokenRefreshed])
        }
    }

    private func parallelUses(of desk: Desk) async -> [Result<String?, OAuthFailure>] {
        await withTaskGroup(of: Result<String?, OAuthFailure>?.self) { group in
            for _ in 0..<16 {
                group.addTask {
                    do {
                        return .success(try await desk.use().successor)
                    } catch {
                        return (error as? OAuthFailure).map { .failure($0) }
                    }
                }
            }
            return await group.reduce(into: []) { $0 += [$1].compactMap(\.self) }
        }
    }

    // MARK: People

    @Test func `a person who is blocked loses the family`() async throws {
        try await withDesk { desk async throws in
            let user = ProviderWorld.user()
            try await desk.storage.withTransaction {
                try $0.users.apply(.blocked(true), to: user.id, at: user.createdAt)
            }
            #expect(await desk.rejection() == .userBlocked)
            #expect(await desk.rejection() == .unknown)
        }
    }

    // MARK: Revocation

    private func revoke(_ token: String, client: Client, _ desk: Desk) async throws {
        let use = RefreshTokens.Use(token: token, client: client, host: ProviderWorld.host, proof: nil)
        try await desk.tokens.revoke(use, at: Self.now)
    }

    @Test func `revoking any token of a family revokes all`() async throws {
        try await withDesk { desk async throws in
            let second = try #require(try await desk.use().successor)
            try await revoke(desk.first.token, client: desk.client, desk)
            #expect(await desk.rejection(second) == .unknown)
            #expect(try await desk.events().first == .tokenRevoked)
        }
    }

    @Test func `revoking what is not known is no failure`() async throws {
        try await withDesk { desk async throws in
            try await revoke("x", client: desk.client, desk)
            try await revoke(String(repeating: "A", count: 43), client: desk.client, desk)
            #expect(try await desk.events() == [])
        }
    }

    @Test func `another client revokes nothing`() async throws {
        try await withDesk { desk async throws in
            let other = try ProviderWorld().client("web")
            let failure = await failure { try await revoke(desk.first.token, client: other, desk) }
            #expect(failure == .refreshTokenRefused(.clientMismatch))
            #expect(try await desk.use().successor != nil)
        }
    }

    @Test func `refusals tell a thief nothing`() {
        let texts = [RefreshRejection.unknown, .clientMismatch, .hostMismatch, .reused].map(\.description)
        #expect(Set(texts).count == 1)
        #expect(OAuthFailure.refreshTokenRefused(.reused).error == "invalid_grant")
    }
}
