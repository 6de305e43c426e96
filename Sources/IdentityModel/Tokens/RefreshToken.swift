// SPDX-License-Identifier: Apache-2.0

import Cryptography
package import WireFormats

/// A stored refresh token. Only the client has the token itself; the record has its hash.
package struct RefreshToken: Hashable, Sendable {
    /// All tokens that came from one sign-in. They are revoked together.
    package struct Family: RawRepresentable, Hashable, Sendable {
        package let rawValue: String

        package init(rawValue: String) {
            self.rawValue = rawValue
        }

        /// A new family. Its name begins with the time, so that families that begin together are stored together.
        package static func random(at time: Timestamp) -> Family {
            Family(rawValue: TimeOrderedID.bytes(at: time).hexadecimal)
        }
    }

    /// What was granted at sign-in. Successors have the same grant.
    package struct Grant: Hashable, Sendable {
        package var user: UserID
        package var client: String
        /// The host that issued the token.
        package var host: String
        package var audience: String?
        package var scope: [String]
        package var organization: String?
        package var authenticatedAt: Timestamp
        package var methods: [String]
        /// The thumbprint of the key that the tokens are bound to.
        package var boundKey: [UInt8]?
        /// The passkey of the sign-in. Removing it revokes the family.
        package var passkey: PasskeyID?

        package init(user: UserID, client: String, host: String, authenticatedAt: Timestamp) {
            self.user = user
            self.client = client
            self.host = host
            scope = []
            self.authenticatedAt = authenticatedAt
            methods = []
        }
    }

    /// The successor of a used token.
    package struct Successor: Hashable, Sendable {
        package var hash: [UInt8]
        /// The successor, sealed with a key derived from the old token.
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
    /// The expiry of the family, however often it is used.
    package let expiresAt: Timestamp?
    /// The expiry if the token is not used before.
    package var idleExpiresAt: Timestamp?
    package var successor: Successor?

    /// The record that remains of a token whose account was removed, so that its client learns why it ended.
    package struct Tombstone: Hashable, Sendable {
        /// Returns the id under which the one-time store has the record.
        package let id: [UInt8]
        package let expiresAt: Timestamp

        /// How long the record is kept if the token had no expiry.
        private static let longest: Int64 = 30 * 86_400

        package init(of token: RefreshToken, at time: Timestamp) {
            let end = Timestamp(secondsSince1970: time.secondsSince1970 + Self.longest)
            id = Self.id(of: token.hash)
            expiresAt = [token.expiresAt, token.idleExpiresAt].compactMap(\.self).reduce(end, min)
        }

        package static func id(of hash: [UInt8]) -> [UInt8] {
            DigestAlgorithm.sha256.hash([UInt8]("refresh token of a removed account\n".utf8), followedBy: hash)
        }
    }

    package init(hash: [UInt8], family: Family, grant: Grant, issuedAt: Timestamp, expiresAt: Timestamp?) {
        self.hash = hash
        self.family = family
        self.grant = grant
        self.issuedAt = issuedAt
        self.expiresAt = expiresAt
    }
}
