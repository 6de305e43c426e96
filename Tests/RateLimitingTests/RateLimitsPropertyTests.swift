// SPDX-License-Identifier: Apache-2.0

import RateLimiting
import TestSupport
import Testing

/// Random traffic, the same on every run.
struct RateLimitsPropertyTests {
    /// Rates and their intervals in nanoseconds, which binary fractions hold exactly.
    private static let rates: [(perSecond: Double, interval: Int)] = [
        (0.25, 4_000_000_000), (1, 1_000_000_000), (10, 100_000_000), (50, 20_000_000), (1000, 1_000_000),
    ]

    @Test(arguments: 1...40 as ClosedRange<UInt64>)
    func `every period allows exactly the burst plus the refill`(
        seed: UInt64
    ) throws {
        var random = SeededGenerator(seed: seed)
        let rate = try #require(Self.rates.randomElement(using: &random))
        let capacity = Int.random(in: 1...30, using: &random)
        var rules = RateLimitRules.off
        rules.account = RateLimits.Rule(capacity: capacity, refillPerSecond: rate.perSecond)
        let limits = RateLimits(rules: rules)
        var logs = [String: Log](
            uniqueKeysWithValues: ["a", "b", "c"].map { ($0, Log(capacity: capacity, interval: rate.interval)) })
        var now = Int.random(in: 0...1_000_000_000_000, using: &random)
        for _ in 0..<1500 {
            now += Self.pause(rate.interval, capacity: capacity, using: &random)
            let key = try #require(logs.keys.sorted().randomElement(using: &random))
            let count = Bool.random(using: &random) ? 1 : Int.random(in: 1...capacity + 1, using: &random)
            let verdict = limits.take(.account, key: key, at: UInt64(now), count: count)
            let isWithin = logs[key]?.note(count, at: now, isAllowed: verdict.isAllowed)
            #expect(verdict.isAllowed == isWithin)
        }
    }

    /// Mostly none or a short one, at times one after which every bucket is full.
    private static func pause(_ interval: Int, capacity: Int, using random: inout SeededGenerator) -> Int {
        switch Int.random(in: 0..<20, using: &random) {
        case 0: interval * capacity + Int.random(in: 0...interval, using: &random)
        case 1...8: 0
        default: Int.random(in: 0...interval, using: &random)
        }
    }

    @Test(arguments: 1...10 as ClosedRange<UInt64>)
    func `a flood of cheaper keys does not free a limited key`(seed: UInt64) {
        var random = SeededGenerator(seed: seed)
        var rules = RateLimitRules.off
        rules.account = RateLimits.Rule(capacity: 50, refillPerSecond: 1)
        let limits = RateLimits(rules: rules, capacity: 100)
        for _ in 0..<50 { _ = limits.take(.account, key: "limited", at: 0) }
        for _ in 0..<2000 {
            _ = limits.take(.account, key: "flood \(UInt64.random(in: 0...9999, using: &random))", at: 1)
        }
        #expect(!limits.take(.account, key: "limited", at: 1).isAllowed)
    }

    @Test func `concurrent requests get no more than sequential ones`() async {
        var rules = RateLimitRules.off
        rules.account = RateLimits.Rule(capacity: 500, refillPerSecond: 1)
        let limits = RateLimits(rules: rules)
        let allowed = await withTaskGroup(of: Int.self) { group in
            for _ in 0..<8 {
                group.addTask { (0..<200).count { _ in limits.take(.account, key: "a", at: 0).isAllowed } }
            }
            return await group.reduce(0, +)
        }
        #expect(allowed == 500)
    }
}

/// The requests that were allowed for one key. By definition, the requests of any period are at most the capacity plus
/// what its length refills.
private struct Log {
    private let capacity: Int
    private let interval: Int
    private var total = 0
    /// The smallest of what was spent before a period, less its start: that of the tightest period.
    private var tightest = Int.max

    init(capacity: Int, interval: Int) {
        self.capacity = capacity
        self.interval = interval
    }

    /// Records a request, and returns whether it stays within the limit.
    mutating func note(_ count: Int, at now: Int, isAllowed: Bool) -> Bool {
        let start = min(tightest, total * interval - now)
        let isWithin = (total + count) * interval - now - start <= capacity * interval
        if isAllowed {
            tightest = start
            total += count
        }
        return isWithin
    }
}
