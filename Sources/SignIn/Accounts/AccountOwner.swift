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
    package var sender: RequestSender
    /// The token generation of the access token, or of the account when the session was found.
    package var tokenGeneration = 0
    /// When the access token was issued, if the user has one.
    package var tokenIssuedAt: Timestamp?
    /// The sign-in that the access token comes from.
    package var authenticatedAt: Timestamp?
    /// The browser session, which must not end before the change is stored.
    package var session: BrowserSession.ID?
    /// The longest time since that sign-in after which the ways into the account may be changed, in seconds; `nil` if
    /// it doesn't matter.
    package var maximumSignInAge: Int?

    package init(user: UserID, client: Client?, host: String, sender: RequestSender) {
        self.user = user
        self.client = client
        maximumSignInAge = client?.enrollmentMaxAge
        self.host = host
        self.sender = sender
    }

    /// Rejects a change to the ways into the account if the user's last sign-in with the client is too long ago:
    /// whoever finds a browser open must not be able to take the account over. The account's first passkey is exempt.
    func requireRecentSignIn(to account: Account, at time: Timestamp) throws(SignInFailure) {
        guard let limit = maximumSignInAge, !account.passkeys.isEmpty else { return }
        guard let authenticatedAt, time.secondsSince1970 - authenticatedAt.secondsSince1970 <= Int64(limit) else {
            throw .signInTooOld(maxAge: limit)
        }
    }

    /// Returns the audit event of something that the owner did.
    func event(_ kind: AuditEvent.Kind, at time: Timestamp, details: JSONObject = JSONObject()) -> AuditEvent {
        sender.event(kind, of: user, client: client?.id, at: time, details: details)
    }
}
