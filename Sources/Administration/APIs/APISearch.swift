// SPDX-License-Identifier: Apache-2.0

import Configuration
import WireFormats

/// Finds an API by its audience.
package struct APISearch: Sendable {
    private let server: AdministeredServer

    package init(server: AdministeredServer) {
        self.server = server
    }

    package func callAsFunction(_ audience: String) async throws(AdministrationFailure) -> ConfiguredAPI {
        let all = try await APIListing(server: server)()
        guard let found = all.first(where: { ExactText($0.api.identifier) == ExactText(audience) }) else {
            throw .notFound(.api(audience), known: all.map(\.api.identifier))
        }
        return found
    }
}
