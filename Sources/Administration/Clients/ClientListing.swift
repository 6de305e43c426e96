// SPDX-License-Identifier: Apache-2.0

package import Configuration
package import IdentityModel

/// Lists the applications that users can sign in with, by name.
package struct ClientListing: Sendable {
    private let server: AdministeredServer

    package init(server: AdministeredServer) {
        self.server = server
    }

    package func callAsFunction() async throws(AdministrationFailure) -> [ConfiguredClient] {
        let documents = try await server.read { try $0.configuration.list() }
        let configuration = try server.snapshot(of: documents)
        let found = documents.compactMap { document -> ConfiguredClient? in
            guard document.kind == .client, let client = configuration.client(document.id) else { return nil }
            let closed = configuration.connections.values.filter { !configuration.allows(client, in: $0) }
            return ConfiguredClient(
                client: client, document: document, closedConnections: closed.map(\.name).sorted(),
                configuration: configuration)
        }
        return found.sorted { ($0.client.name, $0.client.id) < ($1.client.name, $1.client.id) }
    }
}

/// An application, as it is used and as it is stored.
package struct ConfiguredClient: Sendable {
    package let client: Client
    package let document: ConfigurationDocument
    /// The connections whose users can't sign in with it.
    package let closedConnections: [String]
    package let configuration: ConfigurationSnapshot

    /// The domain that the passkeys of a host are bound to.
    package func relyingPartyID(at host: String) -> String {
        configuration.domain(at: host)?.relyingPartyID ?? host
    }
}
