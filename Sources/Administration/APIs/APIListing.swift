// SPDX-License-Identifier: Apache-2.0

package import Configuration

/// Lists the APIs by audience, with the clients whose refresh tokens are for each.
package struct APIListing: Sendable {
    private let server: AdministeredServer

    package init(server: AdministeredServer) {
        self.server = server
    }

    package func callAsFunction() async throws(AdministrationFailure) -> [ConfiguredAPI] {
        let configuration = try await server.configuration()
        let clients = configuration.clients.values.sorted { ($0.name, $0.id) < ($1.name, $1.id) }
        return configuration.resourceServers.values.sorted { $0.identifier < $1.identifier }.map { api in
            ConfiguredAPI(
                api: api,
                clients: clients.filter { $0.refreshTokens.audiences.contains { $0.audience == api.identifier } })
        }
    }
}

/// An API, with the clients whose refresh tokens are for it.
package struct ConfiguredAPI: Sendable {
    package let api: ResourceServer
    package let clients: [Client]
}
