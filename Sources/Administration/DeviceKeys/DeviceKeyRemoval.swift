// SPDX-License-Identifier: Apache-2.0

package import IdentityModel
import SignIn
import WireFormats

/// Removes a device key, even the last way into its account, with the sessions and refresh tokens that it opened.
package struct DeviceKeyRemoval: Sendable {
    private let server: AdministeredServer

    package init(server: AdministeredServer) {
        self.server = server
    }

    /// Returns how many sign-ins with refresh tokens ended.
    @discardableResult
    package func callAsFunction(
        _ id: DeviceKey.ID, of user: UserID, by administrator: Administrator
    ) async throws(AdministrationFailure) -> Int {
        let time = server.now()
        return try await server.write { transaction in
            guard let owner = try transaction.users.find(user), let key = try transaction.deviceKeys.find(id),
                key.user == user
            else { throw AdministrationFailure.notFound(.deviceKey(id, of: user)) }
            let families = { Set(try transaction.refreshTokens.list(of: user).map(\.family)).count }
            let before = try families()
            try transaction.remove(key, at: time)
            let ended = before - (try families())
            var event = AuditEvent(.deviceKeyRemoved, at: time)
            event.user = user
            event.client = key.client
            event.details = key.eventDetails
            event.details["families"] = .number(JSONNumber(Int64(ended)))
            event.attribute(to: administrator)
            try transaction.events.insert(event)
            try server.tell(.deviceKeyRemoved, of: owner, in: transaction, at: time)
            return ended
        }
    }
}
