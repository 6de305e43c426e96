// SPDX-License-Identifier: Apache-2.0

package import Configuration
import IdentityModel
import WireFormats

/// The API and the scope that tokens are issued for.
package struct GrantedScope: Hashable, Sendable {
    package let scope: [String]
    /// The scope as tokens and responses have it.
    package let text: String
    /// The API; `nil` if the tokens are only for `/userinfo`.
    package let resourceServer: ResourceServer?
    /// Whether the tokens must be bound to a key.
    package let requiresProof: Bool

    init(scope: [String], resourceServer: ResourceServer?, requiresProof: Bool) {
        self.scope = scope
        text = scope.joined(separator: " ")
        self.resourceServer = resourceServer
        self.requiresProof = requiresProof
    }

    package var isAboutPerson: Bool { scope.contains(StandardScope.openID) }
    package var isOffline: Bool { scope.contains(StandardScope.offlineAccess) }
    /// Whether the refresh token ends with the browser session, even if offline access is granted too.
    package var isOnline: Bool { scope.contains(StandardScope.onlineAccess) }
}
