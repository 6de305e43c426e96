// SPDX-License-Identifier: Apache-2.0

import Configuration
import Cryptography
import IdentityModel
import JOSE
import OpenIDProvider
import TestStorage
import Testing
import WireFormats

@Suite struct KeyRingTests {
    static let host = ProviderFixture.host
    static let now = ProviderFixture.start

    private func ring(
        _ storage: any Storage, master: UInt8 = 7, generatesEagerly: Bool = false, firstKey: Int = 0
    ) throws -> KeyRing {
        let key = try #require(MasterKey(bytes: [UInt8](repeating: master, count: 32)))
        return KeyRing(testing: storage, master: key, generatesEagerly: generatesEagerly, firstKey: firstKey)
    }

    private func stages(_ ring: KeyRing) async throws -> [String: SigningKeyRecord.Stage] {
        try await Dictionary(uniqueKeysWithValues: ring.list(host: Self.host).map { ($0.id, $0.stage) })
    }

    private func current(_ keys: HostKeys, algorithm: JWSAlgorithm) throws -> String {
        try keys.signingKey(algorithm).id
    }

    private func published(_ keys: HostKeys, for algorithms: [JWSAlgorithm]? = nil) throws -> [String] {
        try #require(keys.document(for: algorithms ?? keys.algorithms)["keys"]?.arrayValue).compactMap {
            $0["kid"]?.stringValue
        }
    }

    // MARK: Generating

    @Test func `the first start generates RSA and P-256 keys, RSA first`() async throws {
        try await withStorage { storage in
            let keys = try await ring(storage).prepare(host: Self.host, at: Self.now)
            #expect(keys.algorithms == [.rs256, .es256])
            let document = try #require(keys.document(for: keys.algorithms)["keys"]?.arrayValue)
            #expect(document.map { $0["kty"]?.stringValue } == ["RSA", "EC"])
            for key in document {
                let json = try #require(key.objectValue)
                #expect(json["use"] == "sig")
                #expect(try json["kid"]?.stringValue == Base64URL.encode(JSONWebKey(json).thumbprint))
            }
        }
    }

    @Test func `only public keys are published`() async throws {
        let keys = try await ProviderFixture.keys()
        for key in try #require(keys.document(for: keys.algorithms)["keys"]?.arrayValue) {
            let names = try #require(key.objectValue).members.map(\.name)
            #expect(Set(names).isSubset(of: ["kty", "use", "alg", "kid", "n", "e", "crv", "x", "y"]))
        }
    }

    @Test func `an Ed25519 key is generated on request`() async throws {
        let keys = try await ProviderFixture.keys()
        #expect(keys.algorithms == [.rs256, .es256, .edDSA])
    }

    @Test func `keys of algorithms that no one else verifies are not published`() async throws {
        let keys = try await ProviderFixture.keys()
        #expect(try published(keys, for: [.rs256]) == [current(keys, algorithm: .rs256)])
        #expect(
            try published(keys, for: [.rs256, .edDSA]) == [
                current(keys, algorithm: .rs256), current(keys, algorithm: .edDSA),
            ])
        #expect(try keys.publishedKey(current(keys, algorithm: .es256)) != nil)
    }

    @Test func `published algorithms are RS256 and those that clients and APIs use`() throws {
        #expect(try ProviderFixture().configuration.tokenAlgorithms == [.rs256, .es256, .edDSA])
        let url = try WebOrigin("https://login.example.com")
        #expect(try ConfigurationSnapshot(documents: [], url: url).tokenAlgorithms == [.rs256])
        let plain = ConfigurationDocument(
            kind: .resourceServer, id: ProviderFixture.api,
            json: ["identifier": .string(ProviderFixture.api), "name": "API"])
        #expect(try ConfigurationSnapshot(documents: [plain], url: url).tokenAlgorithms == [.rs256, .es256])
        var rs256 = plain
        rs256.json["signing_alg"] = "RS256"
        #expect(try ConfigurationSnapshot(documents: [rs256], url: url).tokenAlgorithms == [.rs256])
    }

    @Test func `a second start finds the same keys`() async throws {
        try await withStorage { storage in
            let first = try await ring(storage).prepare(host: Self.host, at: Self.now)
            let second = try await ring(storage).prepare(host: Self.host, at: Self.now)
            #expect(try published(first) == published(second))
            #expect(first.sessionEpoch == second.sessionEpoch)
            let sealed = first.session.seal([1, 2, 3])
            #expect(second.session.open(sealed) == [1, 2, 3])
        }
    }

    @Test func `two instances that start at once agree on one set of keys`() async throws {
        try await withStorage { storage in
            async let one = ring(storage).prepare(host: Self.host, at: Self.now)
            async let other = ring(storage).prepare(host: Self.host, at: Self.now)
            let documents = try await [published(one), published(other)]
            #expect(documents[0] == documents[1])
        }
    }

    @Test func `each host has its own keys`() async throws {
        try await withStorage { storage in
            let ring = try ring(storage)
            let one = try await ring.prepare(host: Self.host, at: Self.now)
            let other = try await ring.prepare(host: ProviderFixture.otherHost, at: Self.now)
            #expect(try Set(published(one)).isDisjoint(with: published(other)))
            #expect(other.session.open(one.session.seal([1])) == nil)
        }
    }

    // MARK: Storage

    @Test func `private keys are stored encrypted`() async throws {
        try await withStorage { storage in
            try await ring(storage).prepare(host: Self.host, at: Self.now)
            let records = try await storage.read { try $0.signingKeys.list(host: Self.host) }
            for record in records where !record.publicKeyInfo.isEmpty {
                #expect(!contains(record.sealedPrivateKey, part: record.publicKeyInfo.suffix(32)))
            }
        }
    }

    @Test func `opening keys under another master key fails with that reason`() async throws {
        try await withStorage { storage in
            let keys = try await ring(storage).prepare(host: Self.host, at: Self.now)
            let id = try current(keys, algorithm: .rs256)
            await #expect(throws: KeyRingFailure.sealedWithAnotherMasterKey(key: id)) {
                try await ring(storage, master: 8).prepare(host: Self.host, at: Self.now)
            }
        }
    }

    @Test func `a key that was moved to another host does not open`() async throws {
        try await withStorage { storage in
            let ring = try ring(storage)
            try await ring.prepare(host: Self.host, at: Self.now)
            let stolen = try await storage.read { try $0.signingKeys.list(host: Self.host) }[0]
            try await storage.withTransaction { transaction in
                try transaction.signingKeys.insert(
                    SigningKeyRecord(
                        id: "moved", host: "c.example", algorithm: stolen.algorithm,
                        sealedPrivateKey: stolen.sealedPrivateKey, publicKeyInfo: stolen.publicKeyInfo,
                        createdAt: stolen.createdAt, stage: .current))
            }
            await #expect(throws: KeyRingFailure.sealedWithAnotherMasterKey(key: "moved")) {
                try await ring.prepare(host: "c.example", at: Self.now)
            }
        }
    }

    @Test func `a master key has 32 bytes and is never printed`() throws {
        #expect(MasterKey(bytes: [UInt8](repeating: 1, count: 31)) == nil)
        let key = try #require(MasterKey(bytes: MasterKey.generateBytes()))
        #expect("\(key) \(String(reflecting: key))" == "MasterKey MasterKey")
        #expect(Mirror(reflecting: key).children.isEmpty)
    }

    @Test func `every purpose has its own derived key`() {
        let key = ProviderFixture.master
        let purposes: [MasterKey.Purpose] = [
            .signingKeys, .session(host: "a", epoch: "b"), .session(host: "ab", epoch: ""),
            .session(host: "a", epoch: "c"), .proofNonces(host: "a"), .proofNonces(host: "b"),
        ]
        #expect(Set(purposes.map { key.bytes(for: $0) }).count == purposes.count)
    }

    // MARK: Rotation and revocation

    @Test func `the next key is announced before it signs`() async throws {
        try await withStorage { storage in
            let ring = try ring(storage)
            let before = try await ring.prepare(host: Self.host, at: Self.now)
            try await ring.prepareNext(host: Self.host, at: Self.now)
            let announced = try #require(ring.keys(of: Self.host))
            #expect(try published(announced).count == 4)
            #expect(announced.algorithms == [.rs256, .es256])
            let next = try #require(announced.published.first { $0.stage == .next && $0.algorithm == .es256 })
            let after = try await ring.rotate(host: Self.host, .es256, by: .command("keys rotate"), at: Self.now)
            #expect(try current(after, algorithm: .es256) == next.id)
            #expect(try current(after, algorithm: .rs256) == current(before, algorithm: .rs256))
            #expect(try published(after).contains(current(before, algorithm: .es256)))
            #expect(try published(after).count == 5)
            try await ring.prepareNext(host: Self.host, at: Self.now)
            #expect(try #require(ring.keys(of: Self.host)).published.count == 5)
        }
    }

    @Test func `eager generation makes two RSA keys, the current and the next`() async throws {
        try await withStorage { storage in
            let ring = try ring(storage, generatesEagerly: true)
            try await ring.prepare(host: Self.host, at: Self.now)
            let before = try #require(try await ring.completeKeys(of: Self.host))
            #expect(before.published.map(\.algorithm) == [.rs256, .es256])
            try await ring.prepareNext(host: Self.host, at: Self.now)
            let after = try #require(ring.keys(of: Self.host)).published.filter { $0.algorithm == .rs256 }
            #expect(Set(after.map(\.stage)) == [.current, .next])
            #expect(Set(after.map(\.id)).count == 2)
            #expect(after.first { $0.stage == .current }?.id == (try current(before, algorithm: .rs256)))
            let rotated = try await ring.rotate(host: Self.host, .rs256, by: .command("keys rotate"), at: Self.now)
            #expect(try current(rotated, algorithm: .rs256) == after.first { $0.stage == .next }?.id)
        }
    }

    @Test func `eager generation seals and signs with P-256 until the first RSA key is ready`()
        async throws
    {
        try await withStorage { storage in
            let ring = try ring(storage, generatesEagerly: true)
            let early = try await ring.prepare(host: Self.host, at: Self.now)
            #expect(early.algorithms == [.es256])
            #expect(early.session.open(early.session.seal([1])) == [1])
            // All callers get the same key.
            let waiting = try await withThrowingTaskGroup { group in
                for _ in 0..<8 { group.addTask { try await ring.completeKeys(of: Self.host) } }
                return try await group.reduce(into: []) { $0.append($1) }
            }
            let ids = try Set(waiting.map { try current(#require($0), algorithm: .rs256) })
            #expect(ids.count == 1)
            try await ring.prepareNext(host: Self.host, at: Self.now)
            let again = try await self.ring(storage).prepare(host: Self.host, at: Self.now)
            #expect(try ids == [current(again, algorithm: .rs256)])
            #expect(again.published.filter { $0.algorithm == .rs256 }.count == 2)
        }
    }

    @Test func `eager generation adopts an RSA key that another process stored first`() async throws {
        try await withStorage { storage in
            let ring = try ring(storage, generatesEagerly: true)
            try await ring.prepare(host: Self.host, at: Self.now)
            let other = try self.ring(storage, firstKey: 2)
            let stored = try await other.prepare(host: Self.host, at: Self.now)
            let adopted = try #require(try await ring.completeKeys(of: Self.host))
            #expect(try current(adopted, algorithm: .rs256) == current(stored, algorithm: .rs256))
            try await ring.prepareNext(host: Self.host, at: Self.now)
        }
    }

    @Test func `rotation without an announced key generates one and is recorded`() async throws {
        try await withStorage { storage in
            let ring = try ring(storage)
            let before = try await ring.prepare(host: Self.host, at: Self.now)
            let after = try await ring.rotate(host: Self.host, .es256, by: .command("keys rotate"), at: Self.now)
            #expect(try current(after, algorithm: .es256) != current(before, algorithm: .es256))
            #expect(try await stages(ring)[current(before, algorithm: .es256)] == .previous)
            let event = try #require(try await storage.read { try $0.events.list(user: nil, limit: 1) }.first)
            #expect(event.kind == .keyRotated)
            #expect(event.details["previous"]?.stringValue == (try current(before, algorithm: .es256)))
        }
    }

    @Test func `revoking the current key withdraws it and makes the next one current`() async throws {
        try await withStorage { storage in
            let ring = try ring(storage)
            let before = try await ring.prepare(host: Self.host, at: Self.now)
            let id = try current(before, algorithm: .es256)
            let after = try await ring.revoke(id, by: .command("keys revoke"), at: Self.now)
            #expect(after.publishedKey(id) == nil)
            #expect(try current(after, algorithm: .es256) != id)
            #expect(try await stages(ring)[id] == .revoked)
            await #expect(throws: KeyRingFailure.keyRevokedBefore(id)) {
                try await ring.revoke(id, by: .command("keys revoke"), at: Self.now)
            }
            await #expect(throws: KeyRingFailure.keyUnknown("x")) {
                try await ring.revoke("x", by: .command("keys revoke"), at: Self.now)
            }
            let event = try #require(try await storage.read { try $0.events.list(user: nil, limit: 1) }.first)
            #expect(event.kind == .keyRevoked)
        }
    }

    @Test(arguments: [SigningKeyRecord.Stage.next, .previous])
    func `revoking another key leaves the current one`(stage: SigningKeyRecord.Stage) async throws {
        try await withStorage { storage in
            let ring = try ring(storage)
            try await ring.prepare(host: Self.host, at: Self.now)
            let before = try await ring.rotate(host: Self.host, .es256, by: .command("keys rotate"), at: Self.now)
            let key = try #require(before.published.first { $0.stage == stage && $0.algorithm == .es256 })
            let after = try await ring.revoke(key.id, by: .command("keys revoke"), at: Self.now)
            #expect(try current(after, algorithm: .es256) == current(before, algorithm: .es256))
            #expect(after.published.contains { $0.stage == .next && $0.algorithm == .es256 })
            #expect(after.publishedKey(key.id) == nil)
        }
    }

    @Test func `reloading sees keys that another process changed`() async throws {
        try await withStorage { storage in
            let server = try ring(storage)
            try await server.prepare(host: Self.host, at: Self.now)
            let changed = try await ring(storage).rotate(
                host: Self.host, .es256, by: .command("keys rotate"), at: Self.now)
            let seen = try await server.reload(host: Self.host)
            #expect(try current(seen, algorithm: .es256) == current(changed, algorithm: .es256))
        }
    }

    @Test func `restoring a backup invalidates sealed values and refresh tokens`() async throws {
        try await withStorage { storage in
            let ring = try ring(storage)
            let before = try await ring.prepare(host: Self.host, at: Self.now)
            let user = ProviderFixture.user()
            let prepared = PreparedRefreshToken(
                RefreshToken.Grant(user: user.id, client: "app", host: Self.host, authenticatedAt: Self.now),
                policy: RefreshTokenPolicy(), at: Self.now)
            try await storage.withTransaction { transaction in
                try transaction.users.insert(user)
                try transaction.refreshTokens.insert(prepared.record)
            }
            try await ring.revokeAfterRestore(hosts: [Self.host], by: .command("restore"), at: Self.now)
            let after = try #require(ring.keys(of: Self.host))
            #expect(after.session.open(before.session.seal([1])) == nil)
            #expect(try await storage.read { try $0.refreshTokens.list(of: user.id) } == [])
            #expect(try current(after, algorithm: .rs256) == current(before, algorithm: .rs256))
        }
    }
}

private func contains(_ bytes: [UInt8], part: some Collection<UInt8>) -> Bool {
    bytes.indices.contains { bytes[$0...].starts(with: part) }
}
