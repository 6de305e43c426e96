// SPDX-License-Identifier: Apache-2.0

import WireFormats

/// The removal of expired records, of events that are older than their retention, and of accounts whose users asked for it.
///
/// Records are kept for a grace period after their expiry, in case the machine's clock is wrong.
package struct ExpiredRecords: Sendable {
    /// The maximum number of records of a kind in one transaction, so that sign-ins don't wait long.
    package static let batch = 500
    /// The same for accounts, each of which has many records.
    package static let accountBatch = 20
    /// The longest time that the recorded time may lag behind, in seconds. It is shorter than the grace period, so that
    /// removed values stay invalid when a server starts with a wrong clock.
    private static let floorInterval: Int64 = 120

    private let storage: any Storage
    private let clock: ExpiryClock
    private let retention: Retention

    package init(storage: any Storage, clock: ExpiryClock, retention: Retention = Retention()) {
        self.storage = storage
        self.clock = clock
        self.retention = retention
    }

    /// Removes all expired records and returns how many were removed. Removes nothing while the clock is in doubt.
    package func remove() async throws -> Int {
        var removed = 0
        while let limit = clock.removalLimit {
            let (counts, erased) = try await storage.withTransaction { transaction in
                let erased = try Self.erase(before: limit, in: transaction)
                return (try removeBatch(before: limit, erased: erased, in: transaction), erased)
            }
            removed += counts.reduce(erased, +)
            guard erased == Self.accountBatch || counts.contains(where: { $0 >= Self.batch }) else { break }
            try Task.checkCancellation()
        }
        return removed
    }

    /// Erases accounts that are due, and records that. Their sessions and tokens have ended when their users asked.
    private static func erase(before limit: Timestamp, in transaction: any StorageTransaction) throws -> Int {
        let due = try transaction.users.list(deletedBefore: limit, limit: accountBatch)
        for user in due {
            try transaction.users.remove(user.id)
            var event = AuditEvent(.userRemoved, at: limit.advanced(by: ExpiryClock.grace))
            event.user = user.id
            event.details = ["connection": .string(user.connection), "reason": "deletion-requested"]
            try transaction.events.insert(event)
        }
        return due.count
    }

    private func removeBatch(
        before limit: Timestamp, erased: Int, in transaction: any StorageTransaction
    ) throws -> [Int] {
        let (batch, events) = (Self.batch, transaction.events)
        let counts = [
            try transaction.oneTime.removeExpired(before: limit, limit: batch),
            try transaction.authorizationCodes.removeExpired(before: limit, limit: batch),
            try transaction.deviceAuthorizations.removeExpired(before: limit, limit: batch),
            try transaction.sessions.removeExpired(before: limit, limit: batch),
            try transaction.refreshTokens.removeExpired(before: limit, limit: batch),
            try Retention.limit(retention.events, at: limit).map { try events.removeEvents(before: $0, limit: batch) }
                ?? 0,
            try Retention.limit(retention.signIns, at: limit).map { try events.removeSignIns(before: $0, limit: batch) }
                ?? 0,
        ]
        let time = Timestamp(secondsSince1970: limit.secondsSince1970 + ExpiryClock.grace)
        let floor = try transaction.clock.find()?.floor.secondsSince1970
        let isOld = floor.map { time.secondsSince1970 - $0 >= Self.floorInterval } ?? true
        // The same transaction stores the removal and its time.
        if isOld || erased > 0 || counts.contains(where: { $0 > 0 }) { try transaction.clock.raise(to: time) }
        return counts
    }
}

/// The retention of audit events and sign-ins.
package struct Retention: Hashable, Sendable {
    /// In days; `nil` keeps them forever.
    package var events: Int? = 400
    package var signIns: Int? = 400

    package init() {}

    /// Returns the time before which records are removed that are kept for a number of days.
    static func limit(_ days: Int?, at time: Timestamp) -> Timestamp? {
        days.map { Timestamp(secondsSince1970: time.secondsSince1970 - Int64($0) * 86_400) }
    }
}
