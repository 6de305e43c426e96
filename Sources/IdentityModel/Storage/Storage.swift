// SPDX-License-Identifier: Apache-2.0

/// Where everything is kept that must outlive the process.
///
/// A transaction is one durable unit: when `withTransaction` returns, what the body did is on disk; when the body throws,
/// none of it is. Bodies are short and synchronous, because others wait behind them: whatever takes time – judging,
/// signing – is done before.
package protocol Storage: Sendable {
    /// Runs the body against the stored state, alone, and makes what it did durable. What a body did may be undone and the
    /// body run again, so it has no effects but on the transaction.
    ///
    /// Whoever waits learns the end, canceled or not. After `unavailable` nothing is kept; only if the process or the
    /// power ends before the storage can write again may what was under way be found done.
    func withTransaction<Value: Sendable>(
        _ body: @escaping @Sendable (any StorageTransaction) throws -> Value
    ) async throws -> Value

    /// Runs the body against a consistent view of the stored state, beside others. It may run on the caller's thread, so it
    /// looks up a few records and does nothing else.
    func read<Value: Sendable>(
        _ body: @escaping @Sendable (any StorageSnapshot) throws -> Value
    ) async throws -> Value

    /// Writes a consistent copy, where there is no file yet, while the storage goes on working.
    func backUp(to path: String) async throws

    /// Ends what is under way and lets go of the files.
    func close() async
}

/// What can be read.
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

/// What can be read and changed, as one unit.
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
