// SPDX-License-Identifier: Apache-2.0

/// Something a person types to say who they are. It is unverified until its owner has proven to hold it.
package struct Identifier: Hashable, Sendable {
    /// The kinds of identifier that a connection may ask for.
    package enum Kind: String, CaseIterable, Sendable {
        case email
        case phoneNumber = "phone_number"
        case username
    }

    package var kind: Kind
    /// As the person wrote it.
    package var value: String
    /// As it is compared: unique for its kind within a connection.
    package var normalized: String
    package var isVerified: Bool

    package init(kind: Kind, value: String, normalized: String, isVerified: Bool = false) {
        self.kind = kind
        self.value = value
        self.normalized = normalized
        self.isVerified = isVerified
    }
}
