// SPDX-License-Identifier: Apache-2.0

import Cryptography
package import WireFormats

/// A stored authorization code (RFC 6749, section 4.1.2). Only its hash is stored; the client has the code itself.
package struct AuthorizationCode: Hashable, Sendable {
    /// The user's grant, and the values that the token request must match.
    package struct Grant: Hashable, Sendable {
        package let id: GrantID
        package let user: UserID
        /// The account's token generation. A later one revokes the code.
        package var generation = 0
        package let client: String
        /// The host of the issuer.
        package let host: String
        package let redirectURI: String
        /// The PKCE challenge with the method S256 (RFC 7636).
        package var challenge: String?
        package var scope: [String] = []
        package var audience: String?
        package var nonce: String?
        package var organization: String?
        package let authenticatedAt: Timestamp
        package var methods: [String] = []
        package var session: BrowserSession.ID?
        /// The ways in of the sign-in.
        package var ways: [WayReference] = []
        /// The thumbprint in `dpop_jkt` (RFC 9449, section 10).
        package var boundKey: [UInt8]?
        /// The `claims` parameter.
        package var claims: JSONObject?

        package init(
            id: GrantID, user: UserID, client: String, host: String, redirectURI: String, authenticatedAt: Timestamp
        ) {
            self.id = id
            self.user = user
            self.client = client
            self.host = host
            self.redirectURI = redirectURI
            self.authenticatedAt = authenticatedAt
        }
    }

    /// The exchange of a code for tokens.
    package struct Use: Hashable, Sendable {
        package let usedAt: Timestamp
        /// The refresh tokens that were issued, if any.
        package let family: RefreshToken.Family?

        package init(usedAt: Timestamp, family: RefreshToken.Family?) {
            self.usedAt = usedAt
            self.family = family
        }
    }

    /// The hash of the code (``TimeOrderedSecret/hash``).
    package let hash: [UInt8]
    package var grant: Grant
    package let issuedAt: Timestamp
    package let expiresAt: Timestamp
    /// The first use. A code that was used is kept until its expiry, so that a second use is noticed.
    package var use: Use?

    package init(hash: [UInt8], grant: Grant, issuedAt: Timestamp, expiresAt: Timestamp) {
        self.hash = hash
        self.grant = grant
        self.issuedAt = issuedAt
        self.expiresAt = expiresAt
    }

    /// Returns the hash of a code that a client sent, or `nil` if it doesn't have the form of a code.
    package static func key(of code: String) -> [UInt8]? { TimeOrderedSecret(code)?.hash }
}

/// The public ID of a grant in the code or the device flow, which its access tokens carry so that they can be revoked
/// together.
package struct GrantID: RawRepresentable, Hashable, Sendable {
    package let rawValue: String

    package init(rawValue: String) {
        self.rawValue = rawValue
    }

    /// The last character of a new ID. It does not occur in hexadecimal, so the families of other sign-ins have no such
    /// ID.
    private static let mark: Character = "g"

    package static func random(at time: Timestamp) -> GrantID {
        GrantID(rawValue: TimeOrderedID.bytes(at: time).hexadecimal + String(mark))
    }

    /// Returns the grant of a refresh token, or `nil` if the token comes from another sign-in, such as the passkey
    /// grant's.
    package init?(of grant: RefreshToken.Grant, in family: RefreshToken.Family) {
        // Without the mark, only a browser session shows that the token comes from a code.
        guard family.rawValue.last == Self.mark || grant.session != nil else { return nil }
        self.init(rawValue: family.rawValue)
    }

    /// The family of the grant's refresh tokens. It has the same ID, so that refreshed access tokens carry it too.
    package var family: RefreshToken.Family { RefreshToken.Family(rawValue: rawValue) }

    /// The ID under which ``OneTimeStore`` remembers that the grant was revoked.
    package var revocation: [UInt8] {
        DigestAlgorithm.sha256.hash([UInt8]("revoked grant\n".utf8), followedBy: [UInt8](rawValue.utf8))
    }

    /// The longest lifetime of an access token, for which a revoked grant is remembered, in seconds.
    fileprivate static let longestTokenLifetime: Int64 = 2_592_000
}

extension StorageTransaction {
    /// Removes the refresh tokens of a grant, and revokes its access tokens at this server. Returns whether the grant
    /// was not revoked before.
    @discardableResult
    package func revoke(_ grant: GrantID, at time: Timestamp) throws -> Bool {
        try refreshTokens.remove(grant.family)
        guard try !oneTime.isConsumed(grant.revocation) else { return false }
        let expiresAt = Timestamp(secondsSince1970: time.secondsSince1970 + GrantID.longestTokenLifetime)
        try oneTime.consume(grant.revocation, expiresAt: expiresAt)
        return true
    }
}

/// Reads authorization codes.
package protocol AuthorizationCodeReading {
    /// Returns the code with a hash. Used and expired codes are included until they are removed.
    func find(by hash: [UInt8]) throws -> AuthorizationCode?
    /// Returns the code with a hash, and the account of its user.
    func findOwned(by hash: [UInt8]) throws -> OwnedCode?
}

/// An authorization code with the account of its user.
package struct OwnedCode: Sendable {
    package let code: AuthorizationCode
    package let owner: User

    package init(code: AuthorizationCode, owner: User) {
        self.code = code
        self.owner = owner
    }
}

/// Changes authorization codes.
package protocol AuthorizationCodeStore: AuthorizationCodeReading {
    /// Fails with `alreadyExists`, and with `notFound` if the account doesn't exist.
    func insert(_ code: AuthorizationCode) throws
    /// Records the use of a code. Fails with `modifiedConcurrently` if it was used before, and with `notFound`.
    func markUsed(_ hash: [UInt8], at time: Timestamp, family: RefreshToken.Family?) throws
    /// Removes codes that expired before a time and returns how many were removed.
    func removeExpired(before time: Timestamp, limit: Int) throws -> Int
}
