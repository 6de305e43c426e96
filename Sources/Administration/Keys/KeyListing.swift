// SPDX-License-Identifier: Apache-2.0

package import IdentityModel
import JOSE

/// Lists the signing keys of a host, oldest first. It doesn't need the master key.
package struct KeyListing: Sendable {
    private let server: AdministeredServer

    package init(server: AdministeredServer) {
        self.server = server
    }

    package func callAsFunction(of host: String) async throws(AdministrationFailure) -> [SigningKeyRecord] {
        try await server.read { try $0.signingKeys.list(host: host) }
            .filter { JWSAlgorithm.named($0.algorithm) != nil }
    }
}
