// SPDX-License-Identifier: Apache-2.0

import Configuration
import IdentityModel

/// The paths of the endpoints, relative to the issuer: without a leading slash.
package struct ProviderPaths: Hashable, Sendable {
    package var authorization: String?
    package var token: String
    package var userInfo: String
    package var keys: String
    package var revocation: String
    package var endSession: String?
    package var pushedAuthorization: String?
    package var deviceAuthorization: String?
    /// Whether clients are informed of the end of sessions (OpenID Connect Back-Channel Logout 1.0).
    package var sendsLogoutTokens = false

    package init(token: String, userInfo: String, keys: String, revocation: String) {
        self.token = token
        self.userInfo = userInfo
        self.keys = keys
        self.revocation = revocation
    }
}
