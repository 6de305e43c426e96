// SPDX-License-Identifier: Apache-2.0

import Configuration
import HTTPServer
import IdentityModel
import RateLimiting
import SoftwareAuthenticator
import TestSupport
import Testing
import WireFormats

/// A user with a password and an application who signs up and in over HTTP.
struct PasswordClient: Sendable {
    static let connection = "members"
    static let methods = "/me/v1/authentication-methods"
    /// After which what was added has settled, in seconds.
    static let delay: Int64 = 72 * 3600
    static let realmGrant = "http://auth0.com/oauth/grant-type/password-realm"

    let server: TestServer
    var email = "ada@example.org"
    var password = "a long enough one"
    var client = "password"

    /// A server with a connection that has passwords, whose hashes cost little.
    static func server(
        _ options: JSONObject = [:], limits: RateLimitRules = .off, sendsMail: Bool = false,
        sendsMessages: Bool = false,
        change: (inout [ConfigurationDocument]) -> Void = { _ in },
        through wrap: (any Storage) -> any Storage = { $0 }
    ) async throws -> TestServer {
        let edit: (inout [ConfigurationDocument]) -> Void = { documents in
            documents.removeAll { $0.kind == .tenant }
            documents.append(
                ConfigurationDocument(
                    kind: .tenant, id: "tenant",
                    json: [
                        "default_directory": .string(connection),
                        "thumbturn": ["password_hash": ["memory_kib": 64, "passes": 1]],
                    ]))
            var members: JSONObject = [
                "authentication_methods": ["passkey": ["enabled": true], "password": ["enabled": true]],
                "attributes": [
                    "email": ["identifier": ["active": true], "signup": ["status": "required"]]
                ],
            ]
            for member in options.members { members[member.name] = member.value }
            documents.append(
                ConfigurationDocument(
                    kind: .connection, id: connection,
                    json: ["name": .string(connection), "strategy": "auth0", "options": .object(members)]))
            documents.append(
                TestServerConfiguration.client(
                    "password",
                    members: [
                        "app_type": "spa", "web_origins": [.string(TestServer.page)],
                        "grant_types": [.string(TestClient.grant), "refresh_token", "password", .string(realmGrant)],
                    ]))
            change(&documents)
        }
        return try await TestServer(
            limits: limits, sendsMail: sendsMail, sendsMessages: sendsMessages, edit, through: wrap)
    }

    init(at server: TestServer) {
        self.server = server
    }

    func with(_ change: (inout PasswordClient) -> Void) -> PasswordClient {
        var copy = self
        change(&copy)
        return copy
    }

    func signUp(adding members: JSONObject = [:]) async throws -> TestResponse {
        var body: JSONObject = [
            "client_id": .string(client), "connection": .string(Self.connection), "email": .string(email),
            "password": .string(password),
        ]
        for member in members.members { body[member.name] = member.value == .null ? nil : member.value }
        return try await server.send(.post("/dbconnections/signup", json: body))
    }

    func signIn(
        asking parameters: JSONObject = ["scope": "openid offline_access"], from address: String? = nil
    ) async throws -> TestResponse {
        var body: JSONObject = [
            "client_id": .string(client), "grant_type": .string(Self.realmGrant), "realm": .string(Self.connection),
            "username": .string(email), "password": .string(password),
        ]
        for member in parameters.members { body[member.name] = member.value == .null ? nil : member.value }
        let message = Message.post("/oauth/token", json: body)
        return try await server.send(address.map(message.from) ?? message)
    }

    /// Signs in for an access token for the user's own account.
    func accountToken() async throws -> String {
        try await signIn(asking: [
            "scope": .string(TestClient.accountScope), "audience": "https://login.brand1.test/me/",
        ]).require(200).text("access_token")
    }

    /// The same user with a device.
    func device(_ profile: AuthenticatorProfile = .iCloudKeychain) -> TestClient {
        TestClient(at: server, device: profile).with {
            $0.client = client
            $0.realm = Self.connection
            $0.profile = ["email": .string(email)]
        }
    }
}

extension PasswordClient {
    /// A user who has signed up with a password.
    static func signedUp() async throws -> PasswordClient {
        let user = PasswordClient(at: try await server())
        try await user.signUp().require(200)
        return user
    }

    /// The same with a passkey that has settled, and one that it has added.
    static func withYoungPasskey() async throws -> (user: PasswordClient, settled: TestClient, young: TestClient) {
        let user = try await signedUp()
        let (first, second) = (user.device(), user.device(.googlePasswordManager))
        try await first.enroll(user.accountToken()).require(201)
        user.server.clock.advance(seconds: delay)
        try await second.enroll(first.accountToken()).require(201)
        return (user, first, second)
    }

    /// The same with two passkeys that have settled.
    static func withTwoPasskeys() async throws -> (user: PasswordClient, first: TestClient) {
        let (user, first, _) = try await withYoungPasskey()
        user.server.clock.advance(seconds: delay)
        return (user, first)
    }
}

extension TestClient {
    /// The members with which a passkey confirms an act.
    func confirm(_ act: String, _ token: String) async throws -> JSONObject {
        let begun = try await account(.post("/me/v1/confirmations", json: ["act": .string(act)]), token: token)
        return try response(to: begun.require(200))
    }

    func response(to begun: TestResponse) throws -> JSONObject {
        let started = try StartedCeremony(begun)
        return ["auth_session": .string(started.session), "authn_response": try JSONReader.read(signed(started))]
    }

    func removePassword(_ token: String) async throws -> TestResponse {
        let path = try await path(ofMethod: "password", token)
        return try await account(.json(.delete, path: path, body: confirm("remove-password", token)), token: token)
    }

    /// The path of the account's oldest passkey.
    func pathOfPasskey(_ token: String) async throws -> String { try await path(ofMethod: "passkey", token) }

    private func path(ofMethod type: String, _ token: String) async throws -> String {
        let list = try await account(.get("\(PasswordClient.methods)?type=\(type)"), token: token).require(200)
        let id = try #require(list.value("authentication_methods")?.arrayValue?.first?["id"]?.stringValue)
        return "\(PasswordClient.methods)/\(id.replacing("|", with: "%7C"))"
    }
}
