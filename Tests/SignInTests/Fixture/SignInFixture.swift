// SPDX-License-Identifier: Apache-2.0

import Configuration
import Cryptography
import IdentityModel
import SignIn
import SoftwareAuthenticator
import TestStorage
import TestSupport
import WebAuthnMessages
import WireFormats

/// The services of a server without HTTP: a configuration, a real storage and a manual clock.
final class SignInFixture: Sendable {
    static let host = "login.example.org"

    let configuration: ConfigurationSnapshot
    let storage: any Storage
    let accounts: AccountStorage
    let ceremonies: CeremonyService
    let clock = ManualClock()
    private let data: TestStorage

    init(_ edit: (inout [ConfigurationDocument]) -> Void = { _ in }) throws {
        data = try TestStorage()
        var documents = Self.documents
        edit(&documents)
        configuration = try ConfigurationSnapshot(documents: documents, url: try WebOrigin("https://\(Self.host)"))
        storage = data.storage
        let clock = clock
        accounts = AccountStorage(storage, now: { clock.now })
        ceremonies = CeremonyService(accounts: accounts, seal: CeremonySeal(key: .generate()))
    }

    /// Returns a configured client.
    func client(_ id: String = "web") throws -> Client {
        guard let client = configuration.clients[id] else { throw FixtureError.clientMissing }
        return client
    }

    /// Returns the client with other members.
    static func client(_ id: String = "web", with members: JSONObject) throws -> Client {
        guard var json = documents.first(where: { $0.kind == .client && $0.id == id })?.json else {
            throw FixtureError.clientMissing
        }
        for member in members.members { json[member.name] = member.value }
        var problems: [ConfigurationProblem] = []
        guard let client = Client(json: .object(json), at: id, problems: &problems) else {
            throw ConfigurationFailure(problems: problems)
        }
        return client
    }

    private static var documents: [ConfigurationDocument] {
        [
            ConfigurationDocument(
                kind: .customDomain, id: host,
                json: ["domain": .string(host), "relying_party_identifier": "login.example.org"]),
            ConfigurationDocument(
                kind: .connection, id: "people", json: ["name": "people", "strategy": "auth0"]),
            ConfigurationDocument(
                kind: .client, id: "web",
                json: [
                    "client_id": "web", "name": "Example", "app_type": "spa",
                    "web_origins": ["https://app.login.example.org"],
                ]),
            ConfigurationDocument(
                kind: .client, id: "other", json: ["client_id": "other", "name": "Another", "app_type": "spa"]),
        ]
    }
}

/// An error in a test itself.
enum FixtureError: Error {
    case clientMissing
}

extension SignInFixture {
    /// A server whose users have passwords, with hashes that cost little.
    static func withPasswords() throws -> SignInFixture {
        try SignInFixture { documents in
            documents.removeAll { $0.kind == .connection || $0.id == "web" }
            documents.append(
                ConfigurationDocument(
                    kind: .tenant, id: "tenant",
                    json: ["thumbturn": ["password_hash": ["memory_kib": 64, "passes": 1]]]))
            documents.append(
                ConfigurationDocument(
                    kind: .connection, id: "people",
                    json: [
                        "name": "people", "strategy": "auth0",
                        "options": ["authentication_methods": ["password": ["enabled": true]]],
                    ]))
            documents.append(
                ConfigurationDocument(
                    kind: .client, id: "web",
                    json: [
                        "client_id": "web", "name": "Example", "app_type": "spa",
                        "grant_types": ["password", "urn:okta:params:oauth:grant-type:webauthn"],
                        "web_origins": ["https://app.login.example.org"],
                    ]))
        }
    }
}
