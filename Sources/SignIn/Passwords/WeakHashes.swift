// SPDX-License-Identifier: Apache-2.0

package import Configuration
import IdentityModel
import PasswordHashing

/// Wraps imported hashes that are too weak to be kept: hashes them again, in the background. Their users notice
/// nothing, and the next sign-in replaces them by hashes of the server's own.
package struct WeakHashes: Sendable {
    private static let batch = 50

    private let services: PasswordServices

    package init(_ services: PasswordServices) {
        self.services = services
    }

    /// Wraps all of them, one after the other, and returns how many. While the threads have other work, the rest waits.
    package func wrap(in configuration: ConfigurationSnapshot) async throws -> Int {
        let cost = HashCost(configuration.tenant.passwordHashCost)
        var wrapped = 0
        while true {
            let weak = try await services.accounts.storage.read { try $0.passwords.listWeak(limit: Self.batch) }
            for password in weak {
                try Task.checkCancellation()
                guard try await wrap(password, cost: cost) else { return wrapped }
                wrapped += 1
            }
            guard weak.count == Self.batch else { return wrapped }
        }
    }

    /// Returns whether the threads had time for it.
    private func wrap(_ password: StoredPassword, cost: HashCost) async throws -> Bool {
        var replacement = password.hash
        // What can't be verified any longer is not looked at again.
        replacement.isWeak = false
        if let hash = PasswordHash(password.hash) {
            do {
                replacement = try await services.pool.wrap(hash, cost: cost).stored
            } catch .tooBusy, .canceled, .closed, .outOfMemory {
                return false
            } catch {
                // It can't be verified, either.
            }
        }
        let better = replacement
        do {
            try await services.accounts.storage.withTransaction { transaction in
                try transaction.passwords.replaceHash(of: password.user, from: password.hash, to: better)
            }
        } catch is StorageConflict {
            // The user has changed it.
        }
        return true
    }
}
