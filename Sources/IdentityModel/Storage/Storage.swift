// SPDX-License-Identifier: Apache-2.0

/// The durable storage of a server.
///
/// A transaction is one durable unit. When `withTransaction` returns, the changes are on disk. When the body throws,
/// nothing has changed. Other transactions wait for a body, so bodies are short and synchronous: slow work such as
/// verifying and signing is done before.
package protocol Storage: Sendable {
    /// Runs the body in isolation and makes its changes durable.
    ///
    /// The storage may roll back and run the body again, so the body must have no other effects.
    ///
    /// A body does not catch a failure of the storage, and no branch depends on whether a write succeeded: a storage may
    /// write only after the body has ended. If a write fails, nothing is stored, and the call throws the first conflict,
    /// as `reporting` names it, or the error of the storage, whatever the body has returned or thrown.
    ///
    /// A storage may lock what a body reads. So a body that changes an account, or what belongs to one, reads the account
    /// first, and then one-time values, the session, the passkey, and the refresh token or code.
    ///
    /// The call returns the outcome even if its task is canceled. After `unavailable` the changes are rolled back. They
    /// can still be found stored if the process or the machine stops before the storage can write again.
    func withTransaction<Value: Sendable>(
        _ body: @escaping @Sendable (any StorageTransaction) throws -> Value
    ) async throws -> Value

    /// Runs the body with a consistent snapshot, concurrently with other reads and transactions.
    ///
    /// The body may run on the caller's thread, so it only looks up a few records.
    func read<Value: Sendable>(
        _ body: @escaping @Sendable (any StorageSnapshot) throws -> Value
    ) async throws -> Value

    /// Throws what a transaction would throw now, without changing anything.
    ///
    /// What shows only when data is written, such as a full disk, may go unnoticed.
    func checkWritable() async throws

    /// Finishes pending work and closes the files.
    func close() async
}

/// The stores of a read.
package protocol StorageSnapshot {
    var users: any UserReading { get }
    var owners: any OwnerReading { get }
    var passkeys: any PasskeyReading { get }
    var passwords: any PasswordReading { get }
    var deviceKeys: any DeviceKeyReading { get }
    var sessions: any BrowserSessionReading { get }
    var outbox: any OutboxReading { get }
    var objections: any ObjectionReading { get }
    var replacedAddresses: any ReplacedAddressReading { get }
    var codes: any CodeReading { get }
    var consents: any ConsentReading { get }
    var authorizationCodes: any AuthorizationCodeReading { get }
    var deviceAuthorizations: any DeviceAuthorizationReading { get }
    var refreshTokens: any RefreshTokenReading { get }
    var signingKeys: any SigningKeyReading { get }
    var configuration: any ConfigurationReading { get }
    var events: any EventReading { get }
    var oneTime: any OneTimeReading { get }
    var clock: any ClockReading { get }
    var serverStart: any ServerStartReading { get }
}

/// The stores of a transaction.
package protocol StorageTransaction {
    var users: any UserStore { get }
    var owners: any OwnerStore { get }
    var passkeys: any PasskeyStore { get }
    var passwords: any PasswordStore { get }
    var deviceKeys: any DeviceKeyStore { get }
    var sessions: any BrowserSessionStore { get }
    var outbox: any OutboxStore { get }
    var objections: any ObjectionStore { get }
    var replacedAddresses: any ReplacedAddressStore { get }
    var codes: any CodeStore { get }
    var consents: any ConsentStore { get }
    var authorizationCodes: any AuthorizationCodeStore { get }
    var deviceAuthorizations: any DeviceAuthorizationStore { get }
    var refreshTokens: any RefreshTokenStore { get }
    var signingKeys: any SigningKeyStore { get }
    var configuration: any ConfigurationStore { get }
    var events: any EventStore { get }
    var oneTime: any OneTimeStore { get }
    var clock: any ClockStore { get }
    var serverStart: any ServerStartStore { get }

    /// Runs a part of the body. A conflict of exactly this kind in it fails the transaction with `failure` instead.
    func reporting<Value>(
        _ conflict: StorageConflict, as failure: any Error, _ body: () throws -> Value
    ) throws -> Value
}

/// A failure of the storage itself, never caused by the caller's input.
package enum StorageError: Error, Hashable, Sendable {
    /// The storage can't be used now, for example because the disk is full or read-only. It may recover without a
    /// restart.
    case unavailable(reason: String)
    /// The data was written by a newer version or another program.
    case incompatible(reason: String)
    /// The data can't be read any longer. A backup has to replace it.
    case damaged(reason: String)
}

/// A conflict with the stored state that rolled a transaction back.
package enum StorageConflict: Error, Hashable, Sendable {
    /// Another record has the same identifier, credential or name.
    case alreadyExists
    /// The record doesn't exist, or not any longer.
    case notFound
    /// The record changed after the caller read it.
    case modifiedConcurrently
    /// The one-time value was consumed before.
    case alreadyConsumed
}
