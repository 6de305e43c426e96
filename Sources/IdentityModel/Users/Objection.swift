// SPDX-License-Identifier: Apache-2.0

package import WireFormats

/// An objection by one of an account's ways in to what another one has added.
package struct Objection: Hashable, Sendable {
    /// How long an objection counts, in seconds.
    package static let countsFor = 30 * 86_400

    package let user: UserID
    /// The kind of way that objected, such as `mail`; `nil` for a passkey, or for two kinds together.
    package let objector: String?
    /// The kind of way that was objected to.
    package let against: String
    package let madeAt: Timestamp

    package init(of user: UserID, by objector: String?, against: String, at madeAt: Timestamp) {
        self.user = user
        self.objector = objector
        self.against = against
        self.madeAt = madeAt
    }
}

/// Reads objections.
package protocol ObjectionReading {
    /// Returns the objections in an account, oldest first.
    func list(of user: UserID) throws -> [Objection]
}

/// Records objections.
package protocol ObjectionStore: ObjectionReading {
    func insert(_ objection: Objection) throws
    /// Has what a kind of way has objected to count as another's, and forgets what was objected to of it.
    func replace(_ way: String, with other: String, of user: UserID) throws
    /// Removes objections that were made before a time, and returns how many were removed.
    func removeExpired(before time: Timestamp, limit: Int) throws -> Int
}
