// SPDX-License-Identifier: Apache-2.0

package import IdentityModel
package import WebAuthnMessages
package import WireFormats

/// An account that is created once its user has signed up.
package struct SignUpDraft: Hashable, Sendable {
    package let handle: UserHandle
    package let identifiers: [Identifier]
    package let profile: User.Profile
    package let metadata: JSONObject
    /// Whether the identifiers come with the credential.
    package var awaitsIdentifiers = false
    /// The codes that prove its addresses, which come with the credential.
    package var codes: [Identifier.Kind: SentCode.ID] = [:]
    /// The proofs of its addresses that were made before.
    package var proofs: [AddressProof] = []

    package init(handle: UserHandle, identifiers: [Identifier], profile: User.Profile, metadata: JSONObject) {
        self.handle = handle
        self.identifiers = identifiers
        self.profile = profile
        self.metadata = metadata
    }
}

extension User {
    /// Creates the account of a draft.
    init(_ draft: SignUpDraft, in connection: String, createdAt: Timestamp) {
        self.init(id: .random(), connection: connection, handle: draft.handle, createdAt: createdAt)
        identifiers = draft.identifiers
        profile = draft.profile
        metadata = draft.metadata
    }
}
