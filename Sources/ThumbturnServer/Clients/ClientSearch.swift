// SPDX-License-Identifier: Apache-2.0

import CommandLine
import Configuration
import IdentityModel
import WireFormats

/// A search for the application that an operator names.
struct ClientSearch {
    /// An application, as it is used and as it is stored.
    struct Found: Sendable {
        let client: Client
        let document: ConfigurationDocument
        /// The connections whose users can't sign in with it.
        let closedConnections: [String]
        let configuration: ConfigurationSnapshot

        /// Returns the report for the developer of the application, at a host's origin.
        func report(at origin: WebOrigin, secret: String? = nil) -> ClientReport {
            let relyingPartyID = configuration.domain(at: origin.host)?.relyingPartyID ?? origin.host
            return ClientReport(client, at: origin, relyingPartyID: relyingPartyID, secret: secret)
        }
    }

    private let storage: any Storage
    private let settings: ServerSettings

    init(storage: any Storage, settings: ServerSettings) {
        self.storage = storage
        self.settings = settings
    }

    /// Returns all applications by name.
    func all() async throws(CommandFailure) -> [Found] {
        let (documents, configuration) = try await CommandFailure.mapFailure(to: "The clients can't be read") {
            let documents = try await storage.read { try $0.configuration.list() }
            return (documents, try ConfigurationSnapshot(documents: documents, url: settings.url))
        }
        let found = documents.compactMap { document -> Found? in
            guard document.kind == .client, let client = configuration.client(document.id) else { return nil }
            let closed = configuration.connections.values.filter { !configuration.allows(client, in: $0) }
            return Found(
                client: client, document: document, closedConnections: closed.map(\.name).sorted(),
                configuration: configuration)
        }
        return found.sorted { ($0.client.name, $0.client.id) < ($1.client.name, $1.client.id) }
    }

    /// Finds an application by its ID, or by a name that only one has.
    func find(_ text: String) async throws(CommandFailure) -> Found {
        let all = try await all()
        if let found = all.first(where: { ExactText($0.client.id) == ExactText(text) }) { return found }
        let named = all.filter { ExactText($0.client.name) == ExactText(text) }
        guard named.count < 2 else {
            throw .failed(
                "\(TerminalText.safe(text)) names several clients. Give a client ID.\n"
                    + named.map { "  \($0.client.id)" }.joined(separator: "\n"))
        }
        guard let found = named.first else {
            let known = all.flatMap { [$0.client.id, $0.client.name] }
            throw .failed(
                "There is no client \(TerminalText.safe(text)).\(Suggestion.text(for: text, among: known)) "
                    + "List all clients with thumbturn clients list.")
        }
        return found
    }
}
