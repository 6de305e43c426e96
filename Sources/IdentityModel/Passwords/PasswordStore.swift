// SPDX-License-Identifier: Apache-2.0

package import WireFormats

/// Reads passwords.
package protocol PasswordReading {
    func find(of user: UserID) throws -> StoredPassword?
    /// Returns the hashes of earlier passwords, newest first.
    func history(of user: UserID, limit: Int) throws -> [PasswordHashText]
    func findRemoval(of user: UserID) throws -> RemovedPassword?
    /// Returns passwords with weak hashes.
    func listWeak(limit: Int) throws -> [StoredPassword]
    func count() throws -> PasswordCounts
}

/// The numbers of accounts with passwords.
package struct PasswordCounts: Hashable, Sendable {
    package let all: Int
    /// Those with which nobody signs in, because only passkeys do.
    package let disabled: Int
    package let weak: Int

    package init(all: Int, disabled: Int, weak: Int) {
        self.all = all
        self.disabled = disabled
        self.weak = weak
    }
}

/// Changes passwords.
package protocol PasswordStore: PasswordReading {
    /// Sets or replaces a password. A removed one can't be restored any longer. Fails with `notFound` if the account
    /// doesn't exist.
    func set(_ password: StoredPassword) throws
    /// Replaces the hash by another one of the same password. Fails with `modifiedConcurrently` if the hash isn't `old`
    /// any longer.
    func replaceHash(of user: UserID, from old: PasswordHashText, to new: PasswordHashText) throws
    /// Notes that the password is one that attackers try first. Fails with `notFound` if there is no password.
    func noteBreached(of user: UserID, at time: Timestamp) throws
    /// Has the password match nothing, which removes the sessions and refresh tokens that it opened, or undoes that.
    /// Fails with `notFound` if there is no password.
    func setDisabled(by disabler: StoredPassword.Disabler?, of user: UserID) throws
    /// Removes a password with its history, and with the sessions and refresh tokens that it opened. Fails with
    /// `notFound`.
    func remove(of user: UserID) throws
    /// Adds the hash of an earlier password, and keeps only the newest ones.
    func remember(_ hash: PasswordHashText, of user: UserID, at time: Timestamp, keeping count: Int) throws
    /// Stores or replaces the removal of an account's password. Fails with `notFound` if the account doesn't exist.
    func setRemoval(_ removal: RemovedPassword) throws
    /// Removes the sealed passwords that can't be restored since a time, and returns their accounts.
    func purgeRemovals(before time: Timestamp, limit: Int) throws -> [UserID]
}
