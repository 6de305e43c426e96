// SPDX-License-Identifier: Apache-2.0

package import WebAuthnMessages
package import WireFormats

/// An account in a connection.
package struct User: Hashable, Sendable {
    /// The displayed properties of the user. None of them identifies the account.
    package struct Profile: Hashable, Sendable {
        package var name: String?
        package var givenName: String?
        package var familyName: String?
        package var nickname: String?
        package var picture: String?

        package init() {}
    }

    package var id: UserID
    /// The name of the account's connection.
    package var connection: String
    /// The random handle that passkeys store. It is never used for another account.
    package var handle: UserHandle
    package var identifiers: [Identifier]
    package var profile: Profile
    /// The application's data about the user, which the user may change.
    package var metadata: JSONObject
    package var isBlocked: Bool
    /// The token generation. Access tokens for the account itself are invalid if they were issued in an earlier one.
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
