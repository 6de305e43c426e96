// SPDX-License-Identifier: Apache-2.0

import Configuration
import IdentityModel
import WireFormats

/// What is left of an account when a way in goes.
extension Account {
    /// Whether the user can sign in again without a passkey.
    ///
    /// A device key or an address is not what is left of one that has settled: a key ends with its device, or when its
    /// client says so. One that has not is an addition, which is
    /// taken back also where nothing else was there before (L10).
    func canDoWithout(_ passkey: Passkey, in configuration: ConfigurationSnapshot, at time: Timestamp) -> Bool {
        var left = Set(waysIn.filter { $0.kind != .deviceKey })
        if !passkey.hasSettled(at: time) {
            let keys = deviceKeys.filter { $0.hasSettled(at: time) && signsIn($0, in: configuration, at: time) }
            left.formUnion(keys.map(\.id.way) + addresses(in: configuration, at: time))
        }
        return canSignIn(with: left.subtracting([passkey.id.way]), in: configuration)
    }

    /// Whether the user can sign in again without a device key. Of one that has settled, what is left has, too: it is not
    /// what its thief has just added (L11).
    func canDoWithout(
        _ key: DeviceKey, password: StoredPassword?, in configuration: ConfigurationSnapshot, at time: Timestamp
    ) -> Bool {
        let young =
            passkeys.filter { !$0.hasSettled(at: time) }.map(\.id.way)
            + deviceKeys.filter { !$0.hasSettled(at: time) }.map(\.id.way)
            + (password.map { $0.hasSettled(at: time) ? [] : [user.id.passwordWay] } ?? [])
        let ended = deviceKeys.filter { !signsIn($0, in: configuration, at: time) }.map(\.id.way)
        let others = Set(waysIn).subtracting(ended)
        let left =
            key.hasSettled(at: time)
            ? others.subtracting(young) : others.union(addresses(in: configuration, at: time))
        return canSignIn(with: left.subtracting([key.id.way]), in: configuration)
    }

    /// Whether a way of these is of a kind that the account's connection has enabled.
    private func canSignIn(with ways: Set<WayReference>, in configuration: ConfigurationSnapshot) -> Bool {
        guard let connection = configuration.connection(user.connection) else { return !ways.isEmpty }
        return ways.contains { $0.kind.isEnabled(in: connection, of: configuration) }
    }

    /// Whether the client of a device key still takes it.
    func signsIn(_ key: DeviceKey, in configuration: ConfigurationSnapshot, at time: Timestamp) -> Bool {
        guard let client = configuration.client(key.client), client.isFirstParty,
            let connection = configuration.connection(user.connection), configuration.allows(client, in: connection),
            client.deviceKeysUntil.map({ $0 > time }) ?? true,
            DevicePublicKey(stored: key.publicKey).map(client.accepts) ?? false
        else { return false }
        return key.shape == .legacy
            ? client.usesLegacyDeviceKeys : client.isOIDCConformant && client.grantTypes.contains(.jwtBearer)
    }

    /// The settled addresses whose codes sign in.
    private func addresses(in configuration: ConfigurationSnapshot, at time: Timestamp) -> [WayReference] {
        guard let connection = configuration.connection(user.connection) else { return [] }
        return user.identifiers.compactMap { identifier in
            let isYoung = identifier.unconfirmedUntil.map { $0 > time } ?? false
            guard identifier.isVerified, identifier.isUnique, !isYoung,
                let way = user.id.way(by: identifier.kind), way.kind.isEnabled(in: connection, of: configuration)
            else { return nil }
            return way
        }
    }
}
