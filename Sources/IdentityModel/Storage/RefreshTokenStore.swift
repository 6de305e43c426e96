// SPDX-License-Identifier: Apache-2.0

package import WireFormats

/// Finds refresh tokens.
package protocol RefreshTokenReading {
    func find(_ hash: [UInt8]) throws -> RefreshToken?
    /// All that are alive of an account.
    func list(of user: UserID) throws -> [RefreshToken]
}

/// Changes refresh tokens.
package protocol RefreshTokenStore: RefreshTokenReading {
    func insert(_ token: RefreshToken) throws
    /// Records what became of a token; fails with `changedMeanwhile` if something has become of it already.
    func markUsed(_ hash: [UInt8], _ successor: RefreshToken.Successor) throws
    /// Puts off the idle end of a token that does not rotate.
    func extend(_ hash: [UInt8], idleExpiresAt: Timestamp?) throws
    func remove(_ family: RefreshToken.Family) throws
    func removeAll(of user: UserID) throws
    func removeAll() throws
    /// Returns how many went.
    func removeExpired(before time: Timestamp, limit: Int) throws -> Int
}
