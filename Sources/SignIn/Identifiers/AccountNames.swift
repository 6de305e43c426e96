// SPDX-License-Identifier: Apache-2.0

import Configuration
import IdentityModel

/// What devices call an account. Options and signals say the same, so that passkeys keep their labels.
struct AccountNames: Hashable, Sendable {
    /// The identifier that names the person, by the connection's precedence.
    let name: String
    let displayName: String

    init(_ identifiers: [Identifier], _ profile: User.Profile, _ rules: IdentifierRules) {
        let named = rules.precedence.lazy.compactMap { kind in identifiers.first { $0.kind == kind } }
        name = (named.first ?? identifiers.first)?.value ?? profile.name ?? ""
        displayName = profile.name ?? name
    }
}
