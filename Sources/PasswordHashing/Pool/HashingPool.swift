// SPDX-License-Identifier: Apache-2.0

import Cryptography
import POSIX

/// Computes password hashes on threads of its own.
///
/// A hash takes 20 ms and more, which neither an event loop nor Swift's cooperative pool can spare. What waits is
/// bounded: a response that says "later" is better than one that comes after its user has left. Each thread keeps the
/// memory of a hash of the server's own. Of hashes of other systems that take more than 64 MiB or about a second, one is
/// computed at a time, after all others.
package final class HashingPool: Sendable {
    /// What is going on in a pool.
    package struct Load: Hashable, Sendable {
        /// The number of hashes that are computed.
        package let running: Int
        /// The number of those that wait.
        package let waiting: Int
        /// The number of those that were computed, since the start.
        package let computed: Int
        /// The number of those that were declined because too many waited, since the start.
        package let declined: Int
    }

    package static let waitingPerThread = 32
    /// A longer password matches no hash.
    package static let maximumPasswordByteCount = 4096

    private static let largeByteCount = 64 << 20

    private let queue: HashingQueue

    /// Creates a pool, whose threads start when they are first needed.
    package init(threads: Int = HashingPool.defaultThreads, waitingPerThread: Int = HashingPool.waitingPerThread) {
        let width = max(threads, 1)
        queue = HashingQueue(width: width, room: width * max(waitingPerThread, 0))
    }

    deinit {
        queue.close()
    }

    /// Half of the processors, and at least one.
    package static var defaultThreads: Int {
        max(Int(sysconf(Int32(_SC_NPROCESSORS_ONLN))) / 2, 1)
    }

    package var load: Load { queue.load }

    /// Hashes a new password.
    package func hash(_ password: NewPassword, cost: HashCost) async throws(HashingFailure) -> PasswordHash {
        try await run { arena throws(HashingFailure) in
            arena.resize(to: cost.memoryKiB << 10)
            var bytes = [UInt8](password.text.utf8)
            defer { bytes.wipe() }
            return try PasswordHash.own(of: &bytes, cost: cost)
        }
    }

    /// Whether a password, as its user sent it, has the hash.
    package func verify(_ password: String, against hash: PasswordHash) async throws(HashingFailure) -> Bool {
        let function = (hash.inner ?? hash.computation).function
        let isLarge = !hash.isOwn && (function.memoryByteCount > Self.largeByteCount || function.isSlow)
        return try await run(isLarge: isLarge) { arena throws(HashingFailure) in
            // The first own hash that the thread sees.
            if hash.isOwn, arena.byteCount == 0 { arena.resize(to: hash.computation.function.memoryByteCount) }
            return try hash.matches(password)
        }
    }

    /// Wraps an imported hash in one of the server's own. Returns any other as it is.
    package func wrap(_ hash: PasswordHash, cost: HashCost) async throws(HashingFailure) -> PasswordHash {
        try await run { arena throws(HashingFailure) in
            arena.resize(to: cost.memoryKiB << 10)
            return try hash.wrapped(cost: cost)
        }
    }

    /// Takes the time of a hash, for a request whose account does not exist or has no password.
    package func spend(cost: HashCost) async throws(HashingFailure) {
        _ = try await run { arena throws(HashingFailure) in
            arena.resize(to: cost.memoryKiB << 10)
            var bytes = Randomness.bytes(16)
            return try PasswordHash.own(of: &bytes, cost: cost)
        }
    }

    /// Declines what waits, and returns when the threads have ended.
    package func close() async {
        queue.close()
        await queue.waitForThreads()
    }

    /// Runs other work on one of the threads. Work whose task is canceled before it begins does not run.
    package func run<Value: Sendable>(
        isLarge: Bool = false, _ work: @escaping @Sendable () -> Value
    ) async throws(HashingFailure) -> Value {
        try await run(isLarge: isLarge) { _ in work() }
    }

    /// The bytes that a thread keeps.
    package func keptByteCount() async throws(HashingFailure) -> Int {
        try await run { arena in arena.byteCount }
    }

    /// Runs work on one of the threads. Work whose task is canceled before it begins does not run.
    private func run<Value: Sendable>(
        isLarge: Bool = false, _ body: @escaping @Sendable (Argon2Arena) throws(HashingFailure) -> Value
    ) async throws(HashingFailure) -> Value {
        let ticket = HashingQueue.Ticket()
        let queue = queue
        let result: Result<Value, HashingFailure> = await withTaskCancellationHandler {
            await withCheckedContinuation { continuation in
                queue.submit(
                    HashingQueue.Work(
                        ticket: ticket, isLarge: isLarge,
                        perform: { arena in
                            let result = Result { () throws(HashingFailure) in try body(arena) }
                            return { continuation.resume(returning: result) }
                        },
                        decline: { continuation.resume(returning: .failure($0)) }))
            }
        } onCancel: {
            queue.cancel(ticket)
        }
        return try result.get()
    }
}
