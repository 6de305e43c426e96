// SPDX-License-Identifier: Apache-2.0

package import IdentityModel
import WireFormats

/// What an account can be used with already when somebody is invited to it. Nobody may have proven that it was theirs:
/// whoever made the account may be another than the one who is invited.
package struct ExistingAccess: Sendable {
    package let passkeys: [Passkey]
    /// How many sign-ins have refresh tokens.
    package let sessions: Int
    /// Identifiers that nobody has proven to hold, but for the one that the invitation is addressed to.
    package let unverified: [Identifier]
    /// Whether anybody has proven to hold any identifier.
    package let isVerified: Bool

    init(of user: User, addressedTo kind: Identifier.Kind?, in snapshot: any StorageSnapshot) throws {
        passkeys = try snapshot.passkeys.list(of: user.id)
        sessions = Set(try snapshot.refreshTokens.list(of: user.id).map(\.family)).count
        unverified = user.identifiers.unverified(besides: kind)
        isVerified = user.identifiers.contains(where: \.isVerified)
    }

    package var isEmpty: Bool { passkeys.isEmpty && sessions == 0 && unverified.isEmpty }
}

extension [Identifier] {
    fileprivate func unverified(besides kind: Identifier.Kind?) -> [Identifier] {
        filter { !$0.isVerified && $0.kind != kind }
    }
}

extension StorageTransaction {
    /// Removes all that an account could be used with: passkeys, sessions, tokens, and unverified identifiers but for the
    /// one that an invitation is addressed to. Returns the account as it is then.
    func removeAccess(
        to account: Account, besides kind: Identifier.Kind?, on auditContext: AuditContext, at time: Timestamp
    ) throws -> Account {
        let user = account.user
        for passkey in account.passkeys {
            try passkeys.remove(passkey.id)
            try events.insert(auditContext.event(.passkeyRemoved, of: user.id, at: time, passkey.eventDetails))
        }
        try refreshTokens.removeAll(of: user.id)
        try users.apply(.newTokenGeneration, to: user.id, at: time)
        let strays = user.identifiers.unverified(besides: kind)
        try users.apply(.identifiers(user.identifiers.filter { !strays.contains($0) }), to: user.id, at: time)
        return try Account(user.id, in: self)
    }
}
