// SPDX-License-Identifier: Apache-2.0

package import IdentityModel
import SignIn
import WireFormats

/// Removes a passkey, even the last one, with the sessions that it opened or with all sessions.
package struct PasskeyRemoval: Sendable {
    private let server: AdministeredServer

    package init(server: AdministeredServer) {
        self.server = server
    }

    /// Returns how many sign-ins with refresh tokens ended.
    @discardableResult
    package func callAsFunction(
        _ id: PasskeyID, of user: UserID, endingAll isEndingAll: Bool = false, by administrator: Administrator
    ) async throws(AdministrationFailure) -> Int {
        let time = server.now()
        return try await server.write { transaction in
            guard let owner = try transaction.users.find(user), let passkey = try transaction.passkeys.find(id),
                passkey.owner == user
            else { throw AdministrationFailure.notFound(.passkey(id, of: user)) }
            let ended = try transaction.remove(passkey, endingAll: isEndingAll, at: time)
            var event = AuditEvent(.passkeyRemoved, at: time)
            event.user = user
            event.details = passkey.eventDetails
            event.details["families"] = .number(JSONNumber(Int64(ended)))
            event.attribute(to: administrator)
            try transaction.events.insert(event)
            try server.tell(.passkeyRemoved, of: owner, in: transaction, at: time)
            return ended
        }
    }
}
