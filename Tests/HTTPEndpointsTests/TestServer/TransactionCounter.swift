// SPDX-License-Identifier: Apache-2.0

import IdentityModel
import POSIX

/// Counts the transactions of a storage.
final class TransactionCounter: Sendable {
    private let counted = Locked(0)

    var count: Int { counted.withLock { $0 } }

    func counting(_ storage: any Storage) -> any Storage {
        CountedStorage(storage: storage) { [counted] in counted.withLock { $0 += 1 } }
    }

    private struct CountedStorage: Storage {
        let storage: any Storage
        let count: @Sendable () -> Void

        func withTransaction<Value: Sendable>(
            _ body: @escaping @Sendable (any StorageTransaction) throws -> Value
        ) async throws -> Value {
            count()
            return try await storage.withTransaction(body)
        }

        func read<Value: Sendable>(
            _ body: @escaping @Sendable (any StorageSnapshot) throws -> Value
        ) async throws -> Value {
            try await storage.read(body)
        }

        func checkWritable() async throws { try await storage.checkWritable() }

        func close() async { await storage.close() }
    }
}
