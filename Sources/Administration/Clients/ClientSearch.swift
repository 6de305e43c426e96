// SPDX-License-Identifier: Apache-2.0

import Configuration
import WireFormats

/// Finds an application by its ID, or by a name that only one has.
package struct ClientSearch: Sendable {
    private let server: AdministeredServer

    package init(server: AdministeredServer) {
        self.server = server
    }

    package func callAsFunction(_ text: String) async throws(AdministrationFailure) -> ConfiguredClient {
        let all = try await ClientListing(server: server)()
        if let found = all.first(where: { ExactText($0.client.id) == ExactText(text) }) { return found }
        let named = all.filter { ExactText($0.client.name) == ExactText(text) }
        guard named.count < 2 else {
            throw .ambiguous(.client(text), candidates: named.map { .client($0.client.id) })
        }
        guard let found = named.first else {
            throw .notFound(.client(text), known: all.flatMap { [$0.client.id, $0.client.name] })
        }
        return found
    }
}
