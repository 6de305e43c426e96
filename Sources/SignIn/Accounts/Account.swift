// SPDX-License-Identifier: Apache-2.0

import Configuration
import IdentityModel
import WebAuthnMessages
import WireFormats

/// An account with its ways in, oldest first. It is active, unless only something is taken away from it.
struct Account: Sendable {
    let user: User
    let waysIn: [WayReference]
    let passkeys: [Passkey]
    let deviceKeys: [DeviceKey]
    /// What its ways in have objected to.
    let objections: [Objection]

    private init(
        _ id: UserID, users: any UserReading, passkeys: any PasskeyReading, deviceKeys: any DeviceKeyReading,
        objections: any ObjectionReading, inAnyState isAnyState: Bool = false
    ) throws {
        guard let user = try users.find(id) else { throw SignInFailure.account(.unknown) }
        if !isAnyState { try user.requireActive() }
        self.user = user
        waysIn = try users.waysIn(of: id)
        self.passkeys = try passkeys.list(of: id)
        self.deviceKeys = waysIn.contains { $0.kind == .deviceKey } ? try deviceKeys.list(of: id) : []
        self.objections = try objections.list(of: id)
    }

    /// The account of a signed-in user whose token has not been revoked and whose session has not ended.
    init(_ owner: AccountOwner, in snapshot: any StorageSnapshot) throws {
        try self.init(owner.user, in: snapshot)
        try requireSignedIn(owner, sessions: snapshot.sessions)
    }

    /// The account of a signed-in user whose token has not been revoked and whose session has not ended.
    init(_ owner: AccountOwner, in transaction: any StorageTransaction) throws {
        try self.init(owner.user, in: transaction)
        try requireSignedIn(owner, sessions: transaction.sessions)
    }

    private func requireSignedIn(_ owner: AccountOwner, sessions: any BrowserSessionReading) throws {
        guard user.tokenGeneration == owner.tokenGeneration else { throw SignInFailure.account(.tokenRevoked) }
        if let client = owner.client, let issuedAt = owner.tokenIssuedAt {
            guard !user.hasDisconnected(client.id, since: issuedAt) else { throw SignInFailure.account(.tokenRevoked) }
        }
        guard let session = owner.session else { return }
        guard try sessions.find(session)?.user == user.id else { throw SignInFailure.account(.tokenRevoked) }
    }

    init(_ id: UserID, in snapshot: any StorageSnapshot) throws {
        try self.init(
            id, users: snapshot.users, passkeys: snapshot.passkeys, deviceKeys: snapshot.deviceKeys,
            objections: snapshot.objections)
    }

    init(_ id: UserID, in transaction: any StorageTransaction) throws {
        try self.init(
            id, users: transaction.users, passkeys: transaction.passkeys, deviceKeys: transaction.deviceKeys,
            objections: transaction.objections)
    }

    /// The account even if it is blocked, or is going to be erased.
    init(inAnyState id: UserID, in snapshot: any StorageSnapshot) throws {
        try self.init(
            id, users: snapshot.users, passkeys: snapshot.passkeys, deviceKeys: snapshot.deviceKeys,
            objections: snapshot.objections, inAnyState: true)
    }

    /// The account even if it is blocked, or is going to be erased.
    init(inAnyState id: UserID, in transaction: any StorageTransaction) throws {
        try self.init(
            id, users: transaction.users, passkeys: transaction.passkeys, deviceKeys: transaction.deviceKeys,
            objections: transaction.objections,
            inAnyState: true)
    }

    /// One of the account's passkeys. Other accounts' passkeys are unknown here.
    func passkey(_ id: PasskeyID) throws -> Passkey {
        guard let passkey = passkeys.first(where: { ExactText($0.id.rawValue) == ExactText(id.rawValue) }) else {
            throw SignInFailure.passkey(.unknown)
        }
        return passkey
    }

    func names(in configuration: ConfigurationSnapshot) -> AccountNames {
        let rules = configuration.connection(user.connection)?.identifiers ?? IdentifierRules()
        return AccountNames(of: user, under: rules)
    }
}

extension User {
    /// Rejects an account that is blocked or is going to be erased.
    func requireActive() throws(SignInFailure) {
        guard !isBlocked else { throw .account(.blocked) }
        if let deletesAt { throw .account(.toBeDeleted(at: deletesAt)) }
    }
}

/// The names by which devices show an account. Options and signals carry the same names, so that passkeys keep their
/// labels.
struct AccountNames: Hashable, Sendable {
    /// The user's identifier of highest precedence in the connection.
    let name: String
    let displayName: String

    /// The placeholder is for an account that has no name yet.
    init(identifiers: [Identifier], profile: User.Profile, rules: IdentifierRules, placeholder: String = "") {
        let named = rules.precedence.lazy.compactMap { kind in identifiers.first { $0.kind == kind } }
        name = (named.first ?? identifiers.first)?.value ?? profile.name ?? placeholder
        displayName = profile.name ?? name
    }

    init(of user: User, under rules: IdentifierRules) {
        self.init(identifiers: user.identifiers, profile: user.profile, rules: rules)
    }
}
