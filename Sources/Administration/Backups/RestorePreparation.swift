// SPDX-License-Identifier: Apache-2.0

import Configuration
package import IdentityModel
package import OpenIDProvider
import SignIn
import WireFormats

/// Prepares a restored copy of the storage, before a server uses it: the copy lacks the uses and revocations since it was
/// made.
package struct RestorePreparation: Sendable {
    private let server: AdministeredServer
    private let ring: KeyRing

    package init(server: AdministeredServer, ring: KeyRing) {
        self.server = server
        self.ring = ring
    }

    /// Revokes the tokens and ceremonies that the copy would make valid again. Returns how many accounts are going to be
    /// erased.
    package func callAsFunction(by administrator: Administrator) async throws(AdministrationFailure) -> Int {
        let hosts = try await server.configuration().domains.keys.sorted()
        do {
            try await ring.revokeAfterRestore(hosts: hosts, by: administrator, at: server.now())
        } catch {
            throw AdministrationFailure(error)
        }
        try await purgePasswords()
        // What the copy has was sent since, or is about things that have changed.
        try await server.write { try $0.outbox.removeAll() }
        // A code of the copy may have been used since, and so may the link that stands for it.
        try await server.write { try $0.codes.removeAll() }
        return try await restartDeletions()
    }

    /// Erases removed passwords that can't be restored by now, which the copy may still have.
    private func purgePasswords() async throws(AdministrationFailure) {
        let time = server.now()
        _ = try await server.write { try $0.passwords.purgeRemovals(before: time, limit: .max) }
    }

    /// Gives users the whole delay again to keep their accounts, because the copy doesn't know who has done it since.
    private func restartDeletions() async throws(AdministrationFailure) -> Int {
        let time = server.now().advanced(by: AccountDeletion.delay)
        return try await server.write { try $0.users.postponeDeletions(until: time) }
    }
}
