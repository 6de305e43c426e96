// SPDX-License-Identifier: Apache-2.0

/// How much of each kind is allowed; nothing is limited where there is no rule.
///
/// Many people may share an address: an office, a carrier, the application's own server. A passkey can't be guessed, so the
/// limits are there to keep the server up rather than attackers out.
package struct RateLimitRules: Hashable, Sendable {
    package var ceremonyStart: RateLimits.Rule? = RateLimits.Rule(capacity: 600, refillPerSecond: 60)
    package var token: RateLimits.Rule? = RateLimits.Rule(capacity: 600, refillPerSecond: 60)
    package var account: RateLimits.Rule? = RateLimits.Rule(capacity: 100, refillPerSecond: 2)
    package var myAccount: RateLimits.Rule? = RateLimits.Rule(capacity: 200, refillPerSecond: 20)
    package var signUp: RateLimits.Rule? = RateLimits.Rule(capacity: 200, refillPerSecond: 0.2)
    package var allSignUps: RateLimits.Rule? = RateLimits.Rule(capacity: 2000, refillPerSecond: 2)
    package var anything: RateLimits.Rule? = RateLimits.Rule(capacity: 1200, refillPerSecond: 120)

    private init() {}

    package static let standard = RateLimitRules()

    /// For measurements, and where something in front already limits.
    package static let off = RateLimitRules.standard.mapped { _ in nil }

    /// Bursts and rates that many times as high.
    package func multiplied(by factor: Double) -> RateLimitRules {
        mapped { rule in
            RateLimits.Rule(
                capacity: Int(min(max(0, Double(rule.capacity) * factor), Double(RateLimits.Rule.highestCapacity))),
                refillPerSecond: rule.refillPerSecond * factor)
        }
    }

    package subscript(kind: RateLimits.Kind) -> RateLimits.Rule? {
        switch kind {
        case .ceremonyStart: ceremonyStart
        case .token: token
        case .account: account
        case .myAccount: myAccount
        case .signUp: signUp
        case .allSignUps: allSignUps
        case .anything: anything
        }
    }

    private func mapped(_ change: (RateLimits.Rule) -> RateLimits.Rule?) -> RateLimitRules {
        var rules = self
        let members = [
            \RateLimitRules.ceremonyStart, \.token, \.account, \.myAccount, \.signUp, \.allSignUps, \.anything,
        ]
        for member in members {
            rules[keyPath: member] = rules[keyPath: member].flatMap(change)
        }
        return rules
    }
}

extension RateLimits {
    /// What is counted apart from the rest.
    package enum Kind: String, CaseIterable, Sendable {
        /// Starts of ceremonies, by address.
        case ceremonyStart
        /// Requests to the token endpoint, by address.
        case token
        /// Attempts at one account, credential or identifier, wherever they come from.
        case account
        /// What a person does with the own account, by person.
        case myAccount
        /// New accounts, by block of addresses: /24 of IPv4, /64 of IPv6.
        case signUp
        /// New accounts from anywhere.
        case allSignUps
        /// The rest, by address.
        case anything
    }

    /// So many at once, and so many more with each second that passes.
    package struct Rule: Hashable, Sendable {
        package let capacity: Int
        package let refillPerSecond: Double
        /// Nanoseconds until one more is allowed; rounded up, so that the rate is never exceeded.
        let interval: UInt64

        static let highestCapacity = 1_000_000
        private static let longestInterval: Double = 3_600_000_000_000

        /// At least one at once, at most a million; at least one per hour. Together they keep the sums below in 64 bits.
        package init(capacity: Int, refillPerSecond: Double) {
            self.capacity = min(max(1, capacity), Self.highestCapacity)
            self.refillPerSecond = refillPerSecond
            // A rate of zero has an infinite interval, and one that is no number is none: both get the longest.
            let exact = refillPerSecond > 0 ? (1_000_000_000 / refillPerSecond).rounded(.up) : Self.longestInterval
            interval = UInt64(min(max(1, exact), Self.longestInterval))
        }

        /// Nanoseconds from empty to full.
        var depth: UInt64 { cost(of: capacity) }

        /// Nanoseconds that so many are worth; what no bucket holds is worth one more than a full one.
        func cost(of count: Int) -> UInt64 { UInt64(min(max(0, count), capacity + 1)) * interval }
    }
}
