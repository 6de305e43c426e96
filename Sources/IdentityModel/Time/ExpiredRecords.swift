// SPDX-License-Identifier: Apache-2.0

import WireFormats

/// Removes records that expired longer ago than the clock's grace, and events and sign-ins past their retention.
package struct ExpiredRecords: Sendable {
    /// The maximum number of records of a kind per transaction, so that no sign-in waits long for it.
    package static let batch = 500
    /// How far the stored time may be behind, in seconds. It is less than the grace, so that after a start with a wrong clock
    /// no removed record seems valid.
    private static let floorInterval: Int64 = 120

    private let storage: any Storage
    private let clock: ExpiryClock
    private let retention: Retention

    package init(storage: any Storage, clock: ExpiryClock, retention: Retention = Retention()) {
        self.storage = storage
        self.clock = clock
        self.retention = retention
    }

    /// Removes expired records, and returns their number. Removes none while the clock is not trusted.
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
        // The records and the time up to which they were removed are stored together.
        if isOld || counts.contains(where: { $0 > 0 }) { try transaction.clock.raise(to: time) }
        return counts
    }
}
