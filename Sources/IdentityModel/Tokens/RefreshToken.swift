// SPDX-License-Identifier: Apache-2.0

import Cryptography
package import WireFormats

/// A stored refresh token. Only its hash is stored; the client has the token itself.
package struct RefreshToken: Hashable, Sendable {
    /// The ID of all tokens from one sign-in, which are revoked together.
    package struct Family: RawRepresentable, Hashable, Sendable {
        /// The most families of an account. One more ends another.
        package static let accountLimit = 100
        /// The most families of an account with one client. One more ends another.
        package static let clientLimit = 20

        package let rawValue: String

        package init(rawValue: String) {
            self.rawValue = rawValue
        }

        /// Returns a new family. Its ID begins with the time, so that families of the same time are stored together.
        package static func random(at time: Timestamp) -> Family {
            Family(rawValue: TimeOrderedID.bytes(at: time).hexadecimal)
        }

        /// The time of the sign-in, which the ID begins with. `nil` if it has another form.
        package var createdAt: Timestamp? {
            UInt32(rawValue.prefix(8), radix: 16).map { Timestamp(secondsSince1970: Int64($0)) }
        }
    }

    /// A family without its tokens.
    package struct FamilyEntry: Hashable, Sendable {
        package let id: Family
        package let client: String
        package let session: BrowserSession.ID?

        package init(id: Family, client: String, session: BrowserSession.ID?) {
            self.id = id
            self.client = client
            self.session = session
        }
    }

    /// The flow in which the client got its first token.
    package enum Flow: String, CaseIterable, Sendable {
        /// A way in, which the application took itself at the token endpoint.
        case direct = "direct"
        /// An authorization code.
        case code = "code"
        /// A device authorization.
        case device = "device"
        /// Auth0's old requests, with a password or a device key. Its tokens never reach the user's own account.
        case legacy = "legacy"
    }

    /// The grant of the sign-in, which all tokens of the family share.
    package struct Grant: Hashable, Sendable {
        package var user: UserID
        package var client: String
        /// The host of the issuer.
        package var host: String
        package var audience: String?
        package var scope: [String]
        package var organization: String?
        package var authenticatedAt: Timestamp
        package var methods: [String]
        package var flow: Flow = .direct
        /// The thumbprint of the key that the tokens are bound to.
        package var boundKey: [UInt8]?
        /// The ways in of the sign-in. Removing one of them removes the family.
        package var ways: [WayReference] = []
        /// The browser session of the sign-in, which may have ended. Tokens carry it as `sid`.
        package var session: BrowserSession.ID?

        /// The browser session that the tokens end with, if they end with one: by the scope `online_access`.
        package var endingSession: BrowserSession.ID? { scope.contains("online_access") ? session : nil }

        package init(user: UserID, client: String, host: String, authenticatedAt: Timestamp) {
            self.user = user
            self.client = client
            self.host = host
            scope = []
            self.authenticatedAt = authenticatedAt
            methods = []
        }
    }

    /// The replacement of a used token.
    package struct Successor: Hashable, Sendable {
        package var hash: [UInt8]
        /// The new token, sealed with a key that is derived from the old one.
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
    /// The absolute expiry of the family.
    package let expiresAt: Timestamp?
    /// The expiry unless the token is used before.
    package var idleExpiresAt: Timestamp?
    package var successor: Successor?

    /// A marker for a token whose account was removed, so that its client learns the reason. Nothing else is kept.
    package struct Tombstone: Hashable, Sendable {
        /// The ID under which ``OneTimeStore`` remembers the token.
        package let id: [UInt8]
        package let expiresAt: Timestamp

        /// The lifetime of the marker for a token that never expires, in seconds.
        private static let maximumLifetime: Int64 = 30 * 86_400

        package init(of token: RefreshToken, at time: Timestamp) {
            let end = Timestamp(secondsSince1970: time.secondsSince1970 + Self.maximumLifetime)
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

/// Reads refresh tokens.
package protocol RefreshTokenReading {
    /// Returns a token that the caller has read before as `token`, which a storage may compare instead of reading it.
    func find(_ hash: [UInt8], assuming token: RefreshToken?) throws -> RefreshToken?
    /// Returns a token with what decides about its use.
    func findOwned(_ hash: [UInt8]) throws -> OwnedRefreshToken?
    /// Returns the unused tokens of an account, oldest first. Expired tokens are included until they are removed.
    func list(of user: UserID) throws -> [RefreshToken]
    /// Returns the unused tokens of an account's newest families, newest family first. Expired tokens are included
    /// until they are removed.
    func listNewest(of user: UserID, limit: Int) throws -> [RefreshToken]
    /// Returns the families of an account, the one whose newest token was issued first before the others. Reads one
    /// token of each.
    func families(of user: UserID) throws -> [RefreshToken.FamilyEntry]
    /// Returns the number of an account's families.
    func countFamilies(of user: UserID) throws -> Int
}

extension RefreshTokenReading {
    package func find(_ hash: [UInt8]) throws -> RefreshToken? { try find(hash, assuming: nil) }
}

/// A refresh token with its account and what else decides about its use.
package struct OwnedRefreshToken: Sendable {
    package let token: RefreshToken
    package let owner: User
    /// The browser session that the token ends with, unless the session was removed.
    package let session: BrowserSession?
    /// The token that replaced this one, unless it was removed.
    package let successor: RefreshToken?

    package init(token: RefreshToken, owner: User, session: BrowserSession?, successor: RefreshToken?) {
        self.token = token
        self.owner = owner
        self.session = session
        self.successor = successor
    }
}

/// Changes refresh tokens.
package protocol RefreshTokenStore: RefreshTokenReading {
    /// Fails with `alreadyExists` if the token is stored, with `notFound` if its account doesn't exist, and with
    /// `modifiedConcurrently` if its family has a different grant or expiry.
    func insert(_ token: RefreshToken) throws
    /// Records the use of a token. Fails with `modifiedConcurrently` if it was used before, and with `notFound`.
    func markUsed(_ hash: [UInt8], replacedBy successor: RefreshToken.Successor) throws
    /// Extends the idle expiry of a token that doesn't rotate. Fails with `notFound`.
    func extend(_ hash: [UInt8], idleExpiresAt: Timestamp?) throws
    /// Removes all tokens of a family. Does nothing if there are none.
    func remove(_ family: RefreshToken.Family) throws
    func removeAll(of user: UserID) throws
    /// Removes the families that end with a browser session: those with the scope `online_access`.
    func removeAll(ofSession session: BrowserSession.ID) throws
    func removeAll() throws
    /// Removes families that expired before a time, by their absolute expiry or the idle expiry of their newest token.
    ///
    /// Used tokens are kept as long as their family, to detect reuse. Returns the number of removed tokens.
    func removeExpired(before time: Timestamp, limit: Int) throws -> Int
}
