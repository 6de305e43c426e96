// SPDX-License-Identifier: Apache-2.0

import IdentityModel
import POSIX
import WireFormats

/// Counts the wrong passwords of each account by the hour. They become one audit event an hour, because an event for each
/// would let a flood fill the disk.
package final class FailedPasswords: Sendable {
    /// How many accounts are counted at a time. Guesses at more are a flood, which the metrics show.
    private static let accountLimit = 10_000
    /// How many are stored in one transaction, because sign-ins wait for it.
    private static let transactionLimit = 500
    private static let hour = 3600

    private struct Key: Hashable, Sendable {
        let user: UserID
        /// The beginning of the hour.
        let hour: Timestamp
    }

    private let accounts: AccountStorage
    private let counts = Locked<[Key: Int]>([:])

    init(_ accounts: AccountStorage) {
        self.accounts = accounts
    }

    func count(_ user: UserID) {
        let time = accounts.now().secondsSince1970
        let key = Key(user: user, hour: Timestamp(secondsSince1970: time - time % Int64(Self.hour)))
        counts.withLock { counts in
            guard counts[key] != nil || counts.count < Self.accountLimit else { return }
            counts[key, default: 0] += 1
        }
    }

    /// Stores the counts of the hours that are over, or of all, and returns of how many accounts.
    @discardableResult
    package func store(isLast: Bool = false) async throws -> Int {
        var stored = 0
        while true {
            let some = take(isLast: isLast)
            guard !some.isEmpty else { return stored }
            do {
                try await store(some)
            } catch {
                counts.withLock { $0.merge(some) { $0 + $1 } }
                throw error
            }
            stored += some.count
        }
    }

    private func take(isLast: Bool) -> [Key: Int] {
        let now = accounts.now()
        return counts.withLock { counts in
            let over = counts.lazy.filter { isLast || $0.key.hour.advanced(by: Self.hour) <= now }
            let some = Dictionary(uniqueKeysWithValues: over.prefix(Self.transactionLimit).map { ($0.key, $0.value) })
            for key in some.keys { counts[key] = nil }
            return some
        }
    }

    private func store(_ counts: [Key: Int]) async throws {
        let now = accounts.now()
        try await accounts.storage.withTransaction { transaction in
            for (key, count) in counts.sorted(by: { $0.key.user.rawValue < $1.key.user.rawValue }) {
                // The account may have been erased.
                guard try transaction.users.find(key.user) != nil else { continue }
                var event = AuditEvent(.passwordFailed, at: min(now, key.hour.advanced(by: Self.hour)))
                event.user = key.user
                event.details = [
                    "count": .number(JSONNumber(Int64(count))), "since": .string(key.hour.description),
                ]
                try transaction.events.insert(event)
            }
        }
    }
}
