// SPDX-License-Identifier: Apache-2.0

/// A bucket that fills steadily, told by the one moment at which it is full again: nothing has to be refilled.
struct TokenBucket: Hashable, Sendable {
    /// In nanoseconds of a monotonic clock.
    private(set) var fullAt: UInt64

    func isFull(at now: UInt64) -> Bool { fullAt <= now }

    /// What is taken at once.
    enum Withdrawal: Hashable, Sendable {
        /// So many, or none: a problem changes nothing.
        case ifThere(Int)
        /// So many, or as many as are there.
        case always(Int)

        var count: Int {
            switch self {
            case .ifThere(let count), .always(let count): count
            }
        }
    }

    mutating func take(_ withdrawal: Withdrawal, under rule: RateLimits.Rule, at now: UInt64) -> RateLimits.Verdict {
        let missing = fullAt > now ? fullAt - now : 0
        var wanted = missing + rule.cost(of: withdrawal.count)
        if case .always = withdrawal { wanted = min(wanted, rule.depth) }
        guard wanted <= rule.depth else {
            return RateLimits.Verdict(
                isAllowed: false, rule: rule, missing: missing, wait: wanted - rule.depth)
        }
        fullAt = now + wanted
        return RateLimits.Verdict(isAllowed: true, rule: rule, missing: wanted, wait: 0)
    }
}

extension RateLimits {
    /// Whether a request may go on, and what its sender is told about the limit.
    package struct Verdict: Hashable, Sendable {
        package let isAllowed: Bool
        /// `nil` where nothing is limited.
        package let limit: Int?
        package let remaining: Int
        /// Seconds until everything is allowed again.
        package let secondsUntilFull: Int
        /// Seconds after which the same request would be allowed; 0 if it was.
        package let retryAfter: Int

        static let unlimited = Verdict()

        private init() {
            isAllowed = true
            limit = nil
            remaining = .max
            secondsUntilFull = 0
            retryAfter = 0
        }

        fileprivate init(isAllowed: Bool, rule: Rule, missing: UInt64, wait: UInt64) {
            self.isAllowed = isAllowed
            limit = rule.capacity
            remaining = missing < rule.depth ? Int((rule.depth - missing) / rule.interval) : 0
            secondsUntilFull = Self.seconds(missing)
            retryAfter = Self.seconds(wait)
        }

        /// The one that matters to the sender: a problem before a permission, the longer wait, the fewer that remain.
        package static func stricter(_ one: Verdict, _ other: Verdict) -> Verdict {
            let order = { (verdict: Verdict) in (verdict.isAllowed ? 1 : 0, -verdict.retryAfter, verdict.remaining) }
            return order(other) < order(one) ? other : one
        }

        /// Rounded up: who comes after that time does not come too early.
        private static func seconds(_ nanoseconds: UInt64) -> Int { Int((nanoseconds + 999_999_999) / 1_000_000_000) }
    }
}
