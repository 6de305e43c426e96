// SPDX-License-Identifier: Apache-2.0

import IdentityModel
import JOSE
import POSIX
import WireFormats

/// The concurrent generation of two keys. The first to finish becomes the current key, the other one the next.
///
/// Generating an RSA key took from 45 to 340 ms in measurements, and the first tokens of a server wait for one key
/// only. Each has a thread of its own, because Swift's pool may have no more than two.
struct ConcurrentKeyGeneration: Sendable {
    typealias Generated = Result<SigningKeyRecord, KeyRingFailure>

    private struct State {
        var finished: [Generated] = []
        /// The callers that wait, and for how many keys.
        var waiting: [(count: Int, continuation: CheckedContinuation<Void, Never>)] = []
    }

    private let state = Locked(State())

    init(_ algorithm: JWSAlgorithm, vault: KeyVault, host: String, at time: Timestamp) {
        let state = state
        for _ in 0..<2 {
            let generate: @Sendable () -> Void = {
                let made = Generated { () throws(KeyRingFailure) in
                    try vault.makeKey(algorithm, host: host, stage: .current, at: time)
                }
                let served = state.withLock { state in
                    state.finished.append(made)
                    let count = state.finished.count
                    defer { state.waiting.removeAll { $0.count <= count } }
                    return state.waiting.filter { $0.count <= count }
                }
                for waiting in served { waiting.continuation.resume() }
            }
            do {
                try SystemThread(generate).detach()
            } catch {
                generate()
            }
        }
    }

    /// Returns the key that is finished first.
    func first() async throws(KeyRingFailure) -> SigningKeyRecord {
        try await finished(count: 1)[0].get()
    }

    /// Returns the other key, which signs after the first. `nil` if it could not be generated.
    func second() async -> SigningKeyRecord? {
        guard var record = try? await finished(count: 2)[1].get() else { return nil }
        record.stage = .next
        return record
    }

    private func finished(count: Int) async -> [Generated] {
        await withCheckedContinuation { continuation in
            let isFinished = state.withLock { state in
                if state.finished.count < count { state.waiting.append((count, continuation)) }
                return state.finished.count >= count
            }
            if isFinished { continuation.resume() }
        }
        return state.withLock(\.finished)
    }
}
