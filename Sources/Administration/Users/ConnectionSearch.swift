// SPDX-License-Identifier: Apache-2.0

package import Configuration

/// Finds a connection by its name.
package struct ConnectionSearch: Sendable {
    private let server: AdministeredServer

    package init(server: AdministeredServer) {
        self.server = server
    }

    @discardableResult
    package func callAsFunction(_ name: String) async throws(AdministrationFailure) -> Connection {
        try await server.configuration().requireConnection(named: name)
    }
}

extension ConfigurationSnapshot {
    @discardableResult
    func requireConnection(named name: String) throws(AdministrationFailure) -> Connection {
        guard let connection = connections[name] else {
            throw .notFound(.connection(name), known: connections.keys.sorted())
        }
        return connection
    }
}
