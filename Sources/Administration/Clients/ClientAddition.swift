// SPDX-License-Identifier: Apache-2.0

package import Configuration
package import IdentityModel

/// Adds an application to the stored configuration, with the API that it calls unless there is such an API.
package struct ClientAddition: Sendable {
    /// The path of the application in problems and warnings.
    package static let clientPath = "clients[0]"
    /// The path of its API in problems.
    package static let apiPath = "resource_servers[0]"

    private let server: AdministeredServer

    package init(server: AdministeredServer) {
        self.server = server
    }

    /// Returns the warnings about the application.
    ///
    /// - Parameter origin: That of the host which it signs users in at.
    package func callAsFunction(
        _ draft: ClientDraft, at origin: WebOrigin, by administrator: Administrator
    ) async throws(AdministrationFailure) -> [ConfigurationWarning] {
        let scopes = try await server.configuration().resourceServers.values.first { $0.identifier == draft.api }
            .map { $0.scopes.map(\.value) }
        let plan = try await server.apply(
            ConfigurationApplication.adding(
                draft.json(at: origin, isLocal: server.url.isLoopback, scopes: scopes ?? []),
                api: draft.api.map { APIDraft(audience: $0, name: "\(draft.name) API").json },
                settings: ConfigurationApplication.Settings(url: server.url)),
            changing: .client(draft.id), by: administrator)
        return plan.findings.warnings.filter { $0.path.hasPrefix(Self.clientPath) }
    }
}
