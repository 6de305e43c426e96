// SPDX-License-Identifier: Apache-2.0

import IdentityModel
import JOSE
import POSIX
import WireFormats

/// Two keys of one kind that are made at the same time: the first is for now, the other for later.
///
/// How long the search for RSA's primes takes is luck – from 45 to 340 ms were seen – and the first tokens of a server wait
/// for one key only.
struct ConcurrentKeyGeneration: Sendable {
    typealias Made = Result<SigningKeyRecord, KeyRingFailure>

    private let tasks: [Task<Made, Never>]
    private let order = Locked<(finished: [Made], waiting: [CheckedContinuation<Made, Never>])>(([], []))

    init(_ vault: KeyVault, _ algorithm: JWSAlgorithm, host: String, at time: Timestamp) {
        let order = order
        tasks = (0..<2).map { _ in
            Task.detached {
                let made = Made { () throws(KeyRingFailure) in
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

    /// The one that was finished first.
    func first() async throws(KeyRingFailure) -> SigningKeyRecord {
        let made: Made = await withCheckedContinuation { continuation in
            let made = order.withLock { order in
                if order.finished.isEmpty { order.waiting.append(continuation) }
                return order.finished.first
            }
            if let made { continuation.resume(returning: made) }
        }
        return try made.get()
    }

    /// The other one, to sign after the first; nil if it could not be made.
    func second() async -> SigningKeyRecord? {
        for task in tasks { _ = await task.value }
        guard var record = order.withLock({ try? $0.finished.last?.get() }) else { return nil }
        record.stage = .next
        return record
    }
}
