// SPDX-License-Identifier: Apache-2.0

import Administration
import Configuration
import IdentityModel
import JOSE
import OpenIDProvider
import StorageConformance
import TestStorage
import WireFormats

/// A server with two connections and two clients of one name, with a storage of its own.
struct AdministrationFixture: Sendable {
    static let host = "login.example.org"
    static let time = Samples.time(100)
    static let administrator = Administrator.command("a command")

    let server: AdministeredServer
    let ring: KeyRing
    private let data: TestStorage

    var storage: any Storage { server.storage }

    init() async throws {
        data = try TestStorage()
        let storage = data.storage
        server = AdministeredServer(
            storage: storage, url: try WebOrigin("https://\(Self.host)"), now: { Self.time })
        guard let master = MasterKey(bytes: Samples.bytes(1)) else { throw FixtureError.masterKeyMalformed }
        ring = KeyRing(master: master, storage: storage)
        try await storage.withTransaction { transaction in
            for document in Self.documents { try transaction.configuration.put(document) }
        }
    }

    private static let documents = [
        ConfigurationDocument(kind: .customDomain, id: host, json: ["domain": .string(host)]),
        ConfigurationDocument(kind: .connection, id: "people", json: ["name": "people", "strategy": "auth0"]),
        ConfigurationDocument(kind: .connection, id: "staff", json: ["name": "staff", "strategy": "auth0"]),
        ConfigurationDocument(
            kind: .client, id: "web", json: ["client_id": "web", "name": "Example", "app_type": "spa"]),
        ConfigurationDocument(
            kind: .client, id: "other", json: ["client_id": "other", "name": "Example", "app_type": "spa"]),
    ]
}

enum FixtureError: Error {
    case masterKeyMalformed
}

extension AdministrationFixture {
    /// Adds a user with a passkey, and with three refresh tokens of two families.
    @discardableResult
    func addUser(_ number: Int = 1, in connection: String = "people", address: String? = nil) async throws -> User {
        var user = try Samples.user(number, connection: connection)
        if let address { user.identifiers = [Samples.email(address)] }
        let added = user
        try await storage.withTransaction { transaction in
            try transaction.users.insert(added)
            try transaction.passkeys.insert(Samples.passkey(number, of: added))
            for (token, family) in [(1, 1), (2, 2), (3, 2)] {
                try transaction.refreshTokens.insert(
                    Samples.token(number * 10 + token, of: added.id, family: number * 10 + family))
            }
        }
        return added
    }

    func addSession(
        _ number: Int, of user: UserID, openedBy passkey: PasskeyID? = nil
    ) async throws -> BrowserSession {
        var session = Samples.session(number, of: user)
        session.ways = [passkey].compactMap { $0?.way }
        let added = session
        try await storage.withTransaction { try $0.sessions.insert(added) }
        return added
    }

    func read<Value: Sendable>(
        _ body: @escaping @Sendable (any StorageSnapshot) throws -> Value
    ) async throws -> Value { try await storage.read(body) }

    /// All audit events, newest first.
    func events() async throws -> [AuditEvent] {
        try await EventListing(server: server)(EventFilter(), limit: 100).events
    }

    func sessions(of user: UserID) async throws -> [BrowserSession] {
        try await read { try $0.sessions.list(of: user) }
    }
}
