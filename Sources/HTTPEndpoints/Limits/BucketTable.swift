// SPDX-License-Identifier: Apache-2.0

/// Buckets by key, as many as there is room for.
///
/// A bucket that is full again is as good as none, so its place is the first to be given away. Where there is no such
/// place, the bucket that would be full the soonest goes, and the newcomer takes over what is missing in it, but for the
/// one request it came with. Thus a flood of made-up keys pushes out its own kind: a key that has used up its limit
/// stays until others are missing as much, and all keys together never get more than the buckets that there are.
struct BucketTable: Sendable {
    private struct Entry: Sendable {
        let key: KeyFingerprint
        var bucket: TokenBucket
    }

    private let capacity: Int
    /// A heap: the bucket that will be full the soonest comes first.
    private var entries: [Entry] = []
    private var positions: [KeyFingerprint: Int] = [:]

    init(capacity: Int) {
        self.capacity = max(1, capacity)
    }

    var count: Int { entries.count }

    mutating func take(
        _ withdrawal: TokenBucket.Withdrawal, by key: KeyFingerprint, under rule: RateLimits.Rule, at now: UInt64
    ) -> RateLimits.Verdict {
        if let position = positions[key] {
            let verdict = entries[position].bucket.take(withdrawal, under: rule, at: now)
            sink(from: position)
            return verdict
        }
        var bucket = newcomer(taking: withdrawal.count, under: rule, at: now)
        let verdict = bucket.take(withdrawal, under: rule, at: now)
        if !bucket.isFull(at: now) { insert(Entry(key: key, bucket: bucket), at: now) }
        return verdict
    }

    private func newcomer(taking count: Int, under rule: RateLimits.Rule, at now: UInt64) -> TokenBucket {
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
