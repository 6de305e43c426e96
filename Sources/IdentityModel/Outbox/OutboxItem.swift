// SPDX-License-Identifier: Apache-2.0

package import WireFormats

/// Something to be sent. The transaction that causes it stores it, and it is removed when it has been sent.
package struct OutboxItem: Hashable, Sendable {
    /// It begins with the time, so that items of the same time are stored together.
    package struct ID: RawRepresentable, Hashable, Sendable {
        package let rawValue: String

        package init(rawValue: String) {
            self.rawValue = rawValue
        }

        package static func random(at time: Timestamp) -> ID {
            ID(rawValue: TimeOrderedID.bytes(at: time).hexadecimal)
        }
    }

    /// What an item is. The kind decides how it is rendered and by which way it is sent.
    package enum Kind: String, CaseIterable, Sendable {
        /// A logout token for a client.
        case logout
        case mail
        /// A text message to a phone.
        case message
    }

    package let id: ID
    package let kind: Kind
    /// What the attempts are limited by: whoever is down for one item is down for the others.
    package let receiver: String
    /// The account that it is about. Mail and messages go with the account; a logout notice outlives it.
    package let user: UserID?
    /// What the kind renders.
    package let content: [UInt8]
    package let createdAt: Timestamp
    /// When the content is worth nothing any longer, such as a code. The item is dropped then; `nil` for never.
    package let expiresAt: Timestamp?
    /// The number of attempts that have begun.
    package var attempts = 0
    /// The time from which an attempt may be made.
    package var dueAt: Timestamp
    /// Why the last attempt failed.
    package var lastError: String?
    /// When it was given up.
    package var diedAt: Timestamp?

    /// Creates an item that is due at once.
    package init(
        _ kind: Kind, to receiver: String, about user: UserID? = nil, content: [UInt8], at time: Timestamp,
        until expiresAt: Timestamp? = nil, id: ID? = nil
    ) {
        self.id = id ?? .random(at: time)
        self.kind = kind
        self.receiver = receiver
        self.user = user
        self.content = content
        createdAt = time
        self.expiresAt = expiresAt
        dueAt = time
    }

    package func hasExpired(at time: Timestamp) -> Bool { expiresAt.map { $0 <= time } ?? false }
}

/// How many items of a kind are waiting, and for how long.
package struct OutboxSummary: Hashable, Sendable {
    /// The number of items that were neither sent nor given up.
    package let waiting: Int
    /// The number of items that were given up and are kept.
    package let dead: Int
    /// When the item that has waited longest was stored.
    package let oldest: Timestamp?

    package init(waiting: Int = 0, dead: Int = 0, oldest: Timestamp? = nil) {
        self.waiting = waiting
        self.dead = dead
        self.oldest = oldest
    }
}

/// Reads what is to be sent.
package protocol OutboxReading {
    /// Returns the items that are due and that no process is sending, the longest due first, without those to some
    /// receivers.
    func listDue(
        _ kind: OutboxItem.Kind, at time: Timestamp, except receivers: Set<String>, limit: Int
    ) throws -> [OutboxItem]
    /// Returns the items of a kind, the newest first.
    func list(_ kind: OutboxItem.Kind, limit: Int) throws -> [OutboxItem]
    func summary(of kind: OutboxItem.Kind) throws -> OutboxSummary
    /// Returns the time from which the item that is due longest has been due; `nil` if none is due. It takes as long
    /// however many items there are.
    func longestDue(_ kind: OutboxItem.Kind, at time: Timestamp) throws -> Timestamp?
}

/// Changes what is to be sent.
package protocol OutboxStore: OutboxReading {
    /// Fails with `alreadyExists`.
    func insert(_ item: OutboxItem) throws
    /// Counts an attempt, and has no other process make one until the lease ends, by the clock of the storage. Of
    /// several processes that read the same item one succeeds. Returns `false` if an attempt has begun since the item was
    /// read, or if the item was removed.
    func claim(_ item: OutboxItem, forSeconds lease: Int) throws -> Bool
    /// Ends the lease after a failed attempt, and sets the time of the next. Returns `false` without a change if another
    /// attempt has begun since, or if the item was removed.
    @discardableResult
    func postpone(_ item: OutboxItem, until time: Timestamp, because reason: String) throws -> Bool
    /// Gives an item up, and keeps it. Returns `false` without a change if another attempt has begun since, or if the item
    /// was removed.
    @discardableResult
    func bury(_ item: OutboxItem, at time: Timestamp, because reason: String) throws -> Bool
    /// Has the items of a kind that were given up sent again, as if they were new, and returns how many there are.
    func revive(_ kind: OutboxItem.Kind, at time: Timestamp) throws -> Int
    /// Does nothing if there is no such item.
    func remove(_ id: OutboxItem.ID) throws
    /// Removes items whose content was worth nothing any longer before a time, and those that were given up before
    /// another. Returns how many.
    func removeExpired(before time: Timestamp, deadBefore end: Timestamp, limit: Int) throws -> Int
    /// Removes all items, such as those of a backup, which were sent before.
    func removeAll() throws
}
