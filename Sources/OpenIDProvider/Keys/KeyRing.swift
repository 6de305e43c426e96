// SPDX-License-Identifier: Apache-2.0

package import Cryptography
package import IdentityModel
package import JOSE
import POSIX
package import WireFormats

/// The signing keys of every host, sealed in the storage and opened in memory.
///
/// One instance serves the whole process. Changes of other processes are seen after ``reload(host:)``.
///
/// 1. `prepare` opens the keys of a host. The `KeyVault` generates those that are missing, and seals them with a key
///    that is derived from the `MasterKey`.
/// 2. Requests take the opened `HostKeys`, which sign tokens and seal what clients and browsers hold.
/// 3. `prepareNext` publishes the next key of each algorithm. `rotate` makes it current, and keeps the former key
///    published. `revoke` withdraws a key.
package final class KeyRing: Sendable {
    let vault: KeyVault
    let storage: any Storage
    private let opened = Locked<[String: HostKeys]>([:])
    private let decoyKeys = Locked<[String: HMACKey]>([:])
    /// The generations whose second key is not used yet, by host.
    private let generations = Locked<[String: ConcurrentKeyGeneration]>([:])

    /// Whether RSA keys are generated in the background, two at once, while requests that need none are already served.
    /// ``completeKeys(of:)`` waits for the first. ``prepareNext(host:at:)`` must be called to use the second.
    private let generatesEagerly: Bool

    package init(
        master: MasterKey, storage: any Storage, generatesEagerly: Bool = false,
        generating generate: @escaping KeyGeneration = PrivateKey.generate
    ) {
        self.generatesEagerly = generatesEagerly
        vault = KeyVault(master: master, generating: generate)
        self.storage = storage
    }

    /// Returns the keys of a host. `nil` before ``prepare(host:algorithms:at:)``.
    package func keys(of host: String) -> HostKeys? {
        opened.withLock { $0[host] }
    }

    /// The keyed hash by which credentials of a relying party are invented for user names.
    package func decoyHash(for relyingPartyID: String, of message: [UInt8]) -> [UInt8] {
        let key = decoyKeys.withLock { [vault] keys in
            if let key = keys[relyingPartyID] { return key }
            let bytes = vault.master.bytes(for: .decoys(relyingPartyID: relyingPartyID))
            let key = HMACKey(bytes, digest: .sha256)
            keys[relyingPartyID] = key
            return key
        }
        return key.authenticationCode(for: message)
    }

    /// The key that seals removed passwords.
    package var passwordSeal: AEADKey { vault.master.sealingKey(for: .removedPasswords) }

    /// The key that seals the marks by which browsers are known to an account.
    package var knownBrowserKey: AEADKey { vault.master.sealingKey(for: .knownBrowsers) }

    /// The key that seals the mail that waits to be sent.
    package var outgoingMailKey: AEADKey { vault.master.sealingKey(for: .outgoingMail) }

    /// The key that seals the text messages that wait to be sent.
    package var outgoingMessagesKey: AEADKey { vault.master.sealingKey(for: .outgoingMessages) }

    /// The key that hashes one-time codes.
    package var codeKey: HMACKey { HMACKey(vault.master.bytes(for: .codes), digest: .sha256) }

    /// The key that seals what is kept with a one-time code.
    package var codeSeal: AEADKey { vault.master.sealingKey(for: .codeContents) }

    /// Returns the keys of a host, after waiting for a first RSA key that is still being generated.
    package func completeKeys(of host: String) async throws -> HostKeys? {
        guard let keys = keys(of: host), keys.current[JWSAlgorithm.rs256.name] == nil,
            let generation = generations.withLock({ $0[host] })
        else { return keys(of: host) }
        // The first caller stores it; the others find it stored.
        return try await insertMissing([try await generation.first()], host: host)
    }

    /// Opens a host's keys, and generates those that are missing. RSA and P-256 keys always exist, though the RSA key
    /// may be ready a moment later. Others are generated on request.
    @discardableResult
    package func prepare(
        host: String, algorithms: [JWSAlgorithm] = [], at time: Timestamp
    ) async throws -> HostKeys {
        let wanted = [JWSAlgorithm.rs256, .es256] + algorithms.filter { $0 != .rs256 && $0 != .es256 }
        let stored = try await storage.read { try $0.signingKeys.list(host: host) }
        var made: [SigningKeyRecord] = []
        for algorithm in wanted where !stored.hasKey(algorithm.name, stage: .current) {
            if generatesEagerly, algorithm == .rs256 {
                startGeneration(algorithm, host: host, at: time)
            } else {
                made.append(try vault.makeKey(algorithm, host: host, stage: .current, at: time))
            }
        }
        if !stored.hasKey(KeyVault.sessionAlgorithm, stage: .current) {
            made.append(vault.makeEpoch(host: host, at: time))
        }
        guard !made.isEmpty else {
            return try open(stored, host: host)
        }
        return try await insertMissing(made, host: host)
    }

    /// Starts a generation, unless one is running for the host.
    private func startGeneration(_ algorithm: JWSAlgorithm, host: String, at time: Timestamp) {
        generations.withLock { generations in
            if generations[host] == nil {
                generations[host] = ConcurrentKeyGeneration(algorithm, vault: vault, host: host, at: time)
            }
        }
    }

    /// Generates the keys that sign after the current ones, so that they are published long before. It is slow for RSA,
    /// and nothing waits for it, so it runs after the start.
    package func prepareNext(host: String, at time: Timestamp) async throws {
        _ = try await completeKeys(of: host)
        let stored = try await storage.read { try $0.signingKeys.list(host: host) }
        var made: [SigningKeyRecord] = []
        for record in stored where record.stage == .current && !stored.hasKey(record.algorithm, stage: .next) {
            guard let algorithm = JWSAlgorithm.named(record.algorithm) else { continue }
            if algorithm == .rs256, let generation = generations.withLock({ $0.removeValue(forKey: host) }),
                let second = await generation.second()
            {
                made.append(second)
                continue
            }
            made.append(try vault.makeKey(algorithm, host: host, stage: .next, at: time))
        }
        if !made.isEmpty {
            try await insertMissing(made, host: host)
        }
    }

    /// Reads a host's keys again.
    @discardableResult
    package func reload(host: String) async throws -> HostKeys {
        try open(await storage.read { try $0.signingKeys.list(host: host) }, host: host)
    }

    /// All of a host's signing keys, revoked ones too, the oldest first.
    package func list(host: String) async throws -> [PublishedKey] {
        try await storage.read { try $0.signingKeys.list(host: host) }.compactMap(PublishedKey.init)
    }

    /// Inserts keys that are still missing. Two processes may start at once on an empty storage.
    @discardableResult
    private func insertMissing(_ made: [SigningKeyRecord], host: String) async throws -> HostKeys {
        let stored = try await storage.withTransaction { transaction in
            let present = try transaction.signingKeys.list(host: host)
            for record in made where !present.hasKey(record.algorithm, stage: record.stage) {
                try transaction.signingKeys.insert(record)
            }
            return try transaction.signingKeys.list(host: host)
        }
        return try open(stored, host: host)
    }

    @discardableResult
    func open(_ records: [SigningKeyRecord], host: String) throws(KeyRingFailure) -> HostKeys {
        let known = keys(of: host)?.current ?? [:]
        var current: [String: SigningKey] = [:]
        for record in records where record.stage == .current && record.algorithm != KeyVault.sessionAlgorithm {
            // Opening checks the key pair, which takes RSA a signature: what is open stays open.
            if let open = known[record.algorithm], open.id == record.id {
                current[record.algorithm] = open
            } else {
                current[record.algorithm] = try vault.open(record)
            }
        }
        guard let epoch = records.last(where: { $0.algorithm == KeyVault.sessionAlgorithm && $0.stage == .current })
        else {
            throw .hostNotPrepared(host)
        }
        let published = records.filter { $0.stage != .revoked }.compactMap(PublishedKey.init)
        let keys = HostKeys(
            host: host, published: published.filter(\.isRSA) + published.filter { !$0.isRSA },
            session: vault.master.sealingKey(for: .session(host: host, epoch: epoch.id)),
            accessTokens: vault.master.sealingKey(for: .accessTokens(host: host, epoch: epoch.id)),
            pages: vault.master.sealingKey(for: .pages(host: host, epoch: epoch.id)),
            sessionEpoch: epoch.id, current: current)
        opened.withLock { $0[host] = keys }
        return keys
    }
}

extension PublishedKey {
    fileprivate var isRSA: Bool { key.members["kty"] == "RSA" }
}

extension [SigningKeyRecord] {
    func hasKey(_ algorithm: String, stage: SigningKeyRecord.Stage) -> Bool {
        contains { $0.algorithm == algorithm && $0.stage == stage }
    }
}
