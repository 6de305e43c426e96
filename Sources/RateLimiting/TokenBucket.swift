// SPDX-License-Identifier: Apache-2.0

/// A bucket that fills steadily. It stores only the time at which it is full again, so nothing has to be refilled.
struct TokenBucket: Hashable, Sendable {
    /// In nanoseconds of a monotonic clock.
    private(set) var fullAt: UInt64

    func isFull(at now: UInt64) -> Bool { fullAt <= now }

    /// An amount to take.
    enum Withdrawal: Hashable, Sendable {
        /// The whole amount or nothing.
        case ifAvailable(Int)
        /// The amount, or what is left of it.
        case always(Int)

        var count: Int {
            switch self {
            case .ifAvailable(let count), .always(let count): count
            }
        }
    }

    mutating func take(_ withdrawal: Withdrawal, under rule: RateLimits.Rule, at now: UInt64) -> RateLimitStatus {
        let missing = fullAt > now ? fullAt - now : 0
        var wanted = missing + rule.cost(of: withdrawal.count)
        if case .always = withdrawal { wanted = min(wanted, rule.depth) }
        guard wanted <= rule.depth else {
            return RateLimitStatus(
                isAllowed: false, rule: rule, missing: missing, wait: wanted - rule.depth)
        }
        fullAt = now + wanted
        return RateLimitStatus(isAllowed: true, rule: rule, missing: wanted, wait: 0)
    }

    mutating func giveBack(_ count: Int, under rule: RateLimits.Rule, at now: UInt64) {
        let cost = rule.cost(of: count)
        fullAt = fullAt > now + cost ? fullAt - cost : now
    }
}

/// Whether a request is within its limit, and what the limit's state is.
package struct RateLimitStatus: Hashable, Sendable {
    package let isAllowed: Bool
    /// `nil` if nothing is limited.
    package let limit: Int?
    package let remaining: Int
    /// Seconds until everything is available again.
    package let secondsUntilFull: Int
    /// Seconds until the same request would be allowed; 0 if it is.
    package let retryAfter: Int

    package static let unlimited = RateLimitStatus()

    private init() {
        isAllowed = true
        limit = nil
        remaining = .max
        secondsUntilFull = 0
        retryAfter = 0
    }

    fileprivate init(isAllowed: Bool, rule: RateLimits.Rule, missing: UInt64, wait: UInt64) {
        self.isAllowed = isAllowed
        limit = rule.capacity
        remaining = missing < rule.depth ? Int((rule.depth - missing) / rule.interval) : 0
        secondsUntilFull = Self.seconds(missing)
        retryAfter = Self.seconds(wait)
    }

    /// Rounded up, so that a request after that time is not too early.
    private static func seconds(_ nanoseconds: UInt64) -> Int { Int((nanoseconds + 999_999_999) / 1_000_000_000) }
}
