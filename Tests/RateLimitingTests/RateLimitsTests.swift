// SPDX-License-Identifier: Apache-2.0

import HTTPServer
import RateLimiting
import Testing

struct RateLimitsTests {
    /// Three at once, then one in two seconds.
    private static func limits(capacity: Int = 100_000) -> RateLimits {
        var rules = RateLimitRules.off
        rules.account = RateLimits.Rule(capacity: 3, refillPerSecond: 0.5)
        rules.token = RateLimits.Rule(capacity: 1, refillPerSecond: 1)
        return RateLimits(rules: rules, capacity: capacity)
    }

    private static func seconds(_ count: UInt64) -> UInt64 { count * 1_000_000_000 }

    @Test func `a burst is allowed up to the capacity`() {
        let limits = Self.limits()
        let verdicts = (0..<5).map { _ in limits.take(.account, key: "a", at: 7) }
        #expect(verdicts.map(\.isAllowed) == [true, true, true, false, false])
        #expect(verdicts.map(\.remaining) == [2, 1, 0, 0, 0])
        #expect(verdicts.map(\.limit) == [3, 3, 3, 3, 3])
    }

    @Test func `a charge takes no more than what is left`() throws {
        let network = try #require(PeerAddress("192.0.2.1")).network
        let limits = Self.limits()
        limits.charge(.token, network: network, at: 0, count: 0)
        #expect(limits.bucketCount == 0)
        limits.charge(.token, network: network, at: 0, count: 1000)
        #expect(!limits.take(.token, network: network, at: Self.seconds(1) - 1).isAllowed)
        #expect(limits.take(.token, network: network, at: Self.seconds(1)).isAllowed)
        limits.charge(.token, network: network, at: Self.seconds(1), count: 1)
        #expect(!limits.take(.token, network: network, at: Self.seconds(2) - 1).isAllowed)
        #expect(limits.take(.token, network: network, at: Self.seconds(2)).isAllowed)
    }

    @Test func `a charge leaves the rest available`() throws {
        let network = try #require(PeerAddress("192.0.2.1")).network
        var rules = RateLimitRules.off
        rules.token = RateLimits.Rule(capacity: 5, refillPerSecond: 1)
        let limits = RateLimits(rules: rules)
        limits.charge(.token, network: network, at: 0, count: 3)
        #expect(limits.take(.token, network: network, at: 0).remaining == 1)
        #expect(limits.take(.myAccount, network: network, at: 0).isAllowed)
    }

    @Test func `one request is allowed again after exactly one interval`() {
        let limits = Self.limits()
        for _ in 0..<3 { _ = limits.take(.account, key: "a", at: 0) }
        #expect(!limits.take(.account, key: "a", at: Self.seconds(2) - 1).isAllowed)
        #expect(limits.take(.account, key: "a", at: Self.seconds(2)).isAllowed)
        #expect(!limits.take(.account, key: "a", at: Self.seconds(2)).isAllowed)
    }

    @Test func `a fractional interval is not rounded down`() {
        var rules = RateLimitRules.off
        rules.account = RateLimits.Rule(capacity: 1, refillPerSecond: 3)
        let limits = RateLimits(rules: rules)
        _ = limits.take(.account, key: "a", at: 0)
        #expect(!limits.take(.account, key: "a", at: 333_333_333).isAllowed)
        #expect(limits.take(.account, key: "a", at: 333_333_334).isAllowed)
    }

    @Test func `a request after the stated wait is allowed`() {
        let limits = Self.limits()
        for _ in 0..<3 { _ = limits.take(.account, key: "a", at: 0) }
        let rejection = limits.take(.account, key: "a", at: 500_000_000)
        #expect(rejection.retryAfter == 2)
        #expect(rejection.secondsUntilFull == 6)
        #expect(limits.take(.account, key: "a", at: 500_000_000 + Self.seconds(2)).isAllowed)
    }

    @Test func `a rejected request costs nothing`() {
        let limits = Self.limits()
        for _ in 0..<3 { _ = limits.take(.account, key: "a", at: 0) }
        for _ in 0..<100 { _ = limits.take(.account, key: "a", at: 1) }
        #expect(limits.take(.account, key: "a", at: Self.seconds(2)).isAllowed)
    }

    @Test func `a bucket never holds more than its capacity`() {
        let limits = Self.limits()
        _ = limits.take(.account, key: "a", at: 0)
        let later = Self.seconds(1_000_000)
        let verdicts = (0..<4).map { _ in limits.take(.account, key: "a", at: later) }
        #expect(verdicts.map(\.isAllowed) == [true, true, true, false])
    }

    @Test func `a request that costs more takes more`() {
        let limits = Self.limits()
        #expect(limits.take(.account, key: "a", at: 0, count: 2).remaining == 1)
        #expect(!limits.take(.account, key: "a", at: 0, count: 2).isAllowed)
        #expect(limits.take(.account, key: "a", at: 0, count: 1).isAllowed)
    }

    @Test(arguments: [4, 1_000_000, Int.max])
    func `a request that costs more than the capacity is never allowed`(count: Int) {
        #expect(!Self.limits().take(.account, key: "a", at: 0, count: count).isAllowed)
    }

    @Test(arguments: [0, -1, Int.min])
    func `a request that costs nothing is allowed and takes nothing`(count: Int) {
        let limits = Self.limits()
        #expect(limits.take(.account, key: "a", at: 0, count: count).remaining == 3)
        #expect(limits.bucketCount == 0)
    }

    @Test func `time that runs backwards refills nothing`() {
        let limits = Self.limits()
        for _ in 0..<3 { _ = limits.take(.account, key: "a", at: Self.seconds(10)) }
        #expect(!limits.take(.account, key: "a", at: 0).isAllowed)
        #expect(!limits.take(.account, key: "a", at: Self.seconds(12) - 1).isAllowed)
        #expect(limits.take(.account, key: "a", at: Self.seconds(12)).isAllowed)
    }

    // MARK: Keys

    @Test func `each key has its own bucket`() {
        let limits = Self.limits()
        for _ in 0..<3 { _ = limits.take(.account, key: "a", at: 0) }
        #expect(limits.take(.account, key: "b", at: 0).isAllowed)
        #expect(limits.take(.account, key: "", at: 0).isAllowed)
    }

    @Test func `each kind has its own bucket`() {
        let limits = Self.limits()
        for _ in 0..<3 { _ = limits.take(.account, key: "a", at: 0) }
        #expect(limits.take(.token, key: "a", at: 0).isAllowed)
    }

    @Test(arguments: [
        ("192.0.2.1", "192.0.2.1", true), ("192.0.2.1", "192.0.2.2", false), ("192.0.2.1", "::ffff:192.0.2.1", true),
        ("2001:db8::1", "2001:db8::ffff:1", true), ("2001:db8:0:1::1", "2001:db8:0:2::1", false),
    ])
    func `addresses of one subscriber share a bucket`(first: String, second: String, together: Bool) throws {
        let limits = Self.limits()
        _ = limits.take(.token, network: try #require(PeerAddress(first)).network, at: 0)
        let verdict = limits.take(.token, network: try #require(PeerAddress(second)).network, at: 0)
        #expect(verdict.isAllowed == !together)
    }

    // MARK: Memory

    @Test(arguments: [1, 10, 5000]) func `a flood of keys does not grow memory`(capacity: Int) {
        let limits = Self.limits(capacity: capacity)
        for key in 0..<20_000 { _ = limits.take(.account, key: "flood \(key)", at: UInt64(key)) }
        #expect(limits.bucketCount <= capacity)
        #expect(limits.bucketCount >= capacity * 9 / 10)
    }

    @Test func `the slot of a full bucket is reused before memory grows`() {
        let limits = Self.limits(capacity: 1000)
        for key in 0..<100 { _ = limits.take(.account, key: "\(key)", at: Self.seconds(2) * UInt64(key)) }
        #expect(limits.bucketCount == 1)
    }

    @Test func `a flood of keys does not free an exhausted key`() {
        let limits = Self.limits(capacity: 10)
        for _ in 0..<3 { _ = limits.take(.account, key: "a", at: 0) }
        // Twice to each of the nine other places: there, less is missing still.
        for key in 0..<18 { _ = limits.take(.account, key: "flood \(key)", at: 0) }
        #expect(!limits.take(.account, key: "a", at: 0).isAllowed)
    }

    @Test func `an evicted key does not get a fresh bucket`() {
        let limits = Self.limits(capacity: 1)
        for _ in 0..<3 { _ = limits.take(.account, key: "a", at: 0) }
        _ = limits.take(.account, key: "flood", at: 0)
        let verdicts = (0..<2).map { _ in limits.take(.account, key: "a", at: 0) }
        #expect(verdicts.map(\.isAllowed) == [true, false])
    }

    @Test func `a key exhausted after its eviction stays limited`() {
        let limits = Self.limits(capacity: 2)
        for key in ["a", "b", "a", "a"] { _ = limits.take(.account, key: key, at: 0) }
        _ = limits.take(.account, key: "c", at: 0)
        #expect(!limits.take(.account, key: "a", at: 0).isAllowed)
    }

    @Test func `a new key is allowed once during a flood`() {
        let limits = Self.limits(capacity: 10)
        for key in 0..<1000 { _ = limits.take(.account, key: "flood \(key)", at: 0) }
        #expect(limits.take(.account, key: "honest", at: 0).isAllowed)
    }

    @Test func `after a flood everything is as before`() {
        let limits = Self.limits(capacity: 10)
        for key in 0..<1000 { _ = limits.take(.account, key: "flood \(key)", at: 0) }
        #expect(limits.take(.account, key: "honest", at: Self.seconds(6)).remaining == 2)
    }

    // MARK: Rules

    @Test func `a kind without a rule is not limited`() {
        let limits = RateLimits(rules: .off)
        for kind in RateLimits.Kind.allCases {
            let verdict = limits.take(kind, key: "a", at: 0, count: .max)
            #expect(verdict.isAllowed)
            #expect(verdict.limit == nil)
        }
        #expect(limits.bucketCount == 0)
    }

    @Test func `every kind has its own rule`() {
        let rules = RateLimitRules.standard
        let figures = RateLimits.Kind.allCases.map { rules[$0].map { [Double($0.capacity), $0.refillPerSecond] } }
        let expected: [[Double]] = [
            [600, 60], [600, 60], [100, 2], [200, 20], [60, 2], [200, 0.2], [2000, 2], [100, 0.1], [400, 0.4],
            [3, 0.25], [50, 0.2], [20, 0.05], [50, 0.2], [10, 1 / 90.0], [50, 1 / 900.0],
            [100, 0.1], [10, 1 / 90.0], [5, 5 / 3600.0], [5, 5 / 3600.0], [10, 10 / 86_400.0], [5, 5 / 3600.0],
            [60, 0.1], [60, 1], [1200, 120],
        ]
        #expect(figures == expected)
    }

    @Test func `a factor raises bursts and rates`() {
        let rule = RateLimitRules.standard.multiplied(by: 10).myAccount
        #expect(rule?.capacity == 2000)
        #expect(rule?.refillPerSecond == 200)
        #expect(RateLimitRules.off.multiplied(by: 10) == .off)
    }

    @Test(arguments: [0, -1, 1e-300, 1e300, Double.infinity, -Double.infinity, Double.nan])
    func `extreme values in a rule do not trap`(figure: Double) {
        var rules = RateLimitRules.standard.multiplied(by: figure)
        rules.token = RateLimits.Rule(capacity: .max, refillPerSecond: figure)
        rules.anything = RateLimits.Rule(capacity: .min, refillPerSecond: figure)
        let limits = RateLimits(rules: rules)
        for kind in RateLimits.Kind.allCases {
            #expect(limits.take(kind, key: "a", at: 1 << 62).isAllowed)
            _ = limits.take(kind, key: "a", at: 1 << 62, count: .max)
        }
    }
}
