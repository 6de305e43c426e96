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
    fileprivate struct Cost: Equatable {
        var users = 0
        var passkeys = 0
        var others = 0
        var hashes = 0

        static func of(
            _ name: String, at testUser: TestUser, imitating imitated: ImitatedAccounts
        ) async throws -> Cost {
            let cost = Locked(Cost())
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

    /// Counts which stores a read uses.
    private struct CountingStorage: Storage {
        let storage: any Storage
        let cost: Locked<Cost>

        func read<Value: Sendable>(
            _ body: @escaping @Sendable (any StorageSnapshot) throws -> Value
        ) async throws -> Value {
            try await storage.read { [cost] in try body(CountingSnapshot(snapshot: $0, cost: cost)) }
        }

        func withTransaction<Value: Sendable>(
            _ body: @escaping @Sendable (any StorageTransaction) throws -> Value
        ) async throws -> Value {
            try await storage.withTransaction(body)
        }

        func checkWritable() async throws { try await storage.checkWritable() }
        func close() async { await storage.close() }
    }

    private struct CountingSnapshot: StorageSnapshot {
        let snapshot: any StorageSnapshot
        let cost: Locked<Cost>

        var users: any UserReading {
            cost.withLock { $0.users += 1 }
            return snapshot.users
        }
        var passkeys: any PasskeyReading {
            cost.withLock { $0.passkeys += 1 }
            return snapshot.passkeys
        }
        var owners: any OwnerReading { other(snapshot.owners) }
        var sessions: any BrowserSessionReading { other(snapshot.sessions) }
        var logoutNotices: any LogoutNoticeReading { other(snapshot.logoutNotices) }
        var consents: any ConsentReading { other(snapshot.consents) }
        var authorizationCodes: any AuthorizationCodeReading { other(snapshot.authorizationCodes) }
        var deviceAuthorizations: any DeviceAuthorizationReading { other(snapshot.deviceAuthorizations) }
        var refreshTokens: any RefreshTokenReading { other(snapshot.refreshTokens) }
        var signingKeys: any SigningKeyReading { other(snapshot.signingKeys) }
        var configuration: any ConfigurationReading { other(snapshot.configuration) }
        var events: any EventReading { other(snapshot.events) }
        var oneTime: any OneTimeReading { other(snapshot.oneTime) }
        var clock: any ClockReading { other(snapshot.clock) }
        var serverStart: any ServerStartReading { other(snapshot.serverStart) }

        private func other<Store>(_ store: Store) -> Store {
            cost.withLock { $0.others += 1 }
            return store
        }
    }
}
