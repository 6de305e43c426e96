// SPDX-License-Identifier: Apache-2.0

import Configuration
import IdentityModel
import OpenIDProvider
import SQLiteStorage
import StorageConformance
import Testing
import WireFormats

/// What a use of a refresh token uses up besides, and what it asks of the storage.
extension RefreshTokensTests {
    /// What becomes of a token that is presented.
    enum Fate: CaseIterable {
        case rotated
        case kept
        case answeredAgain
        case revokedWithFamily

        var policy: RefreshTokenPolicy {
            switch self {
            case .rotated, .revokedWithFamily: rotating()
            case .kept: RefreshTokenPolicy()
            case .answeredAgain: rotating(leeway: 10)
            }
        }

        var isForUsedToken: Bool { self == .answeredAgain || self == .revokedWithFamily }
    }

    private func consume(_ proof: VerifiedProof, in storage: any Storage) async -> OAuthFailure? {
        await failure { try await proof.consume(in: storage) }
    }

    @Test(arguments: Fate.allCases)
    func `every outcome for a known token consumes the proof`(fate: Fate) async throws {
        try await withFixture(fate.policy) { fixture async throws in
            if fate.isForUsedToken { _ = try await fixture.use() }
            let proof = try ProviderWorld.proof()
            let failure = await failure { _ = try await fixture.use(proof: proof) }
            #expect(failure == (fate == .revokedWithFamily ? .refreshTokenRefused(.reused) : nil))
            #expect(await consume(proof, in: fixture.storage) == .proofNotAccepted(.replayed))
        }
    }

    @Test(arguments: [Fate.rotated, .kept, .answeredAgain])
    func `a request rejected for its audience or scopes keeps its proof and token`(fate: Fate) async throws {
        try await withFixture(fate.policy) { fixture async throws in
            if fate.isForUsedToken { _ = try await fixture.use() }
            let events = try await fixture.events()
            let proof = try ProviderWorld.proof()
            let use = RefreshTokens.Use(
                token: fixture.first.token, client: fixture.client, host: ProviderWorld.host, proof: proof)
            let failure = await failure {
                _ = try await fixture.tokens.use(use, at: Self.now) { _ throws(OAuthFailure) in
                    throw .audienceUnknown("x")
                }
            }
            #expect(failure == .audienceUnknown("x"))
            #expect(try await fixture.events() == events)
            #expect(await consume(proof, in: fixture.storage) == nil)
        }
    }

    @Test func `returning the same successor again writes nothing`() async throws {
        try await withFixture(Self.rotating(leeway: 10)) { fixture async throws in
            let successor = try await fixture.use().successor
            let storage = WatchedStorage(fixture.storage)
            let use = RefreshTokens.Use(
                token: fixture.first.token, client: fixture.client, host: ProviderWorld.host, proof: nil)
            let scopes = try ProviderWorld().scopes(fixture.client.id)
            let outcome = try await RefreshTokens(storage: storage).use(use, at: Self.now) {
                grant throws(OAuthFailure) in
                try scopes.grant(.init(), refreshing: grant)
            }
            #expect(outcome.successor == successor)
            #expect(storage.transactions == 0)
        }
    }

    @Test func `revoking an unknown token writes nothing`() async throws {
        try await withFixture { fixture async throws in
            let storage = WatchedStorage(fixture.storage)
            let use = RefreshTokens.Use(
                token: String(repeating: "A", count: 43), client: fixture.client, host: ProviderWorld.host, proof: nil)
            try await RefreshTokens(storage: storage).revoke(use, at: Self.now)
            #expect(storage.transactions == 0)
        }
    }

    @Test(arguments: [42, 44])
    func `a malformed token is not looked up`(length: Int) async throws {
        try await withFixture { fixture async throws in
            let storage = WatchedStorage(fixture.storage)
            let use = RefreshTokens.Use(
                token: String(repeating: "A", count: length), client: fixture.client, host: ProviderWorld.host,
                proof: nil)
            let failure = await failure {
                _ = try await RefreshTokens(storage: storage).use(use, at: Self.now) { _ throws(OAuthFailure) in
                    throw .audienceUnknown("x")
                }
            }
            #expect(failure == .refreshTokenRefused(.unknown))
            #expect(storage.reads == 0)
        }
    }
}
