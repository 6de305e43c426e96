// SPDX-License-Identifier: Apache-2.0

package import Configuration
package import IdentityModel
package import WireFormats

/// A signed-in user who manages the own account.
///
/// 1. A new account comes from a `SignUpProfile`, which makes a `SignUpDraft` under the connection's rules.
///    `SignInCompletion` stores it with the sign-up.
/// 2. Later, the endpoints make an `AccountOwner` of a browser session or an access token. Use cases open the `Account`
///    with it, which rejects a revoked token and an ended session.
/// 3. `AccountProfile`, `ConnectedApplications` and `AccountDeletion` act for the user. `RecentSignIn` guards changes to
///    the ways in. For an operator, the module `Administration` acts.
package struct AccountOwner: Sendable {
    /// The sign-in by which the server knows the user.
    package enum Proof: Sendable {
        case session(ActiveSession)
        case accessToken(
            of: UserID, generation: Int = 0, issuedAt: Timestamp? = nil, authenticatedAt: Timestamp? = nil,
            ways: [WayReference]? = nil)
    }

    package let user: UserID
    /// The client that the user manages the account with; `nil` on the server's own pages.
    package let client: Client?
    package let host: String
    package let sender: RequestSender
    /// The token generation of the access token, or of the account when the session was found.
    package let tokenGeneration: Int
    /// When the access token was issued, if the user has one.
    package let tokenIssuedAt: Timestamp?
    /// The sign-in that the session or the access token comes from.
    package let authenticatedAt: Timestamp?
    /// The ways in of that sign-in; `nil` for an access token from before there were others than passkeys.
    package let ways: [WayReference]?
    /// Since when the browser or the application has been signed in.
    package let provenSince: Timestamp?
    /// The browser session, which must not end before the change is stored.
    package let session: BrowserSession.ID?
    /// The longest time since that sign-in after which the ways into the account may be changed, in seconds; `nil` if
    /// it doesn't matter. A session is a browser's, whatever the client is.
    package let maximumSignInAge: Int?

    package init(_ proof: Proof, client: Client?, host: String, sender: RequestSender) {
        switch proof {
        case .session(let found):
            user = found.user.id
            tokenGeneration = found.user.tokenGeneration
            tokenIssuedAt = nil
            authenticatedAt = found.record.authenticatedAt
            ways = found.ways
            provenSince = found.record.provenSince
            session = found.record.id
            maximumSignInAge = client?.enrollmentMaxAge ?? Client.browserEnrollmentMaxAge
        case .accessToken(let owner, let generation, let issuedAt, let signedInAt, let ways):
            user = owner
            tokenGeneration = generation
            tokenIssuedAt = issuedAt
            authenticatedAt = signedInAt
            self.ways = ways
            provenSince = signedInAt
            session = nil
            maximumSignInAge = client?.enrollmentMaxAge
        }
        self.client = client
        self.host = host
        self.sender = sender
    }

    /// Returns the audit event of something that the owner did.
    func event(_ kind: AuditEvent.Kind, at time: Timestamp, details: JSONObject = JSONObject()) -> AuditEvent {
        sender.event(kind, of: user, client: client?.id, at: time, details: details)
    }
}

extension AccountStorage {
    /// Returns the owner's account. Rejects a revoked token and an ended session.
    package func user(of owner: AccountOwner) async throws(SignInFailure) -> User {
        try await read { try Account(owner, in: $0).user }
    }
}
