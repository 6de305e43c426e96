// SPDX-License-Identifier: Apache-2.0

package import IdentityModel
package import JOSE
package import WireFormats

extension KeyRing {
    /// Rotates a host's keys: the next key becomes current, and a new next key is published. The former current key
    /// stays published for as long as its tokens may be valid.
    @discardableResult
    package func rotate(
        host: String, _ algorithm: JWSAlgorithm, by administrator: Administrator, at time: Timestamp
    ) async throws -> HostKeys {
        let replacement = try ReplacementKeys(vault: vault, algorithm, host: host, at: time)
        let records = try await storage.withTransaction { transaction in
            let keys = transaction.signingKeys
            let stored = try keys.list(host: host)
            guard let current = stored.key(algorithm.name, stage: .current) else {
                throw KeyRingFailure.hostNotPrepared(host)
            }
            try keys.move(current.id, from: .current, to: .previous)
            let promoted = try replacement.promote(in: keys, stored: stored)
            var event = AuditEvent(.keyRotated, at: time)
            event.details = [
                "host": .string(host), "algorithm": .string(algorithm.name), "key": .string(promoted),
                "previous": .string(current.id),
            ]
            event.attribute(to: administrator)
            try transaction.events.insert(event)
            return try keys.list(host: host)
        }
        return try open(records, host: host)
    }

    /// Revokes a key, so that its signatures are no longer accepted. The next key replaces a current key in the same
    /// transaction.
    @discardableResult
    package func revoke(_ id: String, by administrator: Administrator, at time: Timestamp) async throws -> HostKeys {
        guard let seen = try await storage.read({ try $0.signingKeys.find(id) }),
            let algorithm = JWSAlgorithm.named(seen.algorithm)
        else {
            throw KeyRingFailure.keyUnknown(id)
        }
        guard seen.stage != .revoked else {
            throw KeyRingFailure.keyRevokedBefore(id)
        }
        let replacement = try ReplacementKeys(vault: vault, algorithm, host: seen.host, at: time)
        let records = try await storage.withTransaction { transaction in
            let keys = transaction.signingKeys
            try keys.move(id, from: seen.stage, to: .revoked)
            let stored = try keys.list(host: seen.host)
            switch seen.stage {
            case .current: _ = try replacement.promote(in: keys, stored: stored)
            case .next: try keys.insert(replacement.next)
            case .previous, .revoked: break
            }
            var event = AuditEvent(.keyRevoked, at: time)
            event.details = [
                "host": .string(seen.host), "algorithm": .string(seen.algorithm), "key": .string(id),
                "stage": .string(seen.stage.rawValue),
            ]
            event.attribute(to: administrator)
            try transaction.events.insert(event)
            return try keys.list(host: seen.host)
        }
        return try open(records, host: seen.host)
    }

    /// Starts a new epoch for each host, which invalidates all sealed data that clients hold.
    ///
    /// This is necessary after a backup is restored, because the backup lacks records of consumed values.
    package func startEpochs(
        hosts: [String], in transaction: any StorageTransaction, at time: Timestamp
    ) throws {
        let keys = transaction.signingKeys
        for host in hosts {
            for record in try keys.list(host: host)
            where record.algorithm == KeyVault.sessionAlgorithm && record.stage == .current {
                try keys.move(record.id, from: .current, to: .revoked)
            }
            try keys.insert(vault.makeEpoch(host: host, at: time))
        }
    }
}

extension KeyRing {
    /// Revokes all refresh tokens and sealed data after a backup was restored, and ends the browser sessions. The
    /// backup lacks the uses and revocations since it was made. A session that is the only way into its account stays.
    package func revokeAfterRestore(
        hosts: [String], by administrator: Administrator, at time: Timestamp
    ) async throws {
        try await storage.withTransaction { transaction in
            try self.endEverything(
                hosts: hosts, because: "a backup was restored", by: administrator, in: transaction, at: time)
        }
        for host in hosts {
            try await reload(host: host)
        }
    }

    private func endEverything(
        hosts: [String], because reason: String, by administrator: Administrator,
        in transaction: any StorageTransaction, at time: Timestamp
    ) throws {
        try transaction.refreshTokens.removeAll()
        try transaction.sessions.removeAllReplaceable()
        try startEpochs(hosts: hosts, in: transaction, at: time)
        var event = AuditEvent(.tokenRevoked, at: time)
        event.details = ["reason": .string(reason)]
        event.attribute(to: administrator)
        try transaction.events.insert(event)
    }
}

extension KeyRing {
    /// Replaces all keys of the hosts by new ones under this ring's master key, which may be a new one, and voids
    /// everything that was issued before: nothing is opened with the former master key, which may be lost.
    package func replaceAll(
        hosts: [String], by administrator: Administrator, at time: Timestamp
    ) async throws {
        let stored = try await storage.read { snapshot in
            try hosts.flatMap { try snapshot.signingKeys.list(host: $0) }.filter { $0.stage == .current }
        }
        let made = try stored.compactMap { record in
            try JWSAlgorithm.named(record.algorithm).map {
                try vault.makeKey($0, host: record.host, stage: .current, at: time)
            }
        }
        try await storage.withTransaction { transaction in
            for host in hosts {
                for record in try transaction.signingKeys.list(host: host)
                where record.stage != .revoked && record.algorithm != KeyVault.sessionAlgorithm {
                    try transaction.signingKeys.move(record.id, from: record.stage, to: .revoked)
                }
            }
            for record in made { try transaction.signingKeys.insert(record) }
            try self.endEverything(
                hosts: hosts, because: "the master key was replaced", by: administrator, in: transaction, at: time)
        }
    }
}

/// Two new keys, generated before a transaction begins: a next key, and a current key for a host without a next one.
private struct ReplacementKeys: Sendable {
    let current: SigningKeyRecord
    let next: SigningKeyRecord

    init(
        vault: KeyVault, _ algorithm: JWSAlgorithm, host: String, at time: Timestamp
    ) throws(KeyRingFailure) {
        current = try vault.makeKey(algorithm, host: host, stage: .current, at: time)
        next = try vault.makeKey(algorithm, host: host, stage: .next, at: time)
    }

    /// Makes the next key current and returns its ID.
    func promote(in keys: any SigningKeyStore, stored: [SigningKeyRecord]) throws -> String {
        if let announced = stored.key(next.algorithm, stage: .next) {
            try keys.move(announced.id, from: .next, to: .current)
            try keys.insert(next)
            return announced.id
        }
        try keys.insert(current)
        try keys.insert(next)
        return current.id
    }
}

extension [SigningKeyRecord] {
    fileprivate func key(_ algorithm: String, stage: SigningKeyRecord.Stage) -> SigningKeyRecord? {
        first { $0.algorithm == algorithm && $0.stage == stage }
    }
}
