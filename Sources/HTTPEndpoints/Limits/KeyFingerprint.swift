// SPDX-License-Identifier: Apache-2.0

/// Stands for a key of any length, and does not tell what it was. Nobody outside of the process can compute one, so nobody
/// can aim at a stripe, or at the bucket of somebody else.
struct KeyFingerprint: Hashable, Sendable {
    /// What makes fingerprints differ from process to process, also where Swift's own seed is fixed by its environment.
    struct Seed: Sendable {
        fileprivate let low = UInt64.random(in: .min ... .max)
        fileprivate let high = UInt64.random(in: .min ... .max)
    }

    let low: Int
    private let high: Int

    init(_ kind: RateLimits.Kind, _ key: UnsafeRawBufferPointer, seed: Seed) {
        low = Self.hash(kind, key, seed: seed.low)
        high = Self.hash(kind, key, seed: seed.high)
    }

    // Swift's hasher is SipHash-1-3.
    private static func hash(_ kind: RateLimits.Kind, _ key: UnsafeRawBufferPointer, seed: UInt64) -> Int {
        var hasher = Hasher()
        hasher.combine(seed)
        hasher.combine(kind)
        hasher.combine(bytes: key)
        return hasher.finalize()
    }
}
