// SPDX-License-Identifier: Apache-2.0

package import IdentityModel
package import WireFormats

/// Sends what the outbox has.
///
/// The transaction that causes something to be sent stores an `OutboxItem`, so nothing is acknowledged whose notice could
/// be lost, and nobody waits for another server.
///
/// 1. `claim` selects items of a kind that are due, and stores a lease with the attempt before it is made. Of several
///    processes one gets the item, and if that process ends, the item is due again when its lease has ended.
/// 2. The `OutboxKind` renders the item and sends it.
/// 3. What was accepted is removed. A failed item is due again after a pause, and given up when it is a day old or has
///    expired before the next attempt, or at once if no attempt can succeed: its failure touches no other item.
///    `OutboxReceivers` leaves a receiver alone that is down.
///
/// `OutboxSender` does this for all kinds while the server runs.
package struct OutboxDelivery: Sendable {
    package struct Policy: Hashable, Sendable {
        /// The pauses after failed attempts, in seconds. The last one is repeated.
        package var pauses: [Int64] = [60, 300, 1_800, 7_200, 21_600]
        /// The age from which an item is given up, in seconds.
        package var maximumAge: Int64 = 86_400
        /// For how long no other process makes an attempt, in seconds. It is longer than an attempt may take.
        package var lease = 60

        package init() {}
    }

    /// A report on an item, for the log.
    package enum Report: Hashable, Sendable {
        case sent(OutboxItem)
        case failed(OutboxItem, reason: String)
        case abandoned(OutboxItem, reason: String)
        /// Its content was worth nothing any longer before it could be sent.
        case expired(OutboxItem)
    }

    private let storage: any Storage
    private let now: @Sendable () -> Timestamp
    private let report: @Sendable (Report) -> Void
    private let policy: Policy

    package init(
        storage: any Storage, now: @escaping @Sendable () -> Timestamp, policy: Policy = Policy(),
        report: @escaping @Sendable (Report) -> Void
    ) {
        self.storage = storage
        self.now = now
        self.policy = policy
        self.report = report
    }

    // MARK: Claiming

    /// Claims items that are due, at most `limit` and as many as their receivers take. Writes nothing if none is due.
    package func claim(
        _ kind: OutboxKind, upTo limit: Int, besides receivers: OutboxReceivers = OutboxReceivers()
    ) async throws -> [OutboxItem] {
        while limit > 0 {
            let time = now()
            let busy = receivers.busy(kind.kind, concurrency: kind.concurrency, at: time)
            let due = try await storage.read {
                try $0.outbox.listDue(kind.kind, at: time, except: busy, limit: limit)
            }
            guard !due.isEmpty else { return [] }
            let chosen = choose(from: due, of: kind, besides: receivers, at: time)
            let steps = try await storage.withTransaction { transaction in
                try chosen.map { try step($0, of: kind, in: transaction, at: time) }
            }
            for ended in steps.compactMap(\.ended) { report(ended) }
            let claimed = steps.compactMap(\.claimed)
            if !claimed.isEmpty { return claimed }
        }
        return []
    }

    /// Leaves out what is too much for a receiver. Keeps what is not sent any longer.
    private func choose(
        from due: [OutboxItem], of kind: OutboxKind, besides receivers: OutboxReceivers, at time: Timestamp
    ) -> [OutboxItem] {
        var begun: [String: Int] = [:]
        return due.filter { item in
            guard kind.isWanted(item), !item.hasExpired(at: time) else { return true }
            let room = receivers.room(for: item, concurrency: kind.concurrency, at: time)
            guard begun[item.receiver, default: 0] < room else { return false }
            begun[item.receiver, default: 0] += 1
            return true
        }
    }

    private enum Step: Sendable {
        case claimed(OutboxItem)
        case ended(Report)
        /// Nobody wants it any longer, or another process was first.
        case dropped

        var claimed: OutboxItem? {
            if case .claimed(let item) = self { item } else { nil }
        }

        var ended: Report? {
            if case .ended(let report) = self { report } else { nil }
        }
    }

    private func step(
        _ item: OutboxItem, of kind: OutboxKind, in transaction: any StorageTransaction, at time: Timestamp
    ) throws -> Step {
        let isWanted = kind.isWanted(item)
        guard isWanted, !item.hasExpired(at: time) else {
            try transaction.outbox.remove(item.id)
            return isWanted ? .ended(.expired(item)) : .dropped
        }
        guard time < item.createdAt.advanced(by: policy.maximumAge) else {
            let reason = item.lastError ?? "It is too old."
            let isAbandoned = try abandon(item, of: kind, because: reason, in: transaction, at: time)
            return isAbandoned ? .ended(.abandoned(item, reason: reason)) : .dropped
        }
        guard try transaction.outbox.claim(item, forSeconds: policy.lease) else { return .dropped }
        var claimed = item
        claimed.attempts += 1
        return .claimed(claimed)
    }

    /// Returns `false` if the item isn't this process's any longer.
    private func abandon(
        _ item: OutboxItem, of kind: OutboxKind, because reason: String, in transaction: any StorageTransaction,
        at time: Timestamp
    ) throws -> Bool {
        if kind.keepsDead {
            guard try transaction.outbox.bury(item, at: time, because: reason) else { return false }
        } else {
            try transaction.outbox.remove(item.id)
        }
        if let event = kind.deadEvent(item, reason) { try transaction.events.insert(event) }
        return true
    }

    // MARK: Sending

    /// Makes an attempt to send a claimed item.
    @discardableResult
    package func send(_ item: OutboxItem, of kind: OutboxKind) async throws -> OutboxKind.Outcome {
        let outcome = try await kind.send(item).withoutMailAddresses
        switch outcome {
        case .interrupted: break
        case .accepted:
            try await storage.withTransaction { transaction in
                try transaction.outbox.remove(item.id)
                if let event = kind.sentEvent(item) { try transaction.events.insert(event) }
            }
            report(.sent(item))
        case .refused(let reason): try await abandon(item, of: kind, because: reason)
        case .failed(let reason), .unreachable(let reason): try await postpone(item, of: kind, because: reason)
        }
        return outcome
    }

    private func abandon(_ item: OutboxItem, of kind: OutboxKind, because reason: String) async throws {
        let time = now()
        let isAbandoned = try await storage.withTransaction {
            try abandon(item, of: kind, because: reason, in: $0, at: time)
        }
        if isAbandoned { report(.abandoned(item, reason: reason)) }
    }

    private func postpone(_ item: OutboxItem, of kind: OutboxKind, because reason: String) async throws {
        let next = now().advanced(by: policy.pauses[min(max(item.attempts, 1), policy.pauses.count) - 1])
        guard next < item.createdAt.advanced(by: policy.maximumAge), !item.hasExpired(at: next) else {
            return try await abandon(item, of: kind, because: reason)
        }
        let isPostponed = try await storage.withTransaction {
            try $0.outbox.postpone(item, until: next, because: reason)
        }
        if isPostponed { report(.failed(item, reason: reason)) }
    }
}
