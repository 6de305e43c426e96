// SPDX-License-Identifier: Apache-2.0

package import WireFormats

/// Finds refresh tokens.
package protocol RefreshTokenReading {
    func find(_ hash: [UInt8]) throws -> RefreshToken?
    /// All of an account that were not used, the oldest first; those that have expired, until they are removed.
    func list(of user: UserID) throws -> [RefreshToken]
}

/// Changes refresh tokens.
package protocol RefreshTokenStore: RefreshTokenReading {
    /// Fails with `alreadyExists` if the token is on record, with `notFound` if its account is not, and with
    /// `modifiedConcurrently` if its family was granted something else or ends at another time.
    func insert(_ token: RefreshToken) throws
    /// Records what became of a token; fails with `modifiedConcurrently` if something has become of it already, and with
    /// `notFound`.
    func markUsed(_ hash: [UInt8], _ successor: RefreshToken.Successor) throws
    /// Puts off the idle end of a token that does not rotate; fails with `notFound`.
    func extend(_ hash: [UInt8], idleExpiresAt: Timestamp?) throws
    /// Removes all tokens of a family; that there is none is no failure.
    func remove(_ family: RefreshToken.Family) throws
    func removeAll(of user: UserID) throws
    func removeAll() throws
    /// Removes families that have ended, or whose newest token was idle for too long. A used token stays with its family,
    /// so that its reuse is noticed. Returns how many tokens went.
    func removeExpired(before time: Timestamp, limit: Int) throws -> Int
}
