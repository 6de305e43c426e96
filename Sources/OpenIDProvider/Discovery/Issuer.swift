// SPDX-License-Identifier: Apache-2.0

package import Configuration
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

/// The provider at one host. It is a class because every request passes it on.
package final class Issuer: Sendable {
    package let host: String
    /// The `iss` claim. It ends with a slash, as Auth0's SDKs expect.
    package let url: String
    package let paths: ProviderPaths
    /// The URL of the userinfo endpoint, which is also its audience.
    package let userInfo: String
    /// The audience of the My Account API.
    package let myAccount: String

    package init(host: String, in configuration: ConfigurationSnapshot, paths: ProviderPaths) {
        self.host = host
        self.paths = paths
        url = configuration.issuer(of: host)
        userInfo = url + paths.userInfo
        myAccount = configuration.myAccountAudience(of: host)
    }

    package var tokenEndpoint: String { url + paths.token }
}
