// SPDX-License-Identifier: Apache-2.0

package import HTTPServer
import IdentityModel
import POSIX

/// Counts what is done by whom, in bounded memory. It has no clock: callers say what time it is, in nanoseconds of a
/// monotonic clock.
package final class RateLimits: Sendable {
    private let rules: RateLimitRules
    private let seed = KeyFingerprint.Seed()
    private let stripes: [Locked<BucketTable>]

    /// Keeps up to `capacity` buckets; what happens beyond is said at `BucketTable`.
    package init(rules: RateLimitRules = .standard, capacity: Int = 100_000) {
        self.rules = rules
        // Few large stripes rather than many small: in a small one, chance alone would fill some long before others.
        let count = min(16, max(1, capacity / 1024))
        stripes = (0..<count).map { _ in Locked(BucketTable(capacity: capacity / count)) }
    }

    /// How many keys have used up something that they have not got back yet, or had when they were last seen.
    package var bucketCount: Int { stripes.reduce(0) { $0 + $1.withLock(\.count) } }

    package func take(_ kind: Kind, key: String, at now: UInt64, count: Int = 1) -> Verdict {
        var key = key
        return key.withUTF8 { take(kind, UnsafeRawBufferPointer($0), at: now, .ifThere(count)) }
    }

    /// Counts an IPv6 address by its first half, as who has one of it has all of it.
    package func take(_ kind: Kind, from address: PeerAddress, at now: UInt64, count: Int = 1) -> Verdict {
        address.network.withUnsafeBytes { take(kind, $0, at: now, .ifThere(count)) }
    }

    /// Counts what was done already. Where less is left, the rest is forgiven.
    package func charge(_ kind: Kind, to address: PeerAddress, at now: UInt64, count: Int) {
        guard count > 0 else { return }
        _ = address.network.withUnsafeBytes { take(kind, $0, at: now, .always(count)) }
    }

    private func take(
        _ kind: Kind, _ key: UnsafeRawBufferPointer, at now: UInt64, _ withdrawal: TokenBucket.Withdrawal
    ) -> Verdict {
        guard let rule = rules[kind] else { return .unlimited }
        let fingerprint = KeyFingerprint(kind, key, seed: seed)
        let stripe = stripes[Int(fingerprint.low.magnitude % UInt(stripes.count))]
        return stripe.withLock { $0.take(withdrawal, by: fingerprint, under: rule, at: now) }
    }
}
