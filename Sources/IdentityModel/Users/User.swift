// SPDX-License-Identifier: Apache-2.0

package import WebAuthnMessages
package import WireFormats

/// A user's account in one connection.
package struct User: Hashable, Sendable {
    /// The displayed profile. No member identifies the account.
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
    /// The random user handle in passkeys, which is never used for another account.
    package var handle: UserHandle
    package var identifiers: [Identifier]
    package var profile: Profile
    /// The application's data about the user, which the user may change.
    package var metadata: JSONObject
    package var isBlocked: Bool
    /// When the account is erased, because its user asked for that. Until then, only a sign-in that keeps the account
    /// is accepted.
    package var deletesAt: Timestamp?
    /// The current generation. Access tokens for the My Account API from earlier generations are revoked.
    package var tokenGeneration = 0
    /// When the user disconnected clients, by their IDs. What they got up to then is revoked.
    package var disconnections: [String: Timestamp] = [:]
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

    /// Whether the user may sign in, and have tokens.
    package var isActive: Bool { !isBlocked && deletesAt == nil }

    /// The time for which a disconnection is remembered, which is the longest lifetime of an access token, in seconds.
    package static let longestDisconnection = 2_592_000

    /// Whether the user has disconnected a client since something was issued to it.
    package func hasDisconnected(_ client: String, since time: Timestamp) -> Bool {
        disconnections[client].map { time <= $0 } ?? false
    }

    /// The first identifier of a kind.
    package subscript(_ kind: Identifier.Kind) -> Identifier? {
        identifiers.first { $0.kind == kind }
    }
}

extension User {
    /// A change to one property of an account, so that concurrent changes to different properties don't undo each
    /// other.
    package enum Change: Hashable, Sendable {
        /// Blocking also starts a new token generation.
        case blocked(Bool)
        /// Has the account erased at a time, and starts a new token generation; or keeps it.
        case deletion(at: Timestamp?)
        /// Revokes the access tokens of earlier generations.
        case newTokenGeneration
        /// Revokes what a client got up to now.
        case disconnected(client: String)
        case metadata(JSONObject)
        /// Replaces or removes the displayed name.
        case name(String?)
        /// Replaces all identifiers.
        case identifiers([Identifier])
    }
}

/// The ID of an account in tokens and APIs: `auth0|` and 24 hexadecimal digits, the format that Auth0's clients expect.
package struct UserID: RawRepresentable, Hashable, Sendable, CustomStringConvertible {
    package let rawValue: String

    package init(rawValue: String) {
        self.rawValue = rawValue
    }

    /// The part after the provider, which the My Account API calls `identity_user_id`.
    package var identity: Substring {
        rawValue.split(separator: "|", maxSplits: 1).last ?? Substring(rawValue)
    }

    package var description: String { rawValue }
}

/// A name that a user signs in with. It is unverified until the user proves to own it.
package struct Identifier: Hashable, Sendable {
    /// The kinds of identifier that a connection may ask for.
    package enum Kind: String, CaseIterable, Sendable {
        case email
        case phoneNumber = "phone_number"
        case username
    }

    package var kind: Kind
    /// The text as the user entered it.
    package var value: String
    /// The text for comparisons, unique among identifiers of the kind in a connection. It is empty if the connection
    /// doesn't identify users by this kind: then several accounts may have the same value.
    package var normalized: String
    package var isVerified: Bool
    /// When its user has proven it, if that is known.
    package var verifiedAt: Timestamp?
    /// Until when it may be taken back, if something weaker than a passkey has added it. It proves nothing until then.
    package var unconfirmedUntil: Timestamp?

    package init(kind: Kind, value: String, normalized: String, isVerified: Bool = false) {
        self.kind = kind
        self.value = value
        self.normalized = normalized
        self.isVerified = isVerified
    }

    /// Whether the identifier belongs to one account only.
    package var isUnique: Bool { !normalized.isEmpty }

    /// Whether this is a text that someone typed. Case doesn't count, and neither do the blanks of a phone number.
    package func isMeant(by text: String) -> Bool {
        let typed = text.lowercased()
        return value.lowercased() == (kind == .phoneNumber ? typed.filter { !" -()/".contains($0) } : typed)
    }
}

extension User {
    /// Whether a text that someone typed is one of the account's identifiers.
    package func isIdentified(by text: String) -> Bool {
        identifiers.contains { $0.isMeant(by: text) }
    }
}

/// Reads accounts.
package protocol UserReading {
    /// Returns an account that the caller has read before as `user`.
    ///
    /// A storage may compare the account with `user` instead of reading it. Changes in the same second as an earlier one
    /// are noticed only if they affect who may sign in.
    func find(_ id: UserID, assuming user: User?) throws -> User?
    /// Returns an account, and whether the grant of a token that names it was revoked. If it was, there is no account.
    func find(_ id: UserID, unlessRevoked grant: GrantID) throws -> (user: User?, isRevoked: Bool)
    func find(by handle: UserHandle) throws -> User?
    func find(_ kind: Identifier.Kind, normalized: String, in connection: String) throws -> User?
    /// Returns accounts in the order of their creation, starting after `id`. Fails with `notFound` if `id` doesn't
    /// exist.
    func list(after id: UserID?, limit: Int) throws -> [User]
    /// Returns accounts whose users asked for their deletion, and which were due before a time, earliest first. Blocked
    /// ones are not among them, so that no user evades a block.
    func list(deletedBefore time: Timestamp, limit: Int) throws -> [User]
    /// Returns the passkeys and the password of an account, oldest first. Whether an address is a way in, too, is for the
    /// configuration to say.
    func waysIn(of id: UserID) throws -> [WayReference]
    /// Returns the number of accounts.
    func count() throws -> Int
}

extension UserReading {
    package func find(_ id: UserID) throws -> User? { try find(id, assuming: nil) }
}

/// Changes accounts.
package protocol UserStore: UserReading {
    /// Fails with `alreadyExists` if the id, the handle or an identifier is taken.
    func insert(_ user: User) throws
    /// Applies a change. Fails with `notFound` if the account doesn't exist, and with `alreadyExists` if another
    /// account has one of the identifiers.
    func apply(_ change: User.Change, to id: UserID, at time: Timestamp) throws
    /// Moves deletions that are due before a time to that time, those of blocked accounts, too, and returns how many
    /// are pending.
    func postponeDeletions(until time: Timestamp) throws -> Int
    /// Removes an account with its identifiers, passkeys, browser sessions, consents, codes, refresh tokens and
    /// sign-ins, but keeps its audit events. Fails with `notFound`.
    func remove(_ id: UserID) throws
}
