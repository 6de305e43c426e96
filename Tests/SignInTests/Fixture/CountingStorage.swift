// SPDX-License-Identifier: Apache-2.0

import IdentityModel
import POSIX

/// What a request reads and computes.
struct LookUpCost: Hashable {
    var users = 0
    var passkeys = 0
    var passwords = 0
    var others = 0
    var hashes = 0
}

/// Counts which stores a read uses.
struct CountingStorage: Storage {
    let storage: any Storage
    let cost: Locked<LookUpCost>

    func read<Value: Sendable>(
        _ body: @escaping @Sendable (any StorageSnapshot) throws -> Value
    ) async throws -> Value {
        try await storage.read { [cost] in try body(CountingSnapshot(snapshot: $0, cost: cost)) }
    }

    func withTransaction<Value: Sendable>(
        _ body: @escaping @Sendable (any StorageTransaction) throws -> Value
    ) async throws -> Value {
        try await storage.withTransaction(body)
    }

    func checkWritable() async throws { try await storage.checkWritable() }
    func close() async { await storage.close() }
}

private struct CountingSnapshot: StorageSnapshot {
    let snapshot: any StorageSnapshot
    let cost: Locked<LookUpCost>

    var users: any UserReading {
        cost.withLock { $0.users += 1 }
        return snapshot.users
    }
    var passkeys: any PasskeyReading {
        cost.withLock { $0.passkeys += 1 }
        return snapshot.passkeys
    }
    var passwords: any PasswordReading {
        cost.withLock { $0.passwords += 1 }
        return snapshot.passwords
    }
    var deviceKeys: any DeviceKeyReading { other(snapshot.deviceKeys) }
    var owners: any OwnerReading { other(snapshot.owners) }
    var sessions: any BrowserSessionReading { other(snapshot.sessions) }
    var outbox: any OutboxReading { other(snapshot.outbox) }
    var objections: any ObjectionReading { other(snapshot.objections) }
    var replacedAddresses: any ReplacedAddressReading { other(snapshot.replacedAddresses) }
    var codes: any CodeReading { other(snapshot.codes) }
    var consents: any ConsentReading { other(snapshot.consents) }
    var authorizationCodes: any AuthorizationCodeReading { other(snapshot.authorizationCodes) }
    var deviceAuthorizations: any DeviceAuthorizationReading { other(snapshot.deviceAuthorizations) }
    var refreshTokens: any RefreshTokenReading { other(snapshot.refreshTokens) }
    var signingKeys: any SigningKeyReading { other(snapshot.signingKeys) }
    var configuration: any ConfigurationReading { other(snapshot.configuration) }
    var events: any EventReading { other(snapshot.events) }
    var oneTime: any OneTimeReading { other(snapshot.oneTime) }
    var clock: any ClockReading { other(snapshot.clock) }
    var serverStart: any ServerStartReading { other(snapshot.serverStart) }

    private func other<Store>(_ store: Store) -> Store {
        cost.withLock { $0.others += 1 }
        return store
    }
}
