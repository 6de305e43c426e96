// SPDX-License-Identifier: Apache-2.0

package import WireFormats

/// A refresh token on record. The token itself is known to its client alone; here is its hash.
package struct RefreshToken: Hashable, Sendable {
    /// All tokens that came from one sign-in. They fall together.
    package struct Family: RawRepresentable, Hashable, Sendable {
        package let rawValue: String

        package init(rawValue: String) {
            self.rawValue = rawValue
        }
    }

    /// What was granted at sign-in, and passes unchanged from token to token.
    package struct Grant: Hashable, Sendable {
        package var user: UserID
        package var client: String
        /// The host whose issuer signed.
        package var host: String
        package var audience: String?
        package var scope: [String]
        package var organization: String?
        package var authenticatedAt: Timestamp
        package var methods: [String]
        /// The thumbprint of the key that the tokens are bound to.
        package var boundKey: [UInt8]?

        package init(user: UserID, client: String, host: String, authenticatedAt: Timestamp) {
            self.user = user
            self.client = client
            self.host = host
            scope = []
            self.authenticatedAt = authenticatedAt
            methods = []
        }
    }

    /// What became of a token that was used.
    package struct Successor: Hashable, Sendable {
        package var hash: [UInt8]
        /// The successor itself, sealed with a key that only the holder of the old token has.
        package var sealed: [UInt8]
        package var usedAt: Timestamp

        package init(hash: [UInt8], sealed: [UInt8], usedAt: Timestamp) {
            self.hash = hash
            self.sealed = sealed
            self.usedAt = usedAt
        }
    }

    package let hash: [UInt8]
    package let family: Family
    package let grant: Grant
    package let issuedAt: Timestamp
    /// The end of the family, however often it is used.
    package let expiresAt: Timestamp?
    /// The end if it is not used before.
    package var idleExpiresAt: Timestamp?
    package var successor: Successor?

    package init(hash: [UInt8], family: Family, grant: Grant, issuedAt: Timestamp, expiresAt: Timestamp?) {
        self.hash = hash
        self.family = family
        self.grant = grant
        self.issuedAt = issuedAt
        self.expiresAt = expiresAt
    }
}
