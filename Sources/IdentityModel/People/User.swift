// SPDX-License-Identifier: Apache-2.0

package import WebAuthnMessages
package import WireFormats

/// One account of one person in one connection.
package struct User: Hashable, Sendable {
    /// What is shown of the person; none of it identifies the account.
    package struct Profile: Hashable, Sendable {
        package var name: String?
        package var givenName: String?
        package var familyName: String?
        package var nickname: String?
        package var picture: String?

        package init() {}
    }

    package var id: UserID
    /// The name of the connection the account belongs to.
    package var connection: String
    /// What passkeys know the account by: random, and never used for another account.
    package var handle: UserHandle
    package var identifiers: [Identifier]
    package var profile: Profile
    /// What the application keeps of the person, and the person may change.
    package var metadata: JSONObject
    package var isBlocked: Bool
    /// Access tokens for the account itself are void if they were issued in an earlier one.
    package var tokenGeneration = 0
    package var createdAt: Timestamp
    package var updatedAt: Timestamp

    package init(id: UserID, connection: String, handle: UserHandle, createdAt: Timestamp) {
        self.id = id
        self.connection = connection
        self.handle = handle
        identifiers = []
        profile = Profile()
        metadata = JSONObject()
        isBlocked = false
        self.createdAt = createdAt
        updatedAt = createdAt
    }

    package subscript(_ kind: Identifier.Kind) -> Identifier? {
        identifiers.first { $0.kind == kind }
    }
}
