// SPDX-License-Identifier: Apache-2.0

import Cryptography
import IdentityModel
import WireFormats

/// Remembers which proofs were used, within a bound.
///
/// What is full must not forget what could be used again. So when it is full the oldest second is forgotten, and from
/// then on proofs from that second or before are refused: a flood shortens how old a proof may be, and opens nothing.
package final class ProofReplays: Sendable {
    fileprivate struct Contents {
        var bySecond: [Int64: Set<Entry>] = [:]
        var count = 0
        /// Proofs that were issued at this second or before are not told apart any longer.
        var floor = Int64.min
    }

    /// Half of a SHA-256: nobody finds two proofs with the same in five minutes.
    fileprivate struct Entry: Hashable {
        let high: UInt64
        let low: UInt64

        init(_ digest: [UInt8]) {
            high = digest.prefix(8).reduce(0) { $0 << 8 | UInt64($1) }
            low = digest.dropFirst(8).prefix(8).reduce(0) { $0 << 8 | UInt64($1) }
        }
    }

    private let capacity: Int
    private let contents = Locked(Contents())

    package init(capacity: Int = 200_000) {
        self.capacity = max(1, capacity)
    }

    package var count: Int { contents.withLock(\.count) }

    /// Takes a proof that everything else has been checked of. One that was issued before `horizon` is refused elsewhere,
    /// so it need not be remembered.
    func take(
        _ identifier: String, thumbprint: [UInt8], issuedAt: Timestamp, horizon: Timestamp
    ) throws(DPoPRejection) {
        let entry = Entry(DigestAlgorithm.sha256.hash(thumbprint, [UInt8](identifier.utf8)))
        let second = issuedAt.secondsSince1970
        let rejection = contents.withLock { contents -> DPoPRejection? in
            contents.forget(before: horizon.secondsSince1970)
            guard second > contents.floor else { return .olderThanRemembered }
            guard contents.bySecond[second, default: []].insert(entry).inserted else { return .replayed }
            contents.count += 1
            while contents.count > capacity { contents.forgetOldest() }
            return nil
        }
        if let rejection { throw rejection }
    }
}

extension ProofReplays.Contents {
    /// There are as many seconds as the window is long, so looking at each is cheap. Clocks go back, and of two requests
    /// at once the earlier one may come second: what is forgotten is refused from then on.
    fileprivate mutating func forget(before second: Int64) {
        guard let oldest = bySecond.keys.min(), oldest < second else { return }
        for key in bySecond.keys where key < second {
            count -= bySecond.removeValue(forKey: key)?.count ?? 0
            floor = max(floor, key)
        }
    }

    fileprivate mutating func forgetOldest() {
        guard let oldest = bySecond.keys.min() else { return }
        count -= bySecond.removeValue(forKey: oldest)?.count ?? 0
        floor = max(floor, oldest)
    }
}
