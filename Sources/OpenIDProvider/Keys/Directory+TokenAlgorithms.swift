// SPDX-License-Identifier: Apache-2.0

import Configuration
import IdentityModel
package import JOSE

extension ConfigurationSnapshot {
    /// What the tokens are signed with that others verify, RS256 first: it is what everybody gets who says nothing.
    package var tokenAlgorithms: [JWSAlgorithm] {
        let configured = clients.values.map(\.idTokenAlgorithm) + resourceServers.values.compactMap(\.signingAlgorithm)
        let others = Set(configured).subtracting([.rs256]).map(\.inJOSE)
        return [.rs256] + others.sorted { $0.name < $1.name }
    }
}
