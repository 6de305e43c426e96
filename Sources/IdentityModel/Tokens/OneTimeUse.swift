// SPDX-License-Identifier: Apache-2.0

package import WireFormats

/// The use of a signed message that must not be replayed. It is consumed in the same transaction as the request's
/// changes.
package struct OneTimeUse: Hashable, Sendable {
    package enum Kind: Hashable, Sendable {
        /// A client assertion (RFC 7523).
        case clientAssertion
        /// A DPoP proof (RFC 9449).
        case proofOfPossession
    }

    package let kind: Kind
    /// A digest of what identifies the message.
    package let id: [UInt8]
    /// The time after which the message would be rejected anyway.
    package let expiresAt: Timestamp

    package init(kind: Kind, id: [UInt8], expiresAt: Timestamp) {
        self.kind = kind
        self.id = id
        self.expiresAt = expiresAt
    }
}

/// Reads which one-time values were consumed.
package protocol OneTimeReading {
    /// Whether a value was consumed. Expired values may be forgotten.
    func isConsumed(_ id: [UInt8]) throws -> Bool
}

/// Remembers consumed one-time values, such as ceremonies, client assertions and invitations.
///
/// A value is stored when it is consumed, not when it is created, so creating many costs nothing.
package protocol OneTimeStore: OneTimeReading {
    /// Consumes a value until its expiry. Fails with `alreadyConsumed`.
    func consume(_ id: [UInt8], expiresAt: Timestamp) throws
    /// Removes values that expired before a time and returns how many were removed.
    func removeExpired(before time: Timestamp, limit: Int) throws -> Int
}
