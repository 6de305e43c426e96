// SPDX-License-Identifier: Apache-2.0

import Cryptography
package import WireFormats

/// A refresh token on record. The token itself is known to its client alone; here is its hash.
package struct RefreshToken: Hashable, Sendable {
    /// All tokens that came from one sign-in. They fall together.
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
        /// The passkey of the sign-in: the family ends with it.
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

    /// What is kept of a token whose account was removed, so that its client is told why it ended: nothing but that.
    package struct Tombstone: Hashable, Sendable {
        /// As one-time things are named.
        package let id: [UInt8]
        package let expiresAt: Timestamp

        /// For how long the reason is known where the token had no end.
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
