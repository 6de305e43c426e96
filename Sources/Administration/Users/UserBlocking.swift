// SPDX-License-Identifier: Apache-2.0

import Configuration
package import IdentityModel

/// Blocks a user: ends all browser sessions and revokes all refresh tokens of the account in the same transaction. The
/// user is locked out at once.
package struct UserBlocking: Sendable {
    private let server: AdministeredServer

    package init(server: AdministeredServer) {
        self.server = server
    }

    @discardableResult
    package func callAsFunction(
        _ id: UserID, by administrator: Administrator
    ) async throws(AdministrationFailure) -> AccountChange {
        try await server.setBlocked(true, for: id, recording: .userBlocked, by: administrator)
    }
}

/// Unblocks a user, who signs in again. What ended with the block stays ended.
package struct UserUnblocking: Sendable {
    private let server: AdministeredServer

    package init(server: AdministeredServer) {
        self.server = server
    }

    @discardableResult
    package func callAsFunction(
        _ id: UserID, by administrator: Administrator
    ) async throws(AdministrationFailure) -> AccountChange {
        try await server.setBlocked(false, for: id, recording: .userUnblocked, by: administrator)
    }
}

extension AdministeredServer {
    fileprivate func setBlocked(
        _ isBlocked: Bool, for id: UserID, recording kind: AuditEvent.Kind, by administrator: Administrator
    ) async throws(AdministrationFailure) -> AccountChange {
        let time = now()
        return try await write { transaction in
            let user = try transaction.account(id)
            let change = try transaction.endSignIns(
                of: user, isChanged: user.isBlocked != isBlocked, by: .accountDeactivated, at: time)
            guard change.isChanged else { return change }
            try transaction.users.apply(.blocked(isBlocked), to: id, at: time)
            try transaction.events.insert(change.event(kind, by: administrator, at: time))
            return change
        }
    }
}
