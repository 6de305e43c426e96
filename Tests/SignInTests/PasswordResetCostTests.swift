// SPDX-License-Identifier: Apache-2.0

import Configuration
import Cryptography
import IdentityModel
import KnownPasswords
import POSIX
import PasswordHashing
import RateLimiting
import SignIn
import TestSupport
import Testing
import WireFormats

/// What asking for a link costs, whoever has the address.
struct PasswordResetCostTests {
    @Test func `every address costs the same reads, no hash, and one row`() async throws {
        let fixture = try SignInFixture.withPasswords()
        for name in ["verified", "unverified", "passkey", "blocked"] {
            let user = try await TestUser(at: fixture).with { $0.address = "\(name)@example.org" }.signUp().user
            try await fixture.storage.withTransaction { transaction in
                var identifiers = user.identifiers
                for index in identifiers.indices { identifiers[index].isVerified = name != "unverified" }
                try transaction.users.apply(.identifiers(identifiers), to: user.id, at: fixture.clock.now)
                try transaction.passwords.set(
                    StoredPassword(user: user.id, hash: PasswordHashText("$x"), setAt: fixture.clock.now))
                if name == "blocked" { try transaction.users.apply(.blocked(true), to: user.id, at: fixture.clock.now) }
            }
        }
        let pool = HashingPool(threads: 1)
        var costs: [String: LookUpCost] = [:]
        for name in ["verified", "unverified", "passkey", "blocked", "nobody"] {
            let cost = Locked(LookUpCost())
            let services = PasswordServices(
                accounts: AccountStorage(
                    CountingStorage(storage: fixture.storage, cost: cost), now: fixture.accounts.now),
                pool: pool, known: KnownPasswords(), seal: .generate(), knownBrowsers: KnownBrowsers(key: .generate()),
                limits: RateLimits(rules: .off), uptime: { 0 })
            let reset = PasswordReset(
                services, mail: MailSeal(key: .generate()), links: MailedLinkSeal(key: .generate()),
                limits: RateLimits(rules: .off), uptime: { 0 })
            let rows = try await fixture.storage.read { try $0.outbox.summary(of: .mail).waiting }
            try await reset.request(
                PasswordReset.Request(
                    address: "\(name)@example.org", languages: ["en"], sender: RequestSender(address: "192.0.2.1")),
                for: AdmissionRequest(client: try fixture.client(), host: SignInFixture.host),
                pages: PasswordReset.Pages(reset: { $0 }, account: "https://login.example.org/account"),
                in: fixture.configuration)
            #expect(try await fixture.storage.read { try $0.outbox.summary(of: .mail).waiting } == rows + 1, "\(name)")
            costs[name] = cost.withLock { $0 }
        }
        #expect(Set(costs.values).count == 1, "\(costs)")
        #expect(costs["nobody"] == LookUpCost(users: 1, passkeys: 1, passwords: 1, others: 1, hashes: 0))
        #expect(pool.load.computed == 0)
        await pool.close()
    }
}
