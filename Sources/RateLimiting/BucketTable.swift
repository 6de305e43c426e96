// SPDX-License-Identifier: Apache-2.0

/// A bounded table of buckets by key.
///
/// When the table is full, a new key replaces a full bucket, which holds no information. If there is none, the key
/// replaces the bucket that would be full soonest and inherits its missing amount, except for the current request. A
/// flood of invented keys therefore replaces its own buckets: a key at its limit stays until others lack as much, and
/// all keys together get no more than the buckets hold.
struct BucketTable: Sendable {
    private struct Entry: Sendable {
        let key: KeyFingerprint
        var bucket: TokenBucket
    }

    private let capacity: Int
    /// A heap with the bucket that is full soonest first.
    private var entries: [Entry] = []
    private var positions: [KeyFingerprint: Int] = [:]

    init(capacity: Int) {
        self.capacity = max(1, capacity)
    }

    var count: Int { entries.count }

    mutating func take(
        _ withdrawal: TokenBucket.Withdrawal, by key: KeyFingerprint, under rule: RateLimits.Rule, at now: UInt64
    ) -> RateLimitStatus {
        if let position = positions[key] {
            let status = entries[position].bucket.take(withdrawal, under: rule, at: now)
            sink(from: position)
            return status
        }
        var bucket = newBucket(taking: withdrawal.count, under: rule, at: now)
        let status = bucket.take(withdrawal, under: rule, at: now)
        if !bucket.isFull(at: now) { insert(Entry(key: key, bucket: bucket), at: now) }
        return status
    }

    /// Does nothing if the bucket is not in the table: it is full, or another key's flood has replaced it.
    mutating func giveBack(_ count: Int, to key: KeyFingerprint, under rule: RateLimits.Rule, at now: UInt64) {
        guard let position = positions[key] else { return }
        entries[position].bucket.giveBack(count, under: rule, at: now)
        rise(from: position)
    }

    private func newBucket(taking count: Int, under rule: RateLimits.Rule, at now: UInt64) -> TokenBucket {
        guard entries.count >= capacity, let soonest = entries.first?.bucket.fullAt else {
            return TokenBucket(fullAt: now)
        }
        let cost = rule.cost(of: count)
        return TokenBucket(fullAt: min(soonest, now + (rule.depth > cost ? rule.depth - cost : 0)))
    }

    // MARK: The heap

    private mutating func insert(_ entry: Entry, at now: UInt64) {
        if let first = entries.first, entries.count >= capacity || first.bucket.isFull(at: now) {
            positions[first.key] = nil
            place(entry, at: 0)
            sink(from: 0)
        } else {
            entries.append(entry)
            positions[entry.key] = entries.count - 1
            rise(from: entries.count - 1)
        }
    }

    private mutating func rise(from start: Int) {
        let entry = entries[start]
        var position = start
        while position > 0, entry.bucket.fullAt < entries[(position - 1) / 2].bucket.fullAt {
            place(entries[(position - 1) / 2], at: position)
            position = (position - 1) / 2
        }
        place(entry, at: position)
    }

    private mutating func sink(from start: Int) {
        let entry = entries[start]
        var position = start
        while let child = soonestChild(of: position), entries[child].bucket.fullAt < entry.bucket.fullAt {
            place(entries[child], at: position)
            position = child
        }
        place(entry, at: position)
    }

    private func soonestChild(of position: Int) -> Int? {
        let left = 2 * position + 1
        guard left < entries.count else { return nil }
        let right = left + 1
        return right < entries.count && entries[right].bucket.fullAt < entries[left].bucket.fullAt ? right : left
    }

    private mutating func place(_ entry: Entry, at position: Int) {
        entries[position] = entry
        positions[entry.key] = position
    }
}

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
