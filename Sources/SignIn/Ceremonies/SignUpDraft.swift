// SPDX-License-Identifier: Apache-2.0

package import IdentityModel
package import WebAuthnMessages
package import WireFormats

/// An account that will be made if its passkey is registered.
package struct SignUpDraft: Hashable, Sendable {
    package let handle: UserHandle
    package let identifiers: [Identifier]
    package let profile: User.Profile
    package let metadata: JSONObject

    package init(handle: UserHandle, identifiers: [Identifier], profile: User.Profile, metadata: JSONObject) {
        self.handle = handle
        self.identifiers = identifiers
        self.profile = profile
        self.metadata = metadata
    }
}
