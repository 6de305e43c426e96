// SPDX-License-Identifier: Apache-2.0

import Configuration
import IdentityModel
import TestStorage
import Testing
import WebAuthnMessages
import WireFormats

/// A storage with a user, and clients at two hosts.
final class GrantsFixture: Sendable {
    static let host = "login.example.org"
    static let otherHost = "login.example.net"
    static let now = Timestamp(secondsSince1970: 1_790_000_000)

    let configuration: ConfigurationSnapshot
    let storage: any Storage
    let user: User
    private let data: TestStorage

    init() async throws {
        data = try TestStorage()
        storage = data.storage
        configuration = try ConfigurationSnapshot(
            documents: Self.documents, url: try WebOrigin("https://\(Self.host)"))
        let user = User(
            id: UserID(rawValue: "auth0|1"), connection: "people", handle: try #require(UserHandle([1])),
            createdAt: Self.now)
        try await storage.withTransaction { try $0.users.insert(user) }
        self.user = user
    }

    static func later(_ seconds: Int64) -> Timestamp { Timestamp(secondsSince1970: now.secondsSince1970 + seconds) }

    /// Stores a session of the user that ends after 1000 seconds. Returns it with the secret of its cookie.
    @discardableResult
    func insertSession(
        lifetime: Int64 = 1000, idleLifetime: Int64 = 1000
    ) async throws -> (record: BrowserSession, secret: String) {
        let secret = TimeOrderedSecret(at: Self.now)
        var session = BrowserSession(
            id: .random(at: Self.now), secretHash: secret.hash, user: user.id, host: Self.host, createdAt: Self.now,
            idleExpiresAt: Self.later(idleLifetime), expiresAt: Self.later(lifetime))
        session.methods = ["user", "mfa"]
        let inserted = session
        try await storage.withTransaction { try $0.sessions.insert(inserted) }
        return (inserted, secret.text)
    }

    func change(_ change: User.Change) async throws {
        try await storage.withTransaction { [user] in try $0.users.apply(change, to: user.id, at: Self.now) }
    }

    private static var documents: [ConfigurationDocument] {
        let clients: [(String, JSONObject)] = [
            ("device", ["is_first_party": true]), ("partner", ["is_first_party": false]),
            ("elsewhere", ["thumbturn": ["domains": [.string(otherHost)]]]), ("staff-only", [:]),
        ]
        return clients.map { id, members in
            var json: JSONObject = ["client_id": .string(id), "name": .string(id), "app_type": "native"]
            for member in members.members { json[member.name] = member.value }
            return ConfigurationDocument(kind: .client, id: id, json: json)
        } + [
            ConfigurationDocument(
                kind: .connection, id: "people",
                json: ["name": "people", "strategy": "auth0", "enabled_clients": ["device", "partner", "elsewhere"]]),
            ConfigurationDocument(
                kind: .customDomain, id: otherHost,
                json: ["domain": .string(otherHost), "relying_party_identifier": .string(otherHost)]),
        ]
    }
}
