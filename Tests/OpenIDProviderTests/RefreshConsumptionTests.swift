// SPDX-License-Identifier: Apache-2.0

import Configuration
import IdentityModel
import OpenIDProvider
import TestStorage
import Testing
import WireFormats

/// The proofs that uses of a refresh token consume, and their accesses to the storage.
extension RefreshTokensTests {
    /// The outcome for a token that is presented.
    enum Outcome: CaseIterable {
        case rotated
        case kept
        case successorRepeated
        case familyRevoked

        var policy: JSONObject {
            switch self {
            case .rotated, .familyRevoked: rotating()
            case .kept: [:]
            case .successorRepeated: rotating(leeway: 10)
            }
        }

        var isForUsedToken: Bool { self == .successorRepeated || self == .familyRevoked }
    }

    private func consume(_ proof: VerifiedProof, in storage: any Storage) async -> OAuthFailure? {
        await failure { try await proof.consume(in: storage) }
    }

    @Test(arguments: Outcome.allCases)
    func `every outcome for a known token consumes the proof`(outcome: Outcome) async throws {
        try await withFixture(policy: outcome.policy) { fixture async throws in
            if outcome.isForUsedToken { _ = try await fixture.use() }
            let proof = try ProviderFixture.proof()
            let failure = await failure { _ = try await fixture.use(proof: proof) }
            #expect(failure == (outcome == .familyRevoked ? .refreshTokenRejected(.reused) : nil))
            #expect(await consume(proof, in: fixture.storage) == .proofNotAccepted(.replayed))
        }
    }

    @Test(arguments: [Outcome.rotated, .kept, .successorRepeated])
    func `a request rejected for its audience or scopes keeps its proof and token`(outcome: Outcome) async throws {
        try await withFixture(policy: outcome.policy) { fixture async throws in
            if outcome.isForUsedToken { _ = try await fixture.use() }
            let events = try await fixture.events()
            let proof = try ProviderFixture.proof()
            let failure = await fixture.failureForUnknownAudience(
                fixture.request(proof: proof), in: fixture.storage)
            #expect(failure == .audienceUnknown("x"))
            #expect(try await fixture.events() == events)
            #expect(await consume(proof, in: fixture.storage) == nil)
        }
    }

    @Test func `returning the same successor again writes nothing`() async throws {
        try await withFixture(policy: Self.rotating(leeway: 10)) { fixture async throws in
            let successor = try await fixture.use().successor
            let storage = InstrumentedStorage(fixture.storage)
            let scopes = try ProviderFixture().scopes(fixture.client.id)
            let outcome = try await RefreshTokens(storage: storage).use(fixture.request(), at: Self.now) {
                grant throws(OAuthFailure) in
                try scopes.grant(.init(), refreshing: grant)
            }
            #expect(outcome.successor == successor)
            #expect(storage.transactions == 0)
        }
    }

    @Test func `revoking an unknown token writes nothing`() async throws {
        try await withFixture { fixture async throws in
            let storage = InstrumentedStorage(fixture.storage)
            let request = fixture.request(String(repeating: "A", count: 43))
            try await RefreshTokens(storage: storage).revoke(request, at: Self.now)
            #expect(storage.transactions == 0)
        }
    }

    @Test(arguments: [42, 44])
    func `a malformed token is not looked up`(length: Int) async throws {
        try await withFixture { fixture async throws in
            let storage = InstrumentedStorage(fixture.storage)
            let request = fixture.request(String(repeating: "A", count: length))
            let failure = await fixture.failureForUnknownAudience(request, in: storage)
            #expect(failure == .refreshTokenRejected(.unknown))
            #expect(storage.reads == 0)
        }
    }
}
