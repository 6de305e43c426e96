// SPDX-License-Identifier: Apache-2.0

/// The durable storage.
///
/// A transaction is one durable unit. When `withTransaction` returns, all changes of the body are on disk; when the body
/// throws, none of them is. Bodies are short and synchronous, because other transactions wait for them. Slow work, such as
/// verifying and signing, is done before.
package protocol Storage: Sendable {
    /// Runs the body against the stored state, without other transactions, and makes its changes durable. The changes may be
    /// undone and the body run again, so it must have no other effects.
    ///
    /// Returns the outcome even if the task is canceled. After `unavailable` no change is stored, unless the process or the
    /// power fails before the storage can write again: then the changes may be found stored.
    func withTransaction<Value: Sendable>(
        _ body: @escaping @Sendable (any StorageTransaction) throws -> Value
    ) async throws -> Value

    /// Runs the body against a consistent view of the stored state, concurrently with others. It may run on the caller's
    /// thread, so it only looks up a few records.
    func read<Value: Sendable>(
        _ body: @escaping @Sendable (any StorageSnapshot) throws -> Value
    ) async throws -> Value

    /// Writes a consistent copy to a new file while the storage remains in use.
    func backUp(to path: String) async throws

    /// Finishes work in progress and closes the files.
    func close() async
}

/// A consistent view of the stored state.
package protocol StorageSnapshot {
    var users: any UserReading { get }
    var passkeys: any PasskeyReading { get }
    var refreshTokens: any RefreshTokenReading { get }
    var signingKeys: any SigningKeyReading { get }
    var configuration: any ConfigurationReading { get }
    var events: any EventReading { get }
    var oneTime: any OneTimeReading { get }
    var clock: any ClockReading { get }
}

/// The stores of one transaction.
package protocol StorageTransaction {
    var users: any UserStore { get }
    var passkeys: any PasskeyStore { get }
    var refreshTokens: any RefreshTokenStore { get }
    var signingKeys: any SigningKeyStore { get }
    var configuration: any ConfigurationStore { get }
    var events: any EventStore { get }
    var oneTime: any OneTimeStore { get }
    var clock: any ClockStore { get }
}
