// SPDX-License-Identifier: Apache-2.0

package import IdentityModel
package import JOSE
package import OpenIDProvider

/// Starts signing with the next key of a host. The previous key stays published, so that its tokens stay valid.
package struct KeyRotation: Sendable {
    private let server: AdministeredServer
    private let ring: KeyRing

    package init(server: AdministeredServer, ring: KeyRing) {
        self.server = server
        self.ring = ring
    }

    /// Returns the algorithms that a host signs with: all of them, or the one that is named.
    package func algorithms(
        of host: String, named name: String? = nil
    ) async throws(AdministrationFailure) -> [JWSAlgorithm] {
        let signing = try await KeyListing(server: server)(of: host).filter { $0.stage == .current }.map(\.algorithm)
        guard !signing.isEmpty else { throw .keyRing(.hostNotPrepared(host)) }
        guard let name else { return signing.compactMap(JWSAlgorithm.named) }
        guard signing.contains(name) else { throw .algorithmNotInUse(name, host: host, inUse: signing) }
        return [name].compactMap(JWSAlgorithm.named)
    }

    package func callAsFunction(
        _ algorithm: JWSAlgorithm, at host: String, by administrator: Administrator
    ) async throws(AdministrationFailure) -> RotatedKey {
        let keys = try await KeyListing(server: server)(of: host)
        do {
            try await ring.requireMasterKey(of: host)
            let rotated = try await ring.rotate(host: host, algorithm, by: administrator, at: server.now())
            return RotatedKey(
                algorithm: algorithm, host: host, id: rotated.currentKey(algorithm.name)?.id,
                wasPublished: keys.contains { $0.stage == .next && $0.algorithm == algorithm.name })
        } catch {
            throw AdministrationFailure(error)
        }
    }
}

/// The key that signs after a rotation.
package struct RotatedKey: Sendable {
    package let algorithm: JWSAlgorithm
    package let host: String
    package let id: String?
    /// Whether it was published before, so that services have fetched it.
    package let wasPublished: Bool
}

extension KeyRing {
    /// Opens a stored key, because a new key stored under a wrong master key would be useless.
    func requireMasterKey(of host: String) async throws {
        do {
            try await reload(host: host)
        } catch KeyRingFailure.damaged {
            // The master key is right, and the damaged key may be the one to revoke.
        }
    }
}

extension HostKeys {
    func currentKey(_ algorithm: String) -> PublishedKey? {
        published.first { $0.stage == .current && $0.algorithm.name == algorithm }
    }
}
