// SPDX-License-Identifier: Apache-2.0

package import WireFormats

/// Tells which one-time values were taken.
package protocol OneTimeReading {
    /// Returns whether a value was taken. Expired values may have been removed.
    func isTaken(_ id: [UInt8]) throws -> Bool
}

/// Stores which one-time values were taken: ceremonies, client assertions, proofs, invitations.
///
/// Creating such a value stores nothing, only taking it does. So creating many costs nothing.
package protocol OneTimeStore: OneTimeReading {
    /// Takes a value, which only one caller can do. Fails with `alreadyTaken`. The record is removed after its expiry.
    func take(_ id: [UInt8], expiresAt: Timestamp) throws
    /// Removes expired records, and returns their number.
    func removeExpired(before time: Timestamp, limit: Int) throws -> Int
}
