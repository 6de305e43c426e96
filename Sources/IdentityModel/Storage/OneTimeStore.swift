// SPDX-License-Identifier: Apache-2.0

package import WireFormats

/// Remembers what was used and must not be used again: ceremonies, client assertions, invitations.
///
/// Nothing is stored when such a thing is made, only when it is taken, so that making many costs nothing.
package protocol OneTimeStore {
    /// Takes a thing, once and for all callers; fails with `alreadyTaken`. It is forgotten at its own expiry.
    func take(_ id: [UInt8], expiresAt: Timestamp) throws
    /// Returns how many went.
    func removeExpired(before time: Timestamp, limit: Int) throws -> Int
}
