// SPDX-License-Identifier: Apache-2.0

package import IdentityModel
import WireFormats

/// A validated logout request.
package struct LogoutRequest: Hashable, Sendable {
    /// The session of the browser.
    package struct Session: Hashable, Sendable {
        package let user: UserID
        /// The public ID, which ID tokens carry as `sid`.
        package let id: String
        /// Whether the account has no passkey, so that the user can't sign in again.
        package var isOnlyWayIn = false

        package init(user: UserID, id: String) {
            self.user = user
            self.id = id
        }
    }

    /// The server's next step.
    package enum Step: Hashable, Sendable {
        /// The session ends. Then the browser is redirected, or a page says that the user is signed out.
        case logOut(redirectURL: String?)
        /// The user is asked first, because anyone could have sent the browser here.
        case confirm(redirectURL: String?)
    }

    /// The client that asks.
    package let client: String?
    /// The URL to continue at, with the `state`.
    package let redirectURL: String?
    /// The preferred languages of pages, as the request has them.
    package let locales: String?
    let hint: IDTokenHint?
    /// Whether the user has to confirm a request without a hint.
    let needsHint: Bool
    /// Whether the client is another party's. The session isn't its own, so the user is asked.
    let isOfThirdParty: Bool

    /// Returns what to do. The ID token hint proves that the request is from a client of the session, but not that the
    /// user wants to lose the account.
    package func step(for session: Session?) -> Step {
        guard let session else { return .logOut(redirectURL: redirectURL) }
        guard !session.isOnlyWayIn, !isOfThirdParty else { return .confirm(redirectURL: redirectURL) }
        guard needsHint else { return .logOut(redirectURL: redirectURL) }
        guard let hint, hint.user == session.user,
            hint.sessionID.map({ ExactText($0) == ExactText(session.id) }) ?? true
        else { return .confirm(redirectURL: redirectURL) }
        return .logOut(redirectURL: redirectURL)
    }
}
