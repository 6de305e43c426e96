// SPDX-License-Identifier: Apache-2.0

import Configuration
import IdentityModel
package import WireFormats

/// The rule for changes to the ways into an account: a browser that is left open must not let anyone take the account
/// over, so the user has signed in a short time ago.
///
/// An account without a way in is exempt. Its user can't sign in again, and the session is the only proof that there
/// is. The account page, the plain ceremony API and the My Account API obey the same rule.
struct RecentSignIn: Sendable {
    /// When the user signed in, if that is known.
    let authenticatedAt: Timestamp?
    let canSignInAgain: Bool

    /// Whether the sign-in is recent enough.
    func isMet(within limit: Int, at time: Timestamp) -> Bool {
        guard canSignInAgain else { return true }
        guard let authenticatedAt else { return false }
        return time.secondsSince1970 - authenticatedAt.secondsSince1970 <= Int64(limit)
    }
}

extension ActiveSession {
    /// Whether the session may change the ways into its account.
    package func isRecent(at time: Timestamp) -> Bool {
        RecentSignIn(authenticatedAt: record.authenticatedAt, canSignInAgain: canSignInAgain)
            .isMet(within: Client.browserEnrollmentMaxAge, at: time)
    }
}

extension AccountOwner {
    /// Rejects a change to the ways into the account unless the user's sign-in is recent enough for the client.
    func requireRecentSignIn(to account: Account, at time: Timestamp) throws(SignInFailure) {
        guard let limit = maximumSignInAge else { return }
        let rule = RecentSignIn(authenticatedAt: authenticatedAt, canSignInAgain: account.hasWay(of: self))
        guard rule.isMet(within: limit, at: time) else { throw .account(.signInTooOld(maxAge: limit)) }
    }
}
