// SPDX-License-Identifier: Apache-2.0

import IdentityModel
import POSIX
package import WireFormats

/// Sends what the outbox has while the server runs.
///
/// Other processes store items too, so it looks for some every second. Looking writes nothing.
package final class OutboxSender: Sendable {
    /// The most attempts of a kind at once.
    private static let concurrency = 16
    private static let pause = Duration.seconds(1)
    /// The pause after a failure of the storage.
    private static let longPause = Duration.seconds(10)

    private let delivery: OutboxDelivery
    private let kinds: [OutboxKind]
    private let now: @Sendable () -> Timestamp
    private let failed: @Sendable (any Error) -> Void
    private let receivers = Locked(OutboxReceivers())

    /// - Parameter failed: Is told of a failure of the storage, or of an attempt whose outcome is not known.
    package init(
        _ kinds: [OutboxKind], delivery: OutboxDelivery, now: @escaping @Sendable () -> Timestamp,
        failed: @escaping @Sendable (any Error) -> Void
    ) {
        self.kinds = kinds
        self.delivery = delivery
        self.now = now
        self.failed = failed
    }

    /// Runs until the task is canceled. Attempts that are being made then end at once, and are repeated after the next
    /// start.
    package func run() async {
        await withDiscardingTaskGroup { group in
            for kind in kinds { group.addTask { await self.run(kind) } }
        }
    }

    /// One kind doesn't wait for another.
    private func run(_ kind: OutboxKind) async {
        let (wakes, wake) = AsyncStream.makeStream(of: Void.self, bufferingPolicy: .bufferingNewest(1))
        await withDiscardingTaskGroup { group in
            group.addTask {
                repeat { wake.yield() } while (try? await Task.sleep(for: Self.pause)) != nil
                wake.finish()
            }
            for await _ in wakes {
                let claimed = await claim(kind)
                for item in claimed {
                    group.addTask {
                        let outcome = await self.attempt { try await self.delivery.send(item, of: kind) }
                        self.receivers.withLock { $0.finish(item, with: outcome, at: self.now()) }
                        wake.yield()
                    }
                }
                // The items of a slow receiver may have hidden others.
                if !claimed.isEmpty { wake.yield() }
            }
        }
    }

    /// Returns claimed items, which count as running from now on.
    private func claim(_ kind: OutboxKind) async -> [OutboxItem] {
        let current = receivers.withLock { $0 }
        let free = Self.concurrency - current.runningCount(of: kind.kind)
        let claimed = await attempt { try await self.delivery.claim(kind, upTo: free, besides: current) } ?? []
        receivers.withLock { receivers in
            for item in claimed { receivers.begin(item) }
        }
        return claimed
    }

    private func attempt<Value>(_ body: () async throws -> Value) async -> Value? {
        do {
            return try await body()
        } catch {
            failed(error)
            try? await Task.sleep(for: Self.longPause)
            return nil
        }
    }
}
