// SPDX-License-Identifier: Apache-2.0

package import Configuration
import IdentityModel

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
