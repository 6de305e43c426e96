// SPDX-License-Identifier: Apache-2.0

import CommandLine
import Configuration
import IdentityModel
import SignIn
import WireFormats

/// A search for the account that an operator names.
struct UserSearch {
    private let storage: any Storage
    private let settings: ServerSettings

    init(storage: any Storage, settings: ServerSettings) {
        self.storage = storage
        self.settings = settings
    }

    /// Finds an account by its ID, or by an identifier in one connection or all.
    func find(_ text: String, in connection: String?) async throws(CommandFailure) -> User {
        let found = try await CommandFailure.mapFailure(to: "The account can't be read") {
            try await candidates(for: text, in: connection)
        }
        guard let user = found.first else {
            let place = connection.map { " in the connection \(TerminalText.safe($0))" } ?? ""
            throw .failed(
                "There is no account \(TerminalText.safe(text))\(place). List all accounts with thumbturn users list.")
        }
        guard found.count == 1 else {
            let ids = found.map { "  \(TerminalText.safe($0.id.rawValue)) in \($0.connection)" }
            throw .failed(
                "\(TerminalText.safe(text)) names several accounts. Give an account ID or --connection.\n"
                    + ids.joined(separator: "\n"))
        }
        return user
    }

    private func candidates(for text: String, in connection: String?) async throws -> [User] {
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
                    let user = try snapshot.users.find(
                        identifier.kind, normalized: identifier.normalized, in: connection.name)
                    if let user, !found.contains(where: { $0.id == user.id }) { found.append(user) }
                }
            }
        }
    }

    /// Fails unless there is a connection of this name.
    func requireConnection(named name: String) async throws(CommandFailure) {
        try await CommandFailure.mapFailure(to: "The connections can't be read") {
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
            "There is no connection \(TerminalText.safe(name)). The connections are \(known.joined(separator: ", "))."
                + Suggestion.text(for: name, among: known))
    }

    /// Returns every identifier that the text can stand for.
    private static func readings(_ text: String, by rules: IdentifierRules) -> [Identifier] {
        // User names that were allowed in the past are found too.
        var shape = rules.userName
        shape.allowsEmailShape = true
        shape.allowsPhoneShape = true
        return Identifier.Kind.allCases.compactMap { kind in
            try? IdentifierReading.read(text, as: kind, userName: shape)
        }
    }
}
