// SPDX-License-Identifier: Apache-2.0

package import IdentityModel
package import RateLimiting

/// A sign-in that is stored. It is a class because each caller passes it on.
package final class SignInReceipt: Sendable {
    package let signIn: SignIn
    /// The account as it was when the sign-in was stored.
    package let user: User
    /// The session that began, with the secret for its cookie.
    package let session: NewSession?
    /// The status of the limit on sign-ins.
    package let limit: RateLimitStatus

    init(signIn: SignIn, user: User, session: NewSession?, limit: RateLimitStatus) {
        self.signIn = signIn
        self.user = user
        self.session = session
        self.limit = limit
    }
}
