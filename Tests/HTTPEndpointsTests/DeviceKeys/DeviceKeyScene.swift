// SPDX-License-Identifier: Apache-2.0

import Configuration
import HTTPServer
import IdentityModel
import POSIX
import SoftwareAuthenticator
import TestStorage
import TestSupport
import Testing
import WireFormats

/// A user with a password, whose applications have device keys.
struct DeviceKeyScene {
    static let grant = "urn:ietf:params:oauth:grant-type:jwt-bearer"
    static let client = "device"
    static let legacyClient = "legacy"
    static let issuer = "https://\(TestServer.host)/"

    let mailed: MailedUser
    /// The storage as the server uses it.
    let counted: InstrumentedStorage
    var server: TestServer { mailed.server }
    /// The user's application with the device keys.
    var application: PasswordClient { mailed.user.with { $0.client = Self.client } }

    /// - Parameters:
    ///   - members: The `thumbturn` of the client with modern keys.
    ///   - legacy: That of the client with Auth0's library.
    init(
        _ options: JSONObject = [:], client members: JSONObject = [:],
        legacy: JSONObject = ["legacy_touch_id": true, "legacy_rsa_1024": true], isVerified: Bool = true,
        others: [ConfigurationDocument] = []
    ) async throws {
        let grants: [JSONValue] = [
            .string(Self.grant), .string(TestClient.grant), "refresh_token", "password",
            .string(PasswordClient.realmGrant),
        ]
        let wrapped = Locked<InstrumentedStorage?>(nil)
        let clients = [(Self.client, members), ("other-device", [:]), (Self.legacyClient, legacy)].map { id, own in
            TestServerConfiguration.client(
                id,
                members: [
                    "app_type": "native", "grant_types": .array(grants), "thumbturn": .object(own),
                    "web_origins": [.string(TestServer.page)],
                ])
        }
        mailed = try await MailedUser(options, isVerified: isVerified, clients: clients + others) { storage in
            wrapped.withLock { wrapped in
                let counted = InstrumentedStorage(storage)
                wrapped = counted
                return counted
            }
        }
        counted = try #require(wrapped.withLock { $0 })
    }

    func userID() async throws -> String { try await mailed.id().rawValue }

    // MARK: The modern shape

    func challenge(client: String = client) async throws -> TestResponse {
        try await server.send(.post("/device-keys/challenge", json: ["client_id": .string(client)]))
    }

    /// The claims of what a key signs.
    func claims(_ challenge: TestResponse, sub: JSONValue, client: String = client) throws -> JSONObject {
        let time = server.clock.now.secondsSince1970
        return [
            "iss": .string(client), "sub": sub, "aud": .string(Self.issuer), "iat": .number(JSONNumber(time)),
            "exp": .number(JSONNumber(time + 60)), "jti": .string("\(UInt64.random(in: 0 ... .max))"),
            "challenge": .string(try challenge.text("challenge")),
        ]
    }

    /// Adds a key with an access token.
    func add(
        _ key: TestDeviceKey, token: String, changing members: JSONObject = [:], claims changed: JSONObject = [:]
    ) async throws -> TestResponse {
        let challenge = try await challenge().require(200)
        let claims = try claims(challenge, sub: .string(try await userID())).with(changed)
        let body: JSONObject = [
            "auth_session": .string(try challenge.text("auth_session")), "device_name": "Ada’s phone",
            "public_key": .object(key.json), "assertion": .string(key.sign(claims)),
        ]
        return try await account(.post("/device-keys", json: body.with(members).withoutNulls), token: token)
    }

    /// Adds a key after a sign-in with the password.
    @discardableResult
    func added(_ key: TestDeviceKey = TestDeviceKey()) async throws -> TestDeviceKey {
        try await add(key, token: application.accountToken()).require(201)
        return key
    }

    /// The same, and it has settled.
    func settled(_ key: TestDeviceKey = TestDeviceKey()) async throws -> TestDeviceKey {
        try await added(key)
        server.clock.advance(seconds: PasswordClient.delay)
        return key
    }

    func account(_ message: Message, token: String) async throws -> TestResponse {
        try await mailed.user.device().with { $0.client = Self.client }.account(message, token: token)
    }

    /// Signs in with a key.
    func signIn(
        with key: TestDeviceKey, client: String = client, claims changed: JSONObject = [:],
        header: JSONObject = [:], asking members: JSONObject = ["scope": "openid offline_access"]
    ) async throws -> TestResponse {
        let challenge = try await challenge(client: client).require(200)
        let id = try await userID()
        let usual: JSONObject = ["typ": "device-key+jwt", "kid": .string(key.id(of: id))]
        let assertion = key.sign(
            try claims(challenge, sub: .string(id), client: client).with(changed), header: usual.with(header))
        return try await exchange(assertion, challenge: challenge, client: client, asking: members)
    }

    func exchange(
        _ assertion: String, challenge: TestResponse, client: String = client,
        asking members: JSONObject = ["scope": "openid offline_access"]
    ) async throws -> TestResponse {
        let body: JSONObject = [
            "client_id": .string(client), "grant_type": .string(Self.grant),
            "auth_session": .string(try challenge.text("auth_session")), "assertion": .string(assertion),
        ]
        return try await server.send(.post("/oauth/token", json: body.with(members).withoutNulls))
    }

    /// An access token for the user's account, of a sign-in with a key.
    func accountToken(with key: TestDeviceKey, client: String = client) async throws -> String {
        try await signIn(
            with: key, client: client,
            asking: ["scope": .string(TestClient.accountScope), "audience": .string(Self.issuer + "me/")]
        ).require(200).text("access_token")
    }

    func claims(of response: TestResponse) async throws -> JSONObject {
        try await VerifiedToken(response.text("id_token"), at: server).claims
    }

    func keys(_ token: String) async throws -> [JSONValue] {
        let list = try await account(.get("/device-keys"), token: token).require(200)
        return try #require(list.value("device_keys")?.arrayValue)
    }

    func remove(_ key: TestDeviceKey, token: String) async throws -> TestResponse {
        let id = key.id(of: try await userID()).replacing("|", with: "%7C")
        return try await account(Message(.delete, path: "/device-keys/\(id)"), token: token)
    }

    /// Changes the password with itself.
    func changePassword() async throws -> TestResponse {
        let owner = try await application.accountToken()
        let begun = try await account(.post(PasswordClient.methods, json: ["type": "password"]), token: owner)
        let body: JSONObject = [
            "auth_session": begun.value("auth_session") ?? "", "new_password": "quite another long one",
            "current_password": .string(application.password),
        ]
        return try await account(.post("\(PasswordClient.methods)/password%7Cnew/verify", json: body), token: owner)
    }

    /// The user's passkey device, for the client with modern keys.
    func device() -> TestClient { mailed.user.device().with { $0.client = Self.client } }

    func events(_ kind: AuditEvent.Kind) async throws -> [AuditEvent] {
        try await server.storage.read { try $0.events.list(user: nil, limit: 200) }.filter { $0.kind == kind }
    }
}

extension TestResponse {
    /// Requires the one answer to every wrong device key.
    func requireWrongKey(sourceLocation: SourceLocation = #_sourceLocation) {
        #expect(status == 403, "\(text)", sourceLocation: sourceLocation)
        #expect(value("error") == "invalid_grant", sourceLocation: sourceLocation)
        #expect(value("error_description") == "Wrong device key.", sourceLocation: sourceLocation)
        #expect(code == "sign-in.device-key-mismatch", sourceLocation: sourceLocation)
    }
}
