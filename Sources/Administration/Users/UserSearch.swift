// SPDX-License-Identifier: Apache-2.0

import Configuration
package import IdentityModel
import SignIn

/// Finds the account that an administrator names: by its ID, or by an identifier in one connection or all.
package struct UserSearch: Sendable {
    private let server: AdministeredServer

    package init(server: AdministeredServer) {
        self.server = server
    }

    package func callAsFunction(
        _ text: String, in connection: String? = nil
    ) async throws(AdministrationFailure) -> User {
        let named = AdministeredObject.user(text, connection: connection)
        let found = try await candidates(for: text, in: connection)
        guard let user = found.first else { throw .notFound(named) }
        guard found.count == 1 else {
            throw .ambiguous(
                named, candidates: found.map { .user($0.id.rawValue, connection: $0.connection) })
        }
        return user
    }

    private func candidates(
        for text: String, in connection: String?
    ) async throws(AdministrationFailure) -> [User] {
        let (byID, documents) = try await server.read { snapshot in
            (try snapshot.users.find(UserID(rawValue: text)), try snapshot.configuration.list())
        }
        if let byID { return connection == nil || byID.connection == connection ? [byID] : [] }
        let configuration = try server.snapshot(of: documents)
        if let connection { try configuration.requireConnection(named: connection) }
        let connections = configuration.connections.values.sorted { $0.name < $1.name }
            .filter { connection == nil || $0.name == connection }
        return try await server.read { snapshot in
            try connections.reduce(into: []) { found, connection in
                for identifier in Self.readings(text, by: connection.identifiers) {
                    let user = try snapshot.users.find(
                        identifier.kind, normalized: identifier.normalized, in: connection.name)
                    if let user, !found.contains(where: { $0.id == user.id }) { found.append(user) }
                }
            }
        }
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
