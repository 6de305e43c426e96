// SPDX-License-Identifier: Apache-2.0

import Cryptography
import HTTPServer
import IdentityModel
import SoftwareAuthenticator
import TestSupport
import Testing
import WireFormats

/// What Auth0's Touch ID library and Lock send, byte by byte as their sources have it.
struct LegacyScene {
    static let deviceID = "0E4C5E34-4F0B-4C8F-9A39-0A5F2E7F2A31"

    let scene: DeviceKeyScene
    var server: TestServer { scene.server }
    var user: PasswordClient { scene.mailed.user }

    init(
        legacy: JSONObject = ["legacy_touch_id": true, "legacy_rsa_1024": true]
    ) async throws {
        scene = try await DeviceKeyScene(legacy: legacy)
    }

    static func key() -> TestDeviceKey { TestDeviceKey(.rsa(bits: 1024)) }

    func signInWithPassword(
        client: String = DeviceKeyScene.legacyClient, password: String? = nil, scope: String = "openid offline_access"
    ) async throws -> TestResponse {
        try await server.send(
            .post(
                "/oauth/ro",
                json: [
                    "grant_type": "password", "client_id": .string(client), "username": .string(user.email),
                    "password": .string(password ?? user.password), "connection": .string(PasswordClient.connection),
                    "scope": .string(scope), "device": .string(Self.deviceID),
                ]))
    }

    /// The ID token of a sign-in with the password.
    func idToken() async throws -> String { try await signInWithPassword().require(200).text("id_token") }

    func path(of user: String) -> String { "/api/users/\(user.replacing("|", with: "%7C"))/publickey" }

    func register(
        _ key: TestDeviceKey, device: String = deviceID, token: String? = nil, user other: String? = nil
    ) async throws -> TestResponse {
        let user = try await scene.userID()
        let bearer = if let token { token } else { try await idToken() }
        return try await server.send(
            .post(
                path(of: other ?? user),
                json: ["public_key": .string(key.legacyPEM), "device": .string(device)]
            ).setting("Authorization", to: "Bearer \(bearer)"))
    }

    func unregister(device: String = deviceID, token: String) async throws -> TestResponse {
        let message = Message.json(
            .delete, path: path(of: try await scene.userID()), body: ["device": .string(device)])
        return try await server.send(message.setting("Authorization", to: "Bearer \(token)"))
    }

    /// The claims that the library signs, with what the application adds.
    func claims(device: String = deviceID) async throws -> JSONObject {
        let time = server.clock.now.secondsSince1970
        return [
            "sub": "AA:BB:CC:DD:EE:FF:00:11:22:33:44:55:66:77:88:99", "device": .string(device),
            "iat": .number(JSONNumber(time)), "exp": .number(JSONNumber(time + 30)),
            "iss": .string(try await scene.userID()),
        ]
    }

    func signIn(
        with key: TestDeviceKey, claims changed: JSONObject = [:], client: String = DeviceKeyScene.legacyClient
    ) async throws -> TestResponse {
        try await exchange(key.legacyAssertion(try await claims().with(changed)), client: client)
    }

    func exchange(_ assertion: String, client: String = DeviceKeyScene.legacyClient) async throws -> TestResponse {
        try await server.send(
            .post(
                "/oauth/ro",
                json: [
                    "id_token": .string(assertion),
                    "grant_type": "urn:ietf:params:oauth:grant-type:jwt-bearer", "client_id": .string(client),
                    "connection": .string(PasswordClient.connection),
                    "scope": "openid name email nickname offline_access",
                    "device": .string(Self.deviceID),
                ]))
    }

    // MARK: Lock

    /// The name and the password as Lock writes them.
    func basic(_ password: String? = nil) -> String {
        let text = "\(PasswordClient.connection)\\\(user.email):\(password ?? user.password)"
        return "Basic " + Base64URL.encode(Array(text.utf8))
    }

    func upload(_ key: TestDeviceKey, name: String = "AdasiPhone") async throws -> TestResponse {
        let body: JSONObject = [
            "value": .string(Base64.encode(Array(key.legacyPEM.utf8))), "device_name": .string(name),
            "device_id": .string(Self.deviceID), "type": "public_key",
            "client_id": .string(DeviceKeyScene.legacyClient),
        ]
        return try await server.send(
            .post("/api/v2/device-credentials", json: body).setting("Authorization", to: basic()))
    }

    func uploaded(authorization: String? = nil) async throws -> TestResponse {
        let user = try await scene.userID().replacing("|", with: "%7C")
        let path =
            "/api/v2/device-credentials?client_id=\(DeviceKeyScene.legacyClient)&type=public_key&user_id=\(user)"
        return try await server.send(Message.get(path).setting("Authorization", to: authorization ?? basic()))
    }
}

extension TestResponse {
    /// Requires Auth0's one answer to a wrong password or key.
    func requireWrongUser(sourceLocation: SourceLocation = #_sourceLocation) {
        #expect(status == 401, "\(text)", sourceLocation: sourceLocation)
        #expect(value("error") == "invalid_user_password", sourceLocation: sourceLocation)
        #expect(value("error_description") == "Wrong email or password.", sourceLocation: sourceLocation)
    }
}
