// SPDX-License-Identifier: Apache-2.0

import ClientContract
import Configuration
package import IdentityModel
package import SignIn

/// Issued tokens, with facts about their request for the response and the log.
package struct GrantedTokens: Sendable {
    package let tokens: IssuedTokens
    /// The user, unless the tokens are the client's own.
    package var user: UserID?
    /// The sign-in that the grant completed, if it completed one.
    package var receipt: SignInReceipt?
}
