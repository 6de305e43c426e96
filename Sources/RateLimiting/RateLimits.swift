// SPDX-License-Identifier: Apache-2.0

import POSIX

/// Rate limits in bounded memory. It has no clock: callers pass the time in nanoseconds of a monotonic clock.
package final class RateLimits: Sendable {
    private let rules: RateLimitRules
    private let seed = KeyFingerprint.Seed()
    private let stripes: [Locked<BucketTable>]

    /// Creates limits over up to `capacity` buckets. ``BucketTable`` describes what happens beyond.
    package init(rules: RateLimitRules = .standard, capacity: Int = 100_000) {
        self.rules = rules
        // A few large stripes: of many small ones, chance alone would fill some long before others.
        let count = min(16, max(1, capacity / 1024))
        stripes = (0..<count).map { _ in Locked(BucketTable(capacity: capacity / count)) }
    }

    /// The number of keys whose bucket is not full, or was not when it was last used.
    package var bucketCount: Int { stripes.reduce(0) { $0 + $1.withLock(\.count) } }

    /// Takes from the bucket of a key, if enough is left.
    package func take(_ kind: Kind, key: String, at now: UInt64, count: Int = 1) -> RateLimitStatus {
        var key = key
        return key.withUTF8 { take(.ifAvailable(count), of: kind, key: UnsafeRawBufferPointer($0), at: now) }
    }

    /// Takes from the bucket of a network, if enough is left.
    package func take(
        _ kind: Kind, network: ArraySlice<UInt8>, at now: UInt64, count: Int = 1
    ) -> RateLimitStatus {
        network.withUnsafeBytes { take(.ifAvailable(count), of: kind, key: $0, at: now) }
    }

    /// Takes for work that is already done. Where less is left, the rest is waived.
    package func charge(_ kind: Kind, network: ArraySlice<UInt8>, at now: UInt64, count: Int) {
        guard count > 0 else { return }
        _ = network.withUnsafeBytes { take(.always(count), of: kind, key: $0, at: now) }
    }

    private func take(
        _ withdrawal: TokenBucket.Withdrawal, of kind: Kind, key: UnsafeRawBufferPointer, at now: UInt64
    ) -> RateLimitStatus {
        guard let rule = rules[kind] else { return .unlimited }
        let fingerprint = KeyFingerprint(of: key, kind: kind, seed: seed)
        let stripe = stripes[Int(fingerprint.low.magnitude % UInt(stripes.count))]
        return stripe.withLock { $0.take(withdrawal, by: fingerprint, under: rule, at: now) }
    }
}
