// SPDX-License-Identifier: Apache-2.0

import Foundation
import SQLiteStorage
import Testing

/// Holds up the writer of a storage, so that what is asked meanwhile waits together.
final class Gate: Sendable {
    private let isOpen = DispatchSemaphore(value: 0)
    private let writerArrival = AsyncStream<Void>.makeStream()

    /// Runs many at once, which all wait for the writer before it may go on; tells how each of them ended.
    static func holdUp<Value: Sendable>(
        _ storage: SQLiteStorage, while count: Int, beforeOpening prepare: () async throws -> Void = {},
        _ work: @escaping @Sendable (Int) async throws -> Value
    ) async throws -> [Result<Value, any Error>] {
        let gate = Gate()
        async let first: Void = storage.withTransaction { _ in gate.holdWriter() }
        // Only now is it certain that the first transaction shares its commit with none of the others.
        for await _ in gate.writerArrival.stream.prefix(1) {}
        let results = try await withThrowingTaskGroup(of: (Int, Result<Value, any Error>).self) { group in
            for number in 0..<count {
                group.addTask {
                    do {
                        return (number, .success(try await work(number)))
                    } catch {
                        return (number, .failure(error))
                    }
                }
            }
            await waitUntil(storage, has: count)
            try await prepare()
            gate.isOpen.signal()
            return try await group.reduce(into: []) { $0.append($1) }
        }
        try await first
        return results.sorted { $0.0 < $1.0 }.map(\.1)
    }

    /// Waits until that many transactions are in the writer's queue, for half a minute at most.
    private static func waitUntil(_ storage: SQLiteStorage, has count: Int) async {
        let deadline = ContinuousClock.now + .seconds(30)
        while storage.statistics.waiting < count, ContinuousClock.now < deadline {
            try? await Task.sleep(for: .milliseconds(2))
        }
        #expect(storage.statistics.waiting == count)
    }

    private func holdWriter() {
        writerArrival.continuation.yield()
        isOpen.wait()
    }
}
