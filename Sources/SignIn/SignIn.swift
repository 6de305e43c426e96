// SPDX-License-Identifier: Apache-2.0

package import IdentityModel
import WireFormats

/// A sign-in that its method has accepted and that is not stored yet, or a sign-up, which begins with one.
///
/// A method in `Methods` judges what a user sends, and makes this value. It says who signs in, by which methods, when,
/// for whom, and what else changes. `SignInCompletion` stores it with a session, a code or a refresh token. It knows no
/// method, and neither do the token endpoint, the pages, sessions and tokens.
///
/// Tokens must wait until it is stored: until then the account may be blocked, or another request may come first.
///
/// It is a class because it has many members, and each step passes it on.
package final class SignIn: Sendable {
    /// A method's description of itself, for records, limits and what comes next.
    package struct Method: Sendable {
        /// The name in the record.
        package let name: String
        /// The ways in that the user took, with each of which the session and the tokens end.
        package internal(set) var ways: [WayReference] = []
        /// The key of the limit on sign-ins; `nil` if the method has none.
        var limitKey: String?
        /// The capability of the device, as its client reports it.
        var deviceCapability: String?
        /// A way in that the user may not have on this device, and is offered.
        package internal(set) var suggestion: WayReference.Kind?
        /// A warning for operators.
        package internal(set) var warning: Warning?
        /// Whether the page's form may be sent twice. The second time then finds the session of the first.
        package internal(set) var isRepeatable = false

        init(_ name: String) {
            self.name = name
        }
    }

    /// Something that is accepted although it may be a sign of an attack, as the log says it.
    package struct Warning: Hashable, Sendable {
        /// The stable name in the log.
        package let event: String
        package let explanation: String
        package let remedy: String
    }

    /// The account as it was when the method accepted the user, or a new one.
    package let user: User
    package let isNewAccount: Bool
    package let authentication: AuthenticationFacts
    package let method: Method
    /// The ways in that the user took; empty for a sign-up without one.
    package var ways: [WayReference] { method.ways }
    /// The ID of the client that asks; empty on the server's own pages.
    package let client: String
    /// The ID of the organization that the user signs in to.
    package let organization: String?
    package let sender: RequestSender
    /// Whether the user keeps the account that was going to be erased.
    let keepsAccount: Bool
    /// The change that the method makes with the sign-in.
    let change: any SignInChange

    init(
        _ account: Account, by method: Method, authentication: AuthenticationFacts, for request: Request,
        changing change: any SignInChange
    ) {
        switch account {
        case .existing(let user): (self.user, isNewAccount) = (user, false)
        case .new(let user): (self.user, isNewAccount) = (user, true)
        }
        self.method = method
        self.authentication = authentication
        client = request.client
        organization = request.organization
        sender = request.sender
        keepsAccount = request.keepsAccount
        self.change = change
    }

    /// The account of the user who signs in.
    enum Account: Sendable {
        case existing(User)
        /// An account that is stored with the sign-in.
        case new(User)
    }

    /// The client and the organization that the user signs in to, and the sender of the request.
    struct Request: Sendable {
        let client: String
        let organization: String?
        let sender: RequestSender
        var keepsAccount = false
    }

    /// The audit event of something that happens with the sign-in.
    func event(_ kind: AuditEvent.Kind, details: JSONObject = JSONObject()) -> AuditEvent {
        sender.event(
            kind, of: user.id, client: client.isEmpty ? nil : client, at: authentication.authenticatedAt,
            details: details)
    }
}
