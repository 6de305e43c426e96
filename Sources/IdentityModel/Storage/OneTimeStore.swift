// SPDX-License-Identifier: Apache-2.0

package import WireFormats

/// Tells what was used.
package protocol OneTimeReading {
    /// Whether a thing was taken; what has expired may be forgotten.
    func isTaken(_ id: [UInt8]) throws -> Bool
}

/// Remembers what was used and must not be used again: ceremonies, client assertions, invitations.
///
/// Nothing is stored when such a thing is made, only when it is taken, so that making many costs nothing.
package protocol OneTimeStore: OneTimeReading {
    /// Takes a thing, once and for all callers; fails with `alreadyTaken`. It is forgotten at its own expiry.
    func take(_ id: [UInt8], expiresAt: Timestamp) throws
    /// Returns how many went.
    func removeExpired(before time: Timestamp, limit: Int) throws -> Int
}
