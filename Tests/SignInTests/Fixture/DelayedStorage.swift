// SPDX-License-Identifier: Apache-2.0

import Foundation
import IdentityModel

/// A storage before whose transactions something happens.
final class DelayedStorage: Storage, @unchecked Sendable {
    private let storage: any Storage
    private let delay: @Sendable (Int) throws -> Void
    private let lock = NSLock()
    private var count = 0

    /// The delay is told which transaction it is before, the first being 1; what it throws, the transaction fails with.
    init(_ storage: any Storage, delay: @escaping @Sendable (Int) throws -> Void) {
        self.storage = storage
        self.delay = delay
    }

    func withTransaction<Value: Sendable>(
        _ body: @escaping @Sendable (any StorageTransaction) throws -> Value
    ) async throws -> Value {
        let number = lock.withLock {
            count += 1
            return count
        }
        try delay(number)
        return try await storage.withTransaction(body)
    }

    func read<Value: Sendable>(
        _ body: @escaping @Sendable (any StorageSnapshot) throws -> Value
    ) async throws -> Value {
        try await storage.read(body)
    }

    func backUp(to path: String) async throws { try await storage.backUp(to: path) }

    func close() async { await storage.close() }
}
