// SPDX-License-Identifier: Apache-2.0

package import Configuration
package import IdentityModel

/// A session that a sign-in begins, with what its browser keeps.
package struct NewSession: Sendable {
    package let record: BrowserSession
    /// The value of the session's cookie.
    package let secret: String

    package init(record: BrowserSession, secret: String) {
        self.record = record
        self.secret = secret
    }
}

extension SignIn {
    /// Returns the session that the sign-in begins.
    package func session(
        at host: String, kind: BrowserSessions.Kind, lifetimes: Tenant, secret: TimeOrderedSecret? = nil,
        in accounts: AccountStorage
    ) -> NewSession {
        BrowserSessions(accounts: accounts, host: host, kind: kind).begin(
            for: user.id, with: authentication, ways: ways, client: client, lifetimes: lifetimes,
            sender: sender, secret: secret, at: authentication.authenticatedAt)
    }
}
