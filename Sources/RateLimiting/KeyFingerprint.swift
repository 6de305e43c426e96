// SPDX-License-Identifier: Apache-2.0

/// A keyed hash of a key. It cannot be computed outside of the process, so an attacker cannot aim at a stripe or at the
/// bucket of another key.
struct KeyFingerprint: Hashable, Sendable {
    /// A random seed, because Swift's own can be fixed by the environment.
    struct Seed: Sendable {
        fileprivate let low = UInt64.random(in: .min ... .max)
        fileprivate let high = UInt64.random(in: .min ... .max)
    }

    let low: Int
    private let high: Int

    init(of key: UnsafeRawBufferPointer, kind: RateLimits.Kind, seed: Seed) {
        low = Self.hash(key, kind: kind, seed: seed.low)
        high = Self.hash(key, kind: kind, seed: seed.high)
    }

    // Swift's hasher is SipHash-1-3.
    private static func hash(_ key: UnsafeRawBufferPointer, kind: RateLimits.Kind, seed: UInt64) -> Int {
        var hasher = Hasher()
        hasher.combine(seed)
        hasher.combine(kind)
        hasher.combine(bytes: key)
        return hasher.finalize()
    }
}
