// SPDX-License-Identifier: Apache-2.0

import SQLiteStorage
import TestSupport
import Testing

/// Runs calls concurrently, holds their transactions in the writer's queue until all of them wait there, and returns
/// the results in order.
func runWaiting<Value: Sendable>(
    in storage: SQLiteStorage, count: Int, beforeRunning prepare: () async throws -> Void = {},
    _ call: @escaping @Sendable (Int) async throws -> Value
) async throws -> [Result<Value, any Error>] {
    let gate = Gate()
    async let first: Void = storage.withTransaction { _ in gate.pass() }
    // The first transaction has begun, so it shares its commit with none of the others.
    try #require(await gate.isReached())
    let results = try await withThrowingTaskGroup(of: (Int, Result<Value, any Error>).self) { group in
        defer { gate.open() }
        for number in 0..<count {
            group.addTask {
                do {
                    return (number, .success(try await call(number)))
                } catch {
                    return (number, .failure(error))
                }
            }
        }
        #expect(await eventually { storage.statistics.waiting >= count })
        #expect(storage.statistics.waiting == count)
        try await prepare()
        gate.open()
        return try await group.reduce(into: []) { $0.append($1) }
    }
    try await first
    return results.sorted { $0.0 < $1.0 }.map(\.1)
}
