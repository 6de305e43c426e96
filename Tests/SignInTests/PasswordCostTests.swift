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

/// What a wrong password costs, whoever it is for.
struct PasswordCostTests {
    @Test func `every wrong password costs the same reads and one hash`() async throws {
        let fixture = try SignInFixture.withPasswords()
        let pool = HashingPool(threads: 1)
        let hash = try await pool.hash(NewPassword("a long enough one"), cost: HashCost(PasswordHashCost.small))
        for name in ["known", "off", "none", "blocked"] {
            let user = try await TestUser(at: fixture).with { $0.address = "\(name)@example.org" }.signUp().user
            try await fixture.storage.withTransaction { transaction in
                guard name != "none" else { return }
                var password = StoredPassword(user: user.id, hash: hash.stored, setAt: fixture.clock.now)
                password.disabledBy = name == "off" ? .user : nil
                try transaction.passwords.set(password)
                if name == "blocked" { try transaction.users.apply(.blocked(true), to: user.id, at: fixture.clock.now) }
            }
        }
        var costs: [String: LookUpCost] = [:]
        for name in ["known", "off", "none", "blocked", "nobody", "no address"] {
            let cost = Locked(LookUpCost())
            let services = PasswordServices(
                accounts: AccountStorage(
                    CountingStorage(storage: fixture.storage, cost: cost), now: fixture.accounts.now),
                pool: pool, known: KnownPasswords(), seal: .generate(), knownBrowsers: KnownBrowsers(key: .generate()),
                limits: RateLimits(rules: .off), uptime: { 0 })
            let before = pool.load.computed
            let submission = PasswordSignIn.Submission(
                name: "\(name)@example.org", password: "another long one",
                sender: RequestSender(address: "192.0.2.1", reference: "request 1", userAgent: nil))
            let code = await code {
                try await PasswordSignIn(services).judge(
                    submission, for: AdmissionRequest(client: try fixture.client(), host: SignInFixture.host),
                    in: fixture.configuration)
            }
            #expect(code == "sign-in.password-mismatch", "\(name)")
            cost.withLock { $0.hashes = pool.load.computed - before }
            costs[name] = cost.withLock { $0 }
        }
        #expect(Set(costs.values).count == 1, "\(costs)")
        #expect(costs["known"] == LookUpCost(users: 1, passkeys: 1, passwords: 1, others: 0, hashes: 1))
        await pool.close()
    }
}

extension PasswordHashCost {
    fileprivate static var small: PasswordHashCost {
        var cost = PasswordHashCost()
        (cost.memory, cost.passes) = (64, 1)
        return cost
    }
}
