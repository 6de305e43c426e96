// SPDX-License-Identifier: Apache-2.0

import HTTPEndpoints
import HTTPServer
import RateLimiting
import Testing
import WireFormats

struct RateLimitFieldsTests {
    /// Three requests at once, then one every two seconds.
    private static func limits() -> RateLimits {
        var rules = RateLimitRules.off
        rules.account = RateLimits.Rule(capacity: 3, refillPerSecond: 0.5)
        return RateLimits(rules: rules)
    }

    @Test func `a response has the remaining requests`() {
        var response = HTTPResponse(status: 200)
        response.setRateLimitFields(
            Self.limits().take(.account, key: "a", at: 0), at: Timestamp(secondsSince1970: 1000))
        #expect(
            response.headers == [
                "x-ratelimit-limit": "3", "x-ratelimit-remaining": "2", "x-ratelimit-reset": "1002",
            ])
    }

    @Test func `a 429 response has the time to wait`() {
        let limits = Self.limits()
        for _ in 0..<3 { _ = limits.take(.account, key: "a", at: 0) }
        var response = HTTPResponse(status: 429)
        response.setRateLimitFields(limits.take(.account, key: "a", at: 1), at: Timestamp(secondsSince1970: 1000))
        #expect(
            response.headers == [
                "x-ratelimit-limit": "3", "x-ratelimit-remaining": "0", "x-ratelimit-reset": "1006", "retry-after": "2",
            ])
    }

    @Test func `a response without a limit has no fields`() {
        var response = HTTPResponse(status: 200)
        response.setRateLimitFields(
            RateLimits(rules: .off).take(.token, key: "a", at: 0), at: Timestamp(secondsSince1970: 1000))
        #expect(response.headers.count == 0)
    }
}
