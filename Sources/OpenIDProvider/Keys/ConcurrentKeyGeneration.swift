// SPDX-License-Identifier: Apache-2.0

import IdentityModel
import JOSE
import POSIX
import WireFormats

/// The concurrent generation of two keys. The first to finish becomes the current key, the other one the next.
///
/// Generating an RSA key took from 45 to 340 ms in measurements, and the first tokens of a server wait for one key only.
struct ConcurrentKeyGeneration: Sendable {
    typealias Generated = Result<SigningKeyRecord, KeyRingFailure>

    private let tasks: [Task<Generated, Never>]
    private let order = Locked<(finished: [Generated], waiting: [CheckedContinuation<Generated, Never>])>(([], []))

    init(_ algorithm: JWSAlgorithm, vault: KeyVault, host: String, at time: Timestamp) {
        let order = order
        tasks = (0..<2).map { _ in
            Task.detached {
                let made = Generated { () throws(KeyRingFailure) in
                    try vault.makeKey(algorithm, host: host, stage: .current, at: time)
                }
                let waiting = order.withLock { order in
                    order.finished.append(made)
                    defer { order.waiting = [] }
                    return order.waiting
                }
                for continuation in waiting { continuation.resume(returning: made) }
                return made
            }
        }
    }

    /// Returns the key that is finished first.
    func first() async throws(KeyRingFailure) -> SigningKeyRecord {
        let made: Generated = await withCheckedContinuation { continuation in
            let made = order.withLock { order -> Generated? in
                guard let made = order.finished.first else {
                    order.waiting.append(continuation)
                    return nil
                }
                return made
            }
            if let made { continuation.resume(returning: made) }
        }
        return try made.get()
    }

    /// Returns the other key, which signs after the first. `nil` if it could not be generated.
    func second() async -> SigningKeyRecord? {
        for task in tasks { _ = await task.value }
        guard var record = order.withLock({ try? $0.finished.last?.get() }) else { return nil }
        record.stage = .next
        return record
    }
}
