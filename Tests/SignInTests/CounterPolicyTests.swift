// SPDX-License-Identifier: Apache-2.0

import IdentityModel
import SignIn
import SoftwareAuthenticator
import TestStorage
import TestSupport
import Testing
import WireFormats

/// The policies for a signature counter that does not advance.
struct CounterPolicyTests {
    private let fixture: SignInFixture
    private let testUser: TestUser

    init() throws {
        fixture = try SignInFixture { documents in
            for index in documents.indices where documents[index].id == "other" {
                documents[index].json["thumbturn"] = ["counter_policy": "flag"]
                documents[index].json["web_origins"] = [.string(TestUser.origin)]
            }
        }
        testUser = TestUser(at: fixture, profile: .legacyDeviceBound)
    }

    private func regressions(_ user: UserID) async throws -> [AuditEvent] {
        try await fixture.storage.read { try $0.events.list(user: user, limit: 100) }
            .filter { $0.kind == .passkeyCounterRegressed }
    }

    private func passkey(_ user: UserID) async throws -> Passkey {
        try #require(try await fixture.storage.read { try $0.passkeys.list(of: user) }.first)
    }

    /// Returns a copy of the device whose counter does not advance.
    private func copy(_ clientID: String) -> TestUser {
        testUser.with {
            $0.clientID = clientID
            $0.mutation = .counterRepeated
        }
    }

    @Test
    func
        `under the flag policy a regressed counter is accepted, reported and recorded, and the stored counter never falls`()
        async throws
    {
        let user = try await testUser.signUp().user.id
        #expect(try await !testUser.signIn().isCounterRegressed)
        let before = try await passkey(user)
        #expect(before.counterRegressedAt == nil)
        let signedIn = try await copy("other").signIn()
        #expect(signedIn.isCounterRegressed)
        let after = try await passkey(user)
        #expect(after.signCount == before.signCount)
        #expect(after.counterRegressedAt == fixture.clock.now)
        let event = try #require(try await regressions(user).first)
        #expect(event.details == ["passkey": .string(after.id.rawValue), "outcome": "accepted"])
    }

    @Test func `under the reject policy a regression is recorded for the user once an hour`() async throws {
        let user = try await testUser.signUp().user.id
        for _ in 0..<3 {
            _ = try await testUser.signIn()
            do {
                _ = try await copy("web").signIn()
                Issue.record("A counter that stands still was accepted.")
            } catch SignInFailure.response(.counterRegressed(_, _, let named)) {
                #expect(named == user)
            }
        }
        let event = try #require(try await regressions(user).first)
        #expect(event.details["outcome"] == "rejected")
        #expect(try await regressions(user).count == 1)
        fixture.clock.advance(seconds: 3600)
        _ = try await testUser.signIn()
        #expect(await code { try await copy("web").signIn() } == "authentication.counter-regressed")
        #expect(try await regressions(user).count == 2)
    }

    @Test func `a regression is not attributed to the credential's new owner`() async throws {
        let user = try await testUser.signUp().user.id
        _ = try await testUser.signIn()
        let attempt = try copy("web").beginSignIn()
        let other = try await TestUser(at: fixture).with { $0.address = "another@example.org" }.signUp().user
        let passkey = try await passkey(user)
        let moved = Passkey(stored: .random(), owner: other.id, origin: passkey.origin)
        let storage = fixture.storage
        let delayed = InstrumentedStorage(storage) { _ in
            try await storage.withTransaction { transaction in
                try transaction.passkeys.remove(passkey.id)
                try transaction.passkeys.insert(moved)
            }
        }
        let (seal, clock) = (fixture.ceremonies.seal, fixture.clock)
        let ceremonies = CeremonyService(accounts: AccountStorage(delayed, now: { clock.now }), seal: seal)
        let configuration = fixture.configuration
        let finish = { try await attempt.finish(at: ceremonies, in: configuration) }
        #expect(await code(finish) == "authentication.counter-regressed")
        #expect(try await regressions(user) == [])
        let found = try #require(try await storage.read { try $0.passkeys.find(moved.id) })
        #expect(found.counterRegressedAt == nil)
    }

    @Test func `a failed signature records no counter regression`() async throws {
        let user = try await testUser.signUp().user.id
        let tampered = testUser.with { $0.mutation = .flipSignatureBit }
        #expect(await code { try await tampered.signIn() } == "authentication.signature-invalid")
        #expect(try await regressions(user) == [])
    }
}
