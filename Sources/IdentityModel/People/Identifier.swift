// SPDX-License-Identifier: Apache-2.0

/// A name that a user types to identify an account. It is unverified until its owner has proven control of it.
package struct Identifier: Hashable, Sendable {
    /// The kinds of identifiers that a connection can require.
    package enum Kind: String, CaseIterable, Sendable {
        case email
        case phoneNumber = "phone_number"
        case username
    }

    package var kind: Kind
    /// The text as the user wrote it.
    package var value: String
    /// The text that is compared. It is unique for its kind within a connection.
    package var normalized: String
    package var isVerified: Bool

    package init(kind: Kind, value: String, normalized: String, isVerified: Bool = false) {
        self.kind = kind
        self.value = value
        self.normalized = normalized
        self.isVerified = isVerified
    }
}
