// SPDX-License-Identifier: Apache-2.0

import Configuration
package import IdentityModel

/// Removes an API from the stored configuration, with its grants and its places in the policies of clients.
package struct APIRemoval: Sendable {
    private let server: AdministeredServer

    package init(server: AdministeredServer) {
        self.server = server
    }

    package func callAsFunction(
        _ audience: String, by administrator: Administrator
    ) async throws(AdministrationFailure) {
        _ = try await server.apply(
            .removing(api: audience, settings: ConfigurationApplication.Settings(url: server.url)),
            changing: .api(audience), by: administrator)
    }
}
