// SPDX-License-Identifier: Apache-2.0

package import IdentityModel
package import OpenIDProvider

/// Withdraws a signing key, which invalidates the tokens that it signed. If it is the current key, the next key takes
/// over.
package struct KeyRevocation: Sendable {
    private let server: AdministeredServer
    private let ring: KeyRing

    package init(server: AdministeredServer, ring: KeyRing) {
        self.server = server
        self.ring = ring
    }

    package func callAsFunction(
        _ id: String, by administrator: Administrator
    ) async throws(AdministrationFailure) -> RevokedKey {
        let found = try await server.read { try $0.signingKeys.find(id) }
        do {
            if let found, found.stage != .revoked { try await ring.requireMasterKey(of: found.host) }
            let keys = try await ring.revoke(id, by: administrator, at: server.now())
            let successor = found?.stage == .current ? found?.algorithm : nil
            return RevokedKey(
                id: id,
                successor: successor.map { algorithm in
                    RevokedKey.Successor(algorithm: algorithm, host: keys.host, id: keys.currentKey(algorithm)?.id)
                })
        } catch {
            throw AdministrationFailure(error)
        }
    }
}

/// A key that was revoked.
package struct RevokedKey: Sendable {
    /// The key that signs in its place.
    package struct Successor: Sendable {
        package let algorithm: String
        package let host: String
        package let id: String?
    }

    package let id: String
    /// `nil` if the key did not sign any longer, or not yet.
    package let successor: Successor?
}
