// SPDX-License-Identifier: Apache-2.0

package import IdentityModel
import POSIX

/// A storage that counts its reads and transactions, and that can run code before each transaction.
package final class InstrumentedStorage: Storage, Sendable {
    private let storage: any Storage
    private let delay: @Sendable (Int) async throws -> Void
    private let counts = Locked<(reads: Int, transactions: Int)>((0, 0))

    /// - Parameter delay: runs before each transaction, with the transaction's number, which begins at 1. If it throws,
    ///   the transaction fails with its error.
    package init(_ storage: any Storage, delay: @escaping @Sendable (Int) async throws -> Void = { _ in }) {
        self.storage = storage
        self.delay = delay
    }

    package var reads: Int { counts.withLock { $0.reads } }
    package var transactions: Int { counts.withLock { $0.transactions } }

    package func withTransaction<Value: Sendable>(
        _ body: @escaping @Sendable (any StorageTransaction) throws -> Value
    ) async throws -> Value {
        let number = counts.withLock { counts in
            counts.transactions += 1
            return counts.transactions
        }
        try await delay(number)
        return try await storage.withTransaction(body)
    }

    package func read<Value: Sendable>(
        _ body: @escaping @Sendable (any StorageSnapshot) throws -> Value
    ) async throws -> Value {
        counts.withLock { $0.reads += 1 }
        return try await storage.read(body)
    }

    package func checkWritable() async throws { try await storage.checkWritable() }

    package func close() async { await storage.close() }
}
