// SPDX-License-Identifier: Apache-2.0

package import IdentityModel

/// A browser session that has not ended, with its account.
package struct ActiveSession: Sendable {
    package let record: BrowserSession
    package let user: User
    /// The ways into the account that the session knows: those of its sign-in or, if there were none, all of the
    /// account.
    package let ways: [WayReference]

    package init(record: BrowserSession, user: User, ways: [WayReference]) {
        self.record = record
        self.user = user
        self.ways = ways
    }

    /// Whether the user can sign in again. If not, the session is the only way into the account.
    package var canSignInAgain: Bool { !ways.isEmpty }
}
