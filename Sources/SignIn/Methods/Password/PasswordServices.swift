// SPDX-License-Identifier: Apache-2.0

import Configuration
package import Cryptography
import IdentityModel
package import KnownPasswords
package import PasswordHashing
package import RateLimiting

/// What all use cases of passwords need. It is a class because each of them holds it.
package final class PasswordServices: Sendable {
    package let accounts: AccountStorage
    /// The threads that hash.
    package let pool: HashingPool
    /// The passwords that attackers try first.
    let known: KnownPasswords
    /// Seals passwords that were removed.
    let seal: AEADKey
    let attempts: PasswordAttempts
    package let knownBrowsers: KnownBrowsers
    package let failures: FailedPasswords

    package init(
        accounts: AccountStorage, pool: HashingPool, known: KnownPasswords, seal: AEADKey,
        knownBrowsers: KnownBrowsers, limits: RateLimits, uptime: @escaping @Sendable () -> UInt64
    ) {
        self.accounts = accounts
        self.pool = pool
        self.known = known
        self.seal = seal
        self.knownBrowsers = knownBrowsers
        failures = FailedPasswords(accounts)
        attempts = PasswordAttempts(limits: limits, uptime: uptime)
    }

    /// Reads a password that is going to be set, or says which rule it breaks.
    func accept(
        _ password: String, for owner: PasswordOwner, under policy: PasswordPolicy
    ) async throws(SignInFailure) -> NewPassword {
        let accepted = try policy.accept(password, for: owner)
        switch try await find(accepted.text) {
        case .common: throw policy.rejecting(password, for: .common)
        case .breached: throw policy.rejecting(password, for: .breached)
        case nil: return accepted
        }
    }

    /// Looks a password up among those that attackers try first. Files are read on the threads that hash.
    func find(_ password: String) async throws(SignInFailure) -> KnownPasswords.Finding? {
        guard known.readsFile else { return known.find(password) }
        let known = known
        do {
            return try await pool.run { known.find(password) }
        } catch {
            throw .tooBusy
        }
    }

    /// Compares a new password with the current one and earlier ones, as many as the policy says.
    func rejectReuse(
        of password: String, by user: UserID, under policy: PasswordPolicy, cost: HashCost
    ) async throws(SignInFailure) {
        guard policy.historySize > 0 else { return }
        let earlier = try await accounts.read { snapshot in
            guard let stored = try snapshot.passwords.find(of: user) else { return [PasswordHashText]() }
            return [stored.hash] + (try snapshot.passwords.history(of: user, limit: policy.historySize - 1))
        }
        for hash in earlier {
            guard try await !verify(password, against: hash, cost: cost) else {
                throw policy.rejecting(password, for: .reused)
            }
        }
    }

    /// Hashes a password that is set.
    func hash(_ password: NewPassword, cost: HashCost) async throws(SignInFailure) -> PasswordHashText {
        do {
            return try await pool.hash(password, cost: cost).stored
        } catch {
            throw .tooBusy
        }
    }

    /// Whether a password is the one of a stored hash. Without a hash, a hash is computed that nobody keeps, so that
    /// the answer takes as long.
    func verify(
        _ password: String, against stored: PasswordHashText?, cost: HashCost
    ) async throws(SignInFailure) -> Bool {
        do {
            if let stored, let hash = PasswordHash(stored) {
                do throws(HashingFailure) {
                    return try await pool.verify(password, against: hash)
                } catch .outOfBounds, .digestUnavailable, .notComputable {
                    // A hash that can't be verified any longer matches nothing.
                }
            }
            try await pool.spend(cost: cost)
            return false
        } catch {
            throw .tooBusy
        }
    }
}
