// SPDX-License-Identifier: Apache-2.0

import Configuration
import IdentityModel
import WebAuthnMessages
import WireFormats

/// An account that may be used, with its passkeys, oldest first.
struct Account: Sendable {
    let user: User
    let passkeys: [Passkey]

    init(_ id: UserID, _ users: any UserReading, _ passkeys: any PasskeyReading) throws {
        guard let user = try users.find(id) else { throw SignInFailure.accountUnknown }
        guard !user.isBlocked else { throw SignInFailure.accountBlocked }
        self.user = user
        self.passkeys = try passkeys.list(of: id)
    }

    /// The account of somebody whose token has not become void.
    init(_ holder: AccountHolder, in snapshot: any StorageSnapshot) throws {
        try self.init(holder.user, in: snapshot)
        try require(holder)
    }

    /// The account of somebody whose token has not become void.
    init(_ holder: AccountHolder, in transaction: any StorageTransaction) throws {
        try self.init(holder.user, in: transaction)
        try require(holder)
    }

    private func require(_ holder: AccountHolder) throws {
        guard user.tokenGeneration == holder.tokenGeneration else { throw SignInFailure.tokenVoid }
    }

    init(_ id: UserID, in snapshot: any StorageSnapshot) throws {
        try self.init(id, snapshot.users, snapshot.passkeys)
    }

    init(_ id: UserID, in transaction: any StorageTransaction) throws {
        try self.init(id, transaction.users, transaction.passkeys)
    }

    /// One of its passkeys; somebody else's is unknown.
    func passkey(_ id: PasskeyID) throws -> Passkey {
        guard let passkey = passkeys.first(where: { ExactText($0.id.rawValue) == ExactText(id.rawValue) }) else {
            throw SignInFailure.passkeyUnknown
        }
        return passkey
    }

    func requireRoom() throws(SignInFailure) {
        guard passkeys.count < PasskeyManagement.limit else { throw .tooManyPasskeys(limit: PasskeyManagement.limit) }
    }

    func names(_ configuration: ConfigurationSnapshot) -> AccountNames {
        let rules = configuration.connection(user.connection)?.identifiers ?? IdentifierRules()
        return AccountNames(user.identifiers, user.profile, rules)
    }
}
