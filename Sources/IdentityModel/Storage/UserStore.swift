// SPDX-License-Identifier: Apache-2.0

package import WebAuthnMessages
package import WireFormats

/// Finds accounts.
package protocol UserReading {
    func find(_ id: UserID) throws -> User?
    func find(by handle: UserHandle) throws -> User?
    func find(_ kind: Identifier.Kind, _ normalized: String, in connection: String) throws -> User?
    /// Whether the account is as it was read: neither gone, blocked nor changed since. Changes within the second of the one
    /// before count only if they concern who is let in.
    func isUnchanged(_ user: User) throws -> Bool
    /// Lists accounts in the order of their creation, after the given one. Fails with `notFound` if that one does not exist.
    func list(after id: UserID?, limit: Int) throws -> [User]
}

/// Changes accounts.
package protocol UserStore: UserReading {
    /// Fails with `alreadyExists` if the id, the handle or an identifier is taken.
    func insert(_ user: User) throws
    /// Makes one change, and leaves everything else as it is. Fails with `notFound` if there is no such account, and with
    /// `alreadyExists` if an identifier belongs to another account.
    func apply(_ change: User.Change, to id: UserID, at time: Timestamp) throws
    /// Removes the account with its identifiers, passkeys, refresh tokens and sign-ins. Audit events stay. Fails with
    /// `notFound`.
    func remove(_ id: UserID) throws
}
