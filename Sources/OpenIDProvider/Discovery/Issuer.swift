// SPDX-License-Identifier: Apache-2.0

package import Configuration
import IdentityModel

/// Where things are, behind the host: relative to the issuer, so without a slash in front.
package struct ProviderPaths: Hashable, Sendable {
    package var authorization: String?
    package var token: String
    package var userInfo: String
    package var keys: String
    package var revocation: String
    package var endSession: String?
    package var pushedAuthorization: String?

    package init(token: String, userInfo: String, keys: String, revocation: String) {
        self.token = token
        self.userInfo = userInfo
        self.keys = keys
        self.revocation = revocation
    }
}

/// The provider as it is at one host.
package struct Issuer: Hashable, Sendable {
    package let host: String
    /// What its tokens say issued them: with a slash at the end, as Auth0's SDKs compare it.
    package let url: String
    package let paths: ProviderPaths
    /// The audience of the interface to a person's own account.
    package let myAccount: String

    package init(host: String, in configuration: ConfigurationSnapshot, paths: ProviderPaths) {
        self.host = host
        self.paths = paths
        url = configuration.issuer(of: host)
        myAccount = configuration.myAccountAudience(of: host)
    }

    package var tokenEndpoint: String { url + paths.token }

    /// At once the address and the audience of the claims about a person.
    package var userInfo: String { url + paths.userInfo }
}
