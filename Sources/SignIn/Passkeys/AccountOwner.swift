// SPDX-License-Identifier: Apache-2.0

package import Configuration
package import IdentityModel
package import WireFormats

/// A signed-in user who manages the own account, as the verified access token or the browser session names them.
package struct AccountOwner: Sendable {
    package var user: UserID
    /// The client that the user manages the account with; `nil` on the server's own pages.
    package var client: Client?
    package var host: String
    package var address: String?
    /// The name of the request in the log.
    package var reference: String?
    package var userAgent: String?
    /// The token generation of the access token, or of the account when the session was found.
    package var tokenGeneration = 0
    /// When the access token was issued, if the user has one.
    package var tokenIssuedAt: Timestamp?
    /// The sign-in that the access token comes from.
    package var authenticatedAt: Timestamp?
    /// The browser session, which must not end before the change is stored.
    package var session: BrowserSession.ID?

    package init(user: UserID, client: Client?, host: String) {
        self.user = user
        self.client = client
        self.host = host
    }

    /// Rejects a change to the ways into the account if the user's last sign-in with the client is too long ago: whoever finds
    /// a browser open must not be able to take the account over. The account's first passkey is exempt.
    func requireRecentSignIn(to account: Account, at time: Timestamp) throws(SignInFailure) {
        guard let limit = client?.enrollmentMaxAge, !account.passkeys.isEmpty else { return }
        guard let authenticatedAt, time.secondsSince1970 - authenticatedAt.secondsSince1970 <= Int64(limit) else {
            throw .signInTooOld(maxAge: limit)
        }
    }

    var auditContext: AuditContext {
        AuditContext(client: client?.id, address: address, reference: reference, userAgent: userAgent)
    }
}

/// What audit events record of a request.
struct AuditContext: Sendable {
    /// The client, unless the server's own pages are used.
    var client: String?
    var address: String?
    var reference: String?
    var userAgent: String?

    func event(
        _ kind: AuditEvent.Kind, of user: UserID, at time: Timestamp, details: JSONObject = JSONObject()
    ) -> AuditEvent {
        var event = AuditEvent(kind, at: time)
        event.user = user
        event.client = client
        event.address = address
        event.reference = reference
        event.details = details
        return event
    }
}
