// SPDX-License-Identifier: Apache-2.0

import Configuration
import IdentityModel
package import JOSE

extension ConfigurationSnapshot {
    /// What the tokens are signed with that others verify, RS256 first: it is what everybody gets who says nothing.
    package var tokenAlgorithms: [JWSAlgorithm] {
        let configured = clients.values.map(\.idTokenAlgorithm) + resourceServers.values.compactMap(\.signingAlgorithm)
        return TokenAlgorithm.allCases.filter { $0 == .rs256 || configured.contains($0) }.map(\.inJOSE)
    }
}
