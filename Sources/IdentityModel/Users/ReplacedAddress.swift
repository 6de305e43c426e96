// SPDX-License-Identifier: Apache-2.0

package import WireFormats

/// A verified address that an account had before. Whoever replaced it may be a thief, so it still hears of changes, and may
/// object, for a while.
package struct ReplacedAddress: Hashable, Sendable {
    package let user: UserID
    package let identifier: Identifier
    package let replacedAt: Timestamp
    /// Until when it hears of changes.
    package let until: Timestamp

    package init(_ identifier: Identifier, of user: UserID, at replacedAt: Timestamp, until: Timestamp) {
        self.user = user
        self.identifier = identifier
        self.replacedAt = replacedAt
        self.until = until
    }
}

/// Reads replaced addresses.
package protocol ReplacedAddressReading {
    /// Returns the addresses that an account had before, the latest first.
    func list(of user: UserID) throws -> [ReplacedAddress]
}

/// Records replaced addresses.
package protocol ReplacedAddressStore: ReplacedAddressReading {
    /// Stores an address, in the place of the same one before.
    func insert(_ address: ReplacedAddress) throws
    /// Removes addresses that hear of nothing any longer, and returns how many were removed.
    func removeExpired(before time: Timestamp, limit: Int) throws -> Int
}
