// SPDX-License-Identifier: Apache-2.0

package import HTTPServer
package import WireFormats

extension HTTPResponse {
    /// Tells the sender about a limit in the fields that Auth0 has, and when to come back if it was exceeded.
    package mutating func tell(_ verdict: RateLimits.Verdict, at now: Timestamp) {
        guard let limit = verdict.limit else { return }
        headers["x-ratelimit-limit"] = String(limit)
        headers["x-ratelimit-remaining"] = String(verdict.remaining)
        headers["x-ratelimit-reset"] = String(now.secondsSince1970 + Int64(verdict.secondsUntilFull))
        if !verdict.isAllowed { headers["retry-after"] = String(verdict.retryAfter) }
    }
}
