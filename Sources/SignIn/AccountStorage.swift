// SPDX-License-Identifier: Apache-2.0

package import IdentityModel
package import WireFormats

/// The storage of accounts, with the clock by which its records expire. Its errors become failures of use cases.
package struct AccountStorage: Sendable {
    package let storage: any Storage
    package let now: @Sendable () -> Timestamp
    /// Tells users of changes to their accounts.
    package let notices: Notices

    package init(
        _ storage: any Storage, now: @escaping @Sendable () -> Timestamp = { .now() }, notices: Notices = .off
    ) {
        self.storage = storage
        self.now = now
        self.notices = notices
    }

    func read<Value: Sendable>(
        _ body: @escaping @Sendable (any StorageSnapshot) throws -> Value
    ) async throws(SignInFailure) -> Value {
        do {
            return try await storage.read(body)
        } catch {
            throw SignInFailure(error)
        }
    }

    /// Stores changes as one durable unit.
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
