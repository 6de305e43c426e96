// SPDX-License-Identifier: Apache-2.0

import Cryptography
import IdentityModel
import JOSE
import OpenIDProvider
import TestStorage
import Testing
import WireFormats

/// The key ring's reads and writes in its storage.
@Suite struct KeyRingStorageTests {
    static let host = ProviderFixture.host
    static let now = ProviderFixture.start
    static let later = Timestamp(secondsSince1970: now.secondsSince1970 + 1)

    private func ring(_ storage: any Storage, generatesEagerly: Bool = false) -> KeyRing {
        KeyRing(testing: storage, generatesEagerly: generatesEagerly)
    }

    // MARK: Generating

    @Test func `requesting the default algorithms makes no extra keys`() async throws {
        try await withStorage { storage in
            let keys = try await ring(storage).prepare(host: Self.host, algorithms: [.rs256, .es256], at: Self.now)
            #expect(keys.published.map(\.algorithm) == [.rs256, .es256])
        }
    }

    @Test func `a next key is announced even while the first RSA key is being generated`() async throws {
        try await withStorage { storage in
            let ring = ring(storage, generatesEagerly: true)
            try await ring.prepare(host: Self.host, at: Self.now)
            try await ring.prepareNext(host: Self.host, at: Self.now)
            let keys = try #require(ring.keys(of: Self.host)).published.filter { $0.algorithm == .rs256 }
            #expect(keys.map(\.stage).sorted { $0.rawValue < $1.rawValue } == [.current, .next])
        }
    }

    // MARK: Writing

    @Test func `a second start finds all keys and writes nothing`() async throws {
        try await withStorage { storage in
            let first = ring(storage)
            try await first.prepare(host: Self.host, at: Self.now)
            try await first.prepareNext(host: Self.host, at: Self.now)
            let counting = InstrumentedStorage(storage)
            let second = ring(counting)
            try await second.prepare(host: Self.host, at: Self.now)
            try await second.prepareNext(host: Self.host, at: Self.now)
            #expect(counting.transactions == 0)
        }
    }

    @Test func `a complete set of keys is not stored again`() async throws {
        try await withStorage { storage in
            let counting = InstrumentedStorage(storage)
            let ring = ring(counting, generatesEagerly: true)
            try await ring.prepare(host: Self.host, at: Self.now)
            _ = try await ring.completeKeys(of: Self.host)
            let before = counting.transactions
            _ = try await ring.completeKeys(of: Self.host)
            #expect(counting.transactions == before)
        }
    }

    // MARK: Epochs

    @Test func `a revoked epoch is not used, even if it is the newest`() async throws {
        try await withStorage { storage in
            let ring = ring(storage)
            let keys = try await ring.prepare(host: Self.host, at: Self.now)
            let ended = SigningKeyRecord(
                id: "epoch-ended", host: Self.host, algorithm: "A256GCM", sealedPrivateKey: [], publicKeyInfo: [],
                createdAt: Self.later, stage: .revoked)
            try await storage.withTransaction { try $0.signingKeys.insert(ended) }
            #expect(try await ring.reload(host: Self.host).sessionEpoch == keys.sessionEpoch)
        }
    }

    @Test func `generating a signing key does not change the session epoch`() async throws {
        try await withStorage { storage in
            let ring = ring(storage)
            let first = try await ring.prepare(host: Self.host, at: Self.now)
            let second = try await ring.prepare(host: Self.host, algorithms: [.edDSA], at: Self.later)
            #expect(second.algorithms == [.rs256, .es256, .edDSA])
            #expect(second.sessionEpoch == first.sessionEpoch)
        }
    }

    // MARK: Damaged records

    /// Returns a record of a sealed key under this ID and algorithm.
    private func record(of key: PrivateKey, id: String, algorithm: JWSAlgorithm) -> SigningKeyRecord {
        let seal = ProviderFixture.master.sealingKey(for: .signingKeys)
        return SigningKeyRecord(
            id: id, host: Self.host, algorithm: algorithm.name,
            sealedPrivateKey: seal.seal(key.privateKeyInfo, authenticating: [UInt8]("\(id)\n\(Self.host)".utf8)),
            publicKeyInfo: key.publicKey.subjectPublicKeyInfo, createdAt: Self.now, stage: .current)
    }

    private func reload(_ record: SigningKeyRecord) async throws -> KeyRingFailure? {
        try await withStorage { storage in
            try await storage.withTransaction { try $0.signingKeys.insert(record) }
            do {
                try await ring(storage).reload(host: Self.host)
                return nil
            } catch let failure as KeyRingFailure {
                return failure
            }
        }
    }

    @Test func `a key does not open under another algorithm or key ID`() async throws {
        let key = PrivateKey.generate(.elliptic(.p256))
        let id = Base64URL.encode(try #require(JSONWebKey(key.publicKey)).thumbprint)
        // Only its epoch is missing.
        #expect(
            try await reload(record(of: key, id: id, algorithm: .es256)) == .hostNotPrepared(Self.host))
        #expect(try await reload(record(of: key, id: id, algorithm: .edDSA)) == .damaged(key: id))
        let other = PrivateKey.generate(.elliptic(.p256))
        #expect(try await reload(record(of: other, id: id, algorithm: .es256)) == .damaged(key: id))
    }
}
