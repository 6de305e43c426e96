// SPDX-License-Identifier: Apache-2.0

import WireFormats

/// Removes what has expired for longer than the machine's clock may be wrong, and what happened too long ago to be kept.
package struct ExpiredRecords: Sendable {
    /// How many records of a kind go in one transaction, so that no sign-in waits long behind them.
    package static let batch = 500
    /// How far the time on record may be behind, in seconds; less than the grace, so that a start with a wrong clock
    /// brings back nothing that was removed.
    private static let floorInterval: Int64 = 120

    private let storage: any Storage
    private let clock: ExpiryClock
    private let retention: Retention

    package init(storage: any Storage, clock: ExpiryClock, retention: Retention = Retention()) {
        self.storage = storage
        self.clock = clock
        self.retention = retention
    }

    /// Removes everything that may go; returns how many records went. None does while the clock is not believed.
    package func remove() async throws -> Int {
        var removed = 0
        while let limit = clock.removalLimit {
            let counts = try await storage.withTransaction { try removeBatch(before: limit, in: $0) }
            removed += counts.reduce(0, +)
            guard counts.contains(where: { $0 >= Self.batch }) else { break }
            try Task.checkCancellation()
        }
        return removed
    }

    private func removeBatch(before limit: Timestamp, in transaction: any StorageTransaction) throws -> [Int] {
        let (batch, events) = (Self.batch, transaction.events)
        let counts = [
            try transaction.oneTime.removeExpired(before: limit, limit: batch),
            try transaction.refreshTokens.removeExpired(before: limit, limit: batch),
            try Retention.limit(retention.events, at: limit).map { try events.removeEvents(before: $0, limit: batch) }
                ?? 0,
            try Retention.limit(retention.signIns, at: limit).map { try events.removeSignIns(before: $0, limit: batch) }
                ?? 0,
        ]
        let time = Timestamp(secondsSince1970: limit.secondsSince1970 + ExpiryClock.grace)
        let floor = try transaction.clock.find()?.floor.secondsSince1970
        let isOld = floor.map { time.secondsSince1970 - $0 >= Self.floorInterval } ?? true
        // What was removed and the time by which it was go together.
        if isOld || counts.contains(where: { $0 > 0 }) { try transaction.clock.raise(to: time) }
        return counts
    }
}
