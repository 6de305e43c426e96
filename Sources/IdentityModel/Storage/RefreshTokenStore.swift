// SPDX-License-Identifier: Apache-2.0

package import WireFormats

/// Finds refresh tokens.
package protocol RefreshTokenReading {
    func find(_ hash: [UInt8]) throws -> RefreshToken?
    /// Lists the unused tokens of an account, the oldest first. Expired tokens are listed until they are removed.
    func list(of user: UserID) throws -> [RefreshToken]
}

/// Changes refresh tokens.
package protocol RefreshTokenStore: RefreshTokenReading {
    /// Fails with `alreadyExists` if the token is stored, with `notFound` if its account does not exist, and with
    /// `modifiedConcurrently` if its family has another grant or expiry.
    func insert(_ token: RefreshToken) throws
    /// Stores the successor of a used token. Fails with `modifiedConcurrently` if the token was already used, and with
    /// `notFound`.
    func markUsed(_ hash: [UInt8], _ successor: RefreshToken.Successor) throws
    /// Extends the idle lifetime of a token that does not rotate. Fails with `notFound`.
    func extend(_ hash: [UInt8], idleExpiresAt: Timestamp?) throws
    /// Removes all tokens of a family, if there are any.
    func remove(_ family: RefreshToken.Family) throws
    func removeAll(of user: UserID) throws
    func removeAll() throws
    /// Removes families that have expired or whose newest token was idle for too long, and returns the number of tokens. A
    /// used token stays with its family, so that its reuse is detected.
    func removeExpired(before time: Timestamp, limit: Int) throws -> Int
}
