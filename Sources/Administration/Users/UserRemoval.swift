// SPDX-License-Identifier: Apache-2.0

import Configuration
package import IdentityModel

/// Removes an account with everything that belongs to it. Audit events remain, and refer to it by its ID.
package struct UserRemoval: Sendable {
    private let server: AdministeredServer

    package init(server: AdministeredServer) {
        self.server = server
    }

    @discardableResult
    package func callAsFunction(
        _ id: UserID, by administrator: Administrator
    ) async throws(AdministrationFailure) -> AccountChange {
        let time = server.now()
        return try await server.write { transaction in
            let user = try transaction.account(id)
            let tombstones = try transaction.refreshTokens.list(of: id).map { RefreshToken.Tombstone(of: $0, at: time) }
            let change = try transaction.endSignIns(of: user, by: .accountDeleted, at: time)
            try transaction.users.remove(id)
            for tombstone in tombstones {
                try transaction.oneTime.consume(tombstone.id, expiresAt: tombstone.expiresAt)
            }
            try transaction.events.insert(change.event(.userRemoved, by: administrator, at: time))
            return change
        }
    }
}
