// SPDX-License-Identifier: Apache-2.0

import WireFormats

/// The removal of expired records, of events that are older than their retention, and of accounts whose users asked for
/// it.
///
/// Records are kept for a grace period after their expiry, in case the machine's clock is wrong.
package struct ExpiredRecords: Sendable {
    /// The maximum number of records of a kind in one transaction, so that sign-ins don't wait long.
    package static let batch = 500
    /// The longest time that the recorded time may lag behind, in seconds. It is shorter than the grace period, so that
    /// removed values stay invalid when a server starts with a wrong clock.
    private static let floorInterval: Int64 = 120

    /// How long what could not be sent is kept for operators, in seconds.
    private static let deadFor = 30 * 86_400
    /// How long what expired before it was sent is left to the sender, which reports it, in seconds.
    private static let expiredFor: Int64 = 3_600

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
        var removed = try await eraseAccounts()
        while let limit = clock.removalLimit {
            let counts = try await storage.withTransaction { try removeBatch(before: limit, in: $0) }
            removed += counts.reduce(0, +)
            guard counts.contains(where: { $0 >= Self.batch }) else { break }
            try Task.checkCancellation()
        }
        return removed
    }

    private func eraseAccounts() async throws -> Int {
        var erased = 0
        while let limit = clock.removalLimit {
            let step = try await storage.withTransaction { try Self.eraseNext(before: limit, in: $0) }
            guard step != .nothingLeft else { break }
            if step == .erased { erased += 1 }
            try Task.checkCancellation()
        }
        return erased
    }

    private enum Erasure {
        case erased
        /// The account has too many sign-ins for one transaction.
        case begun
        case nothingLeft
    }

    /// Erases an account that is due, and records that. Its sessions and tokens have ended when its user asked.
    private static func eraseNext(before limit: Timestamp, in transaction: any StorageTransaction) throws -> Erasure {
        guard let user = try transaction.users.list(deletedBefore: limit, limit: 1).first else { return .nothingLeft }
        let time = limit.advanced(by: ExpiryClock.grace)
        try transaction.clock.raise(to: time)
        guard try transaction.events.removeSignIns(of: user.id, limit: batch) < batch else { return .begun }
        try transaction.users.remove(user.id)
        var event = AuditEvent(.userRemoved, at: time)
        event.user = user.id
        event.details = ["connection": .string(user.connection), "reason": "deletion-requested"]
        try transaction.events.insert(event)
        return .erased
    }

    private func removeBatch(before limit: Timestamp, in transaction: any StorageTransaction) throws -> [Int] {
        let (batch, events) = (Self.batch, transaction.events)
        let time = Timestamp(secondsSince1970: limit.secondsSince1970 + ExpiryClock.grace)
        let counts = [
            try purgePasswords(before: limit, in: transaction, at: time),
            try transaction.oneTime.removeExpired(before: limit, limit: batch),
            try transaction.outbox.removeExpired(
                before: limit.advanced(by: -Self.expiredFor), deadBefore: limit.advanced(by: -Self.deadFor),
                limit: batch),
            try transaction.objections.removeExpired(
                before: limit.advanced(by: -Objection.countsFor), limit: batch),
            try transaction.replacedAddresses.removeExpired(before: limit, limit: batch),
            try transaction.codes.removeExpired(before: limit, limit: batch),
            try transaction.authorizationCodes.removeExpired(before: limit, limit: batch),
            try transaction.deviceAuthorizations.removeExpired(before: limit, limit: batch),
            try transaction.sessions.removeExpired(before: limit, limit: batch),
            try transaction.refreshTokens.removeExpired(before: limit, limit: batch),
            try Retention.limit(retention.events, at: limit).map { try events.removeEvents(before: $0, limit: batch) }
                ?? 0,
            try Retention.limit(retention.signIns, at: limit).map { try events.removeSignIns(before: $0, limit: batch) }
                ?? 0,
        ]
        let floor = try transaction.clock.find()?.floor.secondsSince1970
        let isOld = floor.map { time.secondsSince1970 - $0 >= Self.floorInterval } ?? true
        // The same transaction stores the removal and its time.
        if isOld || counts.contains(where: { $0 > 0 }) { try transaction.clock.raise(to: time) }
        return counts
    }
}

extension ExpiredRecords {
    /// Removes passwords that can't be restored any longer, and records that.
    private func purgePasswords(
        before limit: Timestamp, in transaction: any StorageTransaction, at time: Timestamp
    ) throws -> Int {
        let users = try transaction.passwords.purgeRemovals(before: limit, limit: Self.batch)
        for user in users {
            var event = AuditEvent(.passwordPurged, at: time)
            event.user = user
            try transaction.events.insert(event)
        }
        return users.count
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
