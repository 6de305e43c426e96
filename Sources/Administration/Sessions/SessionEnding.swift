// SPDX-License-Identifier: Apache-2.0

import Configuration
package import IdentityModel
import SignIn

/// Ends one browser session of an account, or all of them, with the refresh tokens that end with them.
package struct SessionEnding: Sendable {
    private let server: AdministeredServer

    package init(server: AdministeredServer) {
        self.server = server
    }

    /// Returns how many sessions ended.
    ///
    /// - Parameter id: The only session that ends.
    @discardableResult
    package func callAsFunction(
        of user: UserID, only id: BrowserSession.ID? = nil, by administrator: Administrator
    ) async throws(AdministrationFailure) -> Int {
        let time = server.now()
        return try await server.write { transaction in
            guard try transaction.users.find(user) != nil else {
                throw AdministrationFailure.removedMeanwhile(.user(user.rawValue))
            }
            let ended = try transaction.sessions.list(of: user).filter { id == nil || $0.id == id }
            if let id, ended.isEmpty { throw AdministrationFailure.notFound(.session(id, of: user)) }
            for session in ended {
                try transaction.end(session, by: .sessionRevoked, at: time)
                var event = AuditEvent(.sessionEnded, at: time)
                event.user = user
                event.details = session.id.eventDetails
                event.attribute(to: administrator)
                try transaction.events.insert(event)
            }
            return ended.count
        }
    }
}
