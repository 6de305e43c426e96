// SPDX-License-Identifier: Apache-2.0

import Foundation
import SQLiteStorage

/// Holds up the writer of a storage, so that what is asked meanwhile waits together.
final class Gate: Sendable {
    private let isOpen = DispatchSemaphore(value: 0)
    private let writerArrival = AsyncStream<Void>.makeStream()
    private let workArrivals = AsyncStream<Void>.makeStream()

    /// Runs many at once, which all wait for the writer before it may go on; tells how each of them ended.
    static func holdUp<Value: Sendable>(
        _ storage: SQLiteStorage, while count: Int, _ work: @escaping @Sendable (Int) async throws -> Value
    ) async throws -> [Result<Value, any Error>] {
        let gate = Gate()
        async let first: Void = storage.withTransaction { _ in gate.holdWriter() }
        // Only now is it certain that the first transaction shares its commit with none of the others.
        for await _ in gate.writerArrival.stream.prefix(1) {}
        let results = await withTaskGroup(of: (Int, Result<Value, any Error>).self) { group in
            for number in 0..<count {
                group.addTask {
                    gate.workArrivals.continuation.yield()
                    do {
                        return (number, .success(try await work(number)))
                    } catch {
                        return (number, .failure(error))
                    }
                }
            }
            for await _ in gate.workArrivals.stream.prefix(count) {}
            // All have started; this is long enough for them to be in the queue.
            try? await Task.sleep(for: .milliseconds(150))
            gate.isOpen.signal()
            return await group.reduce(into: []) { $0.append($1) }
        }
        try await first
        return results.sorted { $0.0 < $1.0 }.map(\.1)
    }

    private func holdWriter() {
        writerArrival.continuation.yield()
        isOpen.wait()
    }
}
