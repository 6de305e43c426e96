// SPDX-License-Identifier: Apache-2.0

import Configuration
package import IdentityModel

/// Removes an application from the stored configuration, with its grants and its places in the lists of connections.
package struct ClientRemoval: Sendable {
    private let server: AdministeredServer

    package init(server: AdministeredServer) {
        self.server = server
    }

    /// Returns how many grants were removed with it.
    @discardableResult
    package func callAsFunction(
        _ id: String, by administrator: Administrator
    ) async throws(AdministrationFailure) -> Int {
        let plan = try await server.apply(
            .removing(client: id, settings: ConfigurationApplication.Settings(url: server.url)),
            changing: .client(id), by: administrator)
        return plan.changes.count { $0.key.kind == .clientGrant && $0.outcome == .removed }
    }
}
