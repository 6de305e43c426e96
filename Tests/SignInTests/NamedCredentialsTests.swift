// SPDX-License-Identifier: Apache-2.0

import IdentityModel
import POSIX
import SignIn
import Testing
import WebAuthnMessages
import WireFormats

struct NamedCredentialsTests {
    @Test func `names that exist and names that don't cost the same lookups and hashes`() async throws {
        let testUser = TestUser(at: try SignInFixture())
        try await testUser.signUp()
        let imitated = ImitatedAccounts()
        // The first question reads an account to imitate.
        _ = try await Cost.of("nobody@example.org", at: testUser, imitating: imitated)
        let known = try await Cost.of(testUser.address, at: testUser, imitating: imitated)
        let unknown = try await Cost.of("nobody@example.org", at: testUser, imitating: imitated)
        #expect(known == unknown)
        #expect(known.users == 3 && known.passkeys > 1 && known.hashes > NamedCredentials.count)
    }

    /// The cost of a name.
    private enum Cost {
        static func of(
            _ name: String, at testUser: TestUser, imitating imitated: ImitatedAccounts
        ) async throws -> LookUpCost {
            let cost = Locked(LookUpCost())
            let fixture = testUser.fixture
            let storage = CountingStorage(storage: fixture.storage, cost: cost)
            let ceremonies = CeremonyService(
                accounts: AccountStorage(storage), seal: fixture.ceremonies.seal,
                decoyHash: { _, message in
                    cost.withLock { $0.hashes += 1 }
                    return (0..<32).map { UInt8(truncatingIfNeeded: $0 &+ message.count &+ Int(message.last ?? 0)) }
                })
            let named = NamedCredentials(ceremonies: ceremonies, imitated: imitated)
            let found = try await named(name, for: try testUser.request(), in: fixture.configuration)
            #expect(found.count == NamedCredentials.count)
            return cost.withLock { $0 }
        }
    }
}
