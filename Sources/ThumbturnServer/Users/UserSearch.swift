// SPDX-License-Identifier: Apache-2.0

import Configuration
import IdentityModel
import SignIn
import WireFormats

/// Finds the one account that an operator means.
struct UserSearch {
    private let storage: any Storage
    private let settings: ServerSettings

    init(_ storage: any Storage, _ settings: ServerSettings) {
        self.storage = storage
        self.settings = settings
    }

    /// By its id, or by an identifier in one connection or all.
    func find(_ text: String, in connection: String?) async throws(CommandFailure) -> User {
        let found = try await CommandFailure.telling("The account can't be read") {
            try await candidates(text, connection)
        }
        guard let user = found.first else {
            let place = connection.map { " in the connection \(TerminalText.safe($0))" } ?? ""
            throw .failed("There is no account \(TerminalText.safe(text))\(place). thumbturn users list shows all.")
        }
        guard found.count == 1 else {
            let ids = found.map { "  \(TerminalText.safe($0.id.rawValue)) in \($0.connection)" }
            throw .failed(
                "\(TerminalText.safe(text)) names several accounts. Give the id of one, or --connection.\n"
                    + ids.joined(separator: "\n"))
        }
        return user
    }

    private func candidates(_ text: String, _ connection: String?) async throws -> [User] {
        let (byID, documents) = try await storage.read { snapshot in
            (try snapshot.users.find(UserID(rawValue: text)), try snapshot.configuration.list())
        }
        if let byID { return connection == nil || byID.connection == connection ? [byID] : [] }
        let configuration = try ConfigurationSnapshot(documents: documents, url: settings.url)
        if let connection { try Self.requireConnection(named: connection, in: configuration) }
        let connections = configuration.connections.values.sorted { $0.name < $1.name }
            .filter { connection == nil || $0.name == connection }
        return try await storage.read { snapshot in
            try connections.reduce(into: []) { found, connection in
                for identifier in Self.readings(text, by: connection.identifiers) {
                    let user = try snapshot.users.find(identifier.kind, identifier.normalized, in: connection.name)
                    if let user, !found.contains(where: { $0.id == user.id }) { found.append(user) }
                }
            }
        }
    }

    /// Fails with the names of all connections unless there is one of this name.
    func requireConnection(named name: String) async throws(CommandFailure) {
        try await CommandFailure.telling("The connections can't be read") {
            let documents = try await storage.read { try $0.configuration.list() }
            try Self.requireConnection(named: name, in: ConfigurationSnapshot(documents: documents, url: settings.url))
        }
    }

    private static func requireConnection(named name: String, in configuration: ConfigurationSnapshot)
        throws(CommandFailure)
    {
        guard configuration.connections[name] == nil else { return }
        let known = configuration.connections.keys.sorted()
        throw .failed(
            "There is no connection \(TerminalText.safe(name)); there are \(known.joined(separator: ", "))."
                + Suggestion.text(for: name, among: known))
    }

    /// All that the text may be.
    private static func readings(_ text: String, by rules: IdentifierRules) -> [Identifier] {
        // Whoever has such a name from before is found by it.
        var shape = rules.userName
        shape.allowsEmailShape = true
        shape.allowsPhoneShape = true
        return Identifier.Kind.allCases.compactMap { kind in try? IdentifierReading.read(kind, text, userName: shape) }
    }
}
