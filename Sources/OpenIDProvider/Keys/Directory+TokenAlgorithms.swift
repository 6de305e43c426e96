// SPDX-License-Identifier: Apache-2.0

import Configuration
import IdentityModel
package import JOSE

extension ConfigurationSnapshot {
    /// The algorithms of the tokens that others verify, RS256 first: it signs ID tokens by default.
    package var tokenAlgorithms: [JWSAlgorithm] {
        let configured = clients.values.map(\.idTokenAlgorithm) + resourceServers.values.map(\.accessTokenAlgorithm)
        return TokenAlgorithm.allCases.filter { $0 == .rs256 || configured.contains($0) }.map(\.inJOSE)
    }
}
