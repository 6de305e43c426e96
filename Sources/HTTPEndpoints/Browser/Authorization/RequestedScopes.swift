// SPDX-License-Identifier: Apache-2.0

import Configuration
import HostedPages
import IdentityModel
import OpenIDProvider
import WireFormats

extension RequestContext {
    /// A scope in words, with the data that the client would see.
    func requestedScopes(_ scope: [String], audience: String?, of user: User) -> [RequestedScope] {
        let server = audience.flatMap { configuration.resourceServer($0, at: host.host) }
        return scope.map { name in
            let known = server?.scopes.first { ExactText($0.value) == ExactText(name) }
            let value: String? =
                switch name {
                case StandardScope.email: user[.email]?.value
                case StandardScope.phone: user[.phoneNumber]?.value
                default: nil
                }
            return RequestedScope(name, description: known?.explanation, value: value)
        }
    }
}
