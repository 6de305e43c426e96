// SPDX-License-Identifier: Apache-2.0

import Configuration
package import IdentityModel
import SignIn
import WireFormats

/// The result of a change to an account.
package struct AccountChange: Hashable, Sendable {
    /// The account before the change.
    package let user: User
    /// Whether the account changed. Blocking a blocked account changes nothing.
    package let isChanged: Bool
    /// The number of sign-ins that ended, with all of their refresh tokens.
    package let endedFamilies: Int
}

extension AccountChange {
    func event(_ kind: AuditEvent.Kind, by administrator: Administrator, at time: Timestamp) -> AuditEvent {
        var event = AuditEvent(kind, at: time)
        event.user = user.id
        event.details = [
            "connection": .string(user.connection), "families": .number(JSONNumber(Int64(endedFamilies))),
        ]
        event.attribute(to: administrator)
        return event
    }
}

extension StorageTransaction {
    /// Returns the account that is changed. What changes an account reads it first.
    func account(_ id: UserID) throws -> User {
        guard let user = try users.find(id) else { throw AdministrationFailure.removedMeanwhile(.user(id.rawValue)) }
        return user
    }

    /// Ends all browser sessions of an account and revokes all of its refresh tokens.
    func endSignIns(
        of user: User, isChanged: Bool = true, by initiator: BackchannelLogout.Initiator, at time: Timestamp
    ) throws -> AccountChange {
        let families = Set(try refreshTokens.list(of: user.id).map(\.family))
        try endSessions(of: user.id, by: initiator, at: time)
        try refreshTokens.removeAll(of: user.id)
        return AccountChange(user: user, isChanged: isChanged, endedFamilies: families.count)
    }
}
