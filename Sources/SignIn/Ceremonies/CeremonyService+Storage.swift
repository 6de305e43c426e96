// SPDX-License-Identifier: Apache-2.0

import IdentityModel

extension CeremonyService {
    /// Reads, and fails in the words of the use cases.
    func read<Value: Sendable>(
        _ body: @escaping @Sendable (any StorageSnapshot) throws -> Value
    ) async throws(SignInFailure) -> Value {
        do {
            return try await storage.read(body)
        } catch {
            throw SignInFailure(error)
        }
    }

    /// Changes something as one durable unit, and fails in the words of the use cases.
    func write<Value: Sendable>(
        _ body: @escaping @Sendable (any StorageTransaction) throws -> Value
    ) async throws(SignInFailure) -> Value {
        do {
            return try await storage.withTransaction(body)
        } catch {
            throw SignInFailure(error)
        }
    }
}
