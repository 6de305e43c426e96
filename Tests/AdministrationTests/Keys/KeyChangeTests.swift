// SPDX-License-Identifier: Apache-2.0

import Administration
import IdentityModel
import JOSE
import OpenIDProvider
import StorageConformance
import Testing

struct KeyChangeTests {
    private let fixture: AdministrationFixture
    private let host = AdministrationFixture.host
    private var rotation: KeyRotation { KeyRotation(server: fixture.server, ring: fixture.ring) }

    init() async throws {
        fixture = try await AdministrationFixture()
    }

    private func rotate() async throws -> RotatedKey {
        try await rotation(.es256, at: host, by: AdministrationFixture.administrator)
    }

    private func revoke(_ id: String) async throws -> RevokedKey {
        try await KeyRevocation(server: fixture.server, ring: fixture.ring)(
            id, by: AdministrationFixture.administrator)
    }

    private func keys() async throws -> [SigningKeyRecord] { try await KeyListing(server: fixture.server)(of: host) }

    @Test func `a host without keys has none to rotate`() async throws {
        await #expect(throws: AdministrationFailure.keyRing(.hostNotPrepared(host))) {
            try await rotation.algorithms(of: host)
        }
    }

    @Test func `a key is rotated and revoked, and the next one takes over`() async throws {
        try await fixture.ring.prepare(host: host, at: Samples.time(0))
        #expect(Set(try await rotation.algorithms(of: host).map(\.name)) == ["RS256", "ES256"])
        #expect(try await rotation.algorithms(of: host, named: "ES256").map(\.name) == ["ES256"])
        await #expect(throws: AdministrationFailure.self) {
            try await rotation.algorithms(of: host, named: "EdDSA")
        }
        #expect(try await !rotate().wasPublished)
        let second = try await rotate()
        #expect(second.wasPublished)
        let id = try #require(second.id)
        let successor = try #require(try await revoke(id).successor)
        #expect(successor.algorithm == "ES256" && successor.id != id)
        #expect(try await keys().first { $0.id == id }?.stage == .revoked)
        await #expect(throws: AdministrationFailure.keyRing(.keyRevokedBefore(id))) { try await revoke(id) }
        await #expect(throws: AdministrationFailure.keyRing(.keyUnknown("x"))) { try await revoke("x") }
    }

    @Test func `a new key is not stored under a wrong master key`() async throws {
        try await fixture.ring.prepare(host: host, at: Samples.time(0))
        let before = try await keys().map(\.id)
        let master = try #require(MasterKey(bytes: Samples.bytes(2)))
        let ring = KeyRing(master: master, storage: fixture.storage)
        await #expect(throws: AdministrationFailure.self) {
            try await KeyRotation(server: fixture.server, ring: ring)(
                .es256, at: host, by: AdministrationFixture.administrator)
        }
        #expect(try await keys().map(\.id) == before)
    }

    @Test func `the keys are replaced under another master key, but not under the same`() async throws {
        try await fixture.ring.prepare(host: host, at: Samples.time(0))
        let before = try await keys().map(\.id)
        let same = try #require(MasterKey(bytes: Samples.bytes(1)))
        await #expect(throws: AdministrationFailure.masterKeyInUse) {
            try await KeyReplacement(server: fixture.server, master: same)(
                isMasterKeyNew: false, by: AdministrationFixture.administrator)
        }
        let other = try #require(MasterKey(bytes: Samples.bytes(2)))
        try await KeyReplacement(server: fixture.server, master: other)(
            isMasterKeyNew: false, by: AdministrationFixture.administrator)
        let current = try await keys().filter { $0.stage == .current }.map(\.id)
        #expect(current.count == 2 && Set(current).isDisjoint(with: before))
    }
}
