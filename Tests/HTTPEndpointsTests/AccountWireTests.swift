// SPDX-License-Identifier: Apache-2.0

import HTTPServer
import IdentityModel
import SoftwareAuthenticator
import Testing
import WireFormats

/// The My Account API as the SDKs use it.
struct AccountWireTests {
    private static let methods = "/me/v1/authentication-methods"

    /// A user with an account, an access token and a second device.
    private struct Owner {
        let testClient: TestClient
        let second: TestClient
        let token: String

        init(_ server: TestServer) async throws {
            testClient = TestClient(at: server)
            try await testClient.signUp().require(200)
            token = try await testClient.accountToken()
            second = testClient.with { $0.device = SoftwareAuthenticator(profile: .googlePasswordManager) }
        }

        func send(_ message: Message) async throws -> TestResponse {
            try await testClient.account(message, token: token)
        }

        var firstID: String {
            get async throws {
                let list = try await send(.get(AccountWireTests.methods)).require(200)
                return try #require(list.value("authentication_methods")?.arrayValue?.first?["id"]?.stringValue)
            }
        }
    }

    // MARK: Enrollment

    @Test func `starting an enrollment returns 202, a Location and no ID`() async throws {
        let owner = try await Owner(TestServer())
        let response = try await owner.send(.post(Self.methods, json: ["type": "passkey"])).require(202)
        #expect(response.headers["Location"] == "https://login.brand1.test/me/v1/authentication-methods/passkey%7Cnew")
        #expect(response.json?.members.map(\.name).sorted() == ["auth_session", "authn_params_public_key"])
        #expect(response.value("authn_params_public_key.excludeCredentials") == nil)
    }

    @Test func `existing passkeys are excluded only on request`() async throws {
        let owner = try await Owner(TestServer())
        let body: JSONObject = ["type": "passkey", "use_exclude_credentials": true]
        let response = try await owner.send(.post(Self.methods, json: body)).require(202)
        #expect(response.value("authn_params_public_key.excludeCredentials")?.arrayValue?.count == 1)
    }

    @Test(arguments: ["identity_user_id", "identity"])
    func `the account is identified as each SDK does it`(member: String) async throws {
        let owner = try await Owner(TestServer())
        let user = try #require(try await owner.testClient.server.users().first)
        let body: JSONObject = [
            "type": "passkey", "connection": "people", member: .string(String(user.id.identity)),
        ]
        try await owner.send(.post(Self.methods, json: body)).require(202)
        let wrong: JSONObject = ["type": "passkey", member: "000000000000000000000000"]
        #expect(try await owner.send(.post(Self.methods, json: wrong)).code == "sign-in.identity-unknown")
    }

    @Test func `null counts as absent in the body of an enrollment`() async throws {
        let owner = try await Owner(TestServer())
        let body: JSONObject = ["type": "passkey", "connection": .null, "identity_user_id": .null]
        try await owner.send(.post(Self.methods, json: body)).require(202)
    }

    @Test(arguments: ["passkey|new", "passkey%7Cnew", "passkey%7cnew"])
    func `an enrollment is finished under its path, percent-encoded or not`(name: String) async throws {
        let owner = try await Owner(TestServer())
        var started = try await owner.second.beginEnrollment(owner.token)
        started.path = "\(Self.methods)/\(name)"
        let response = try await owner.send(owner.second.enrollment(started, response: owner.second.created(started)))
            .require(201)
        let id = try response.text("id")
        #expect(id.hasPrefix("passkey|dev_"))
        let escaped = id.replacing("|", with: "%7C")
        #expect(response.headers["Location"] == "https://login.brand1.test\(Self.methods)/\(escaped)")
    }

    @Test(arguments: [ClientBodies.swift, .android, .spaJS, .nextJS])
    func `the responses of each SDK finish an enrollment`(bodies: ClientBodies) async throws {
        let owner = try await Owner(TestServer())
        let started = try await owner.second.beginEnrollment(owner.token)
        let response = bodies.shaped(try JSONReader.read(owner.second.created(started)))
        try await owner.send(owner.second.enrollment(started, response: response.serialized())).require(201)
    }

    @Test func `a verification is accepted only under the path for new passkeys`() async throws {
        let owner = try await Owner(TestServer())
        var started = try await owner.second.beginEnrollment(owner.token)
        started.path = "\(Self.methods)/passkey%7Cdev_other"
        let result = try await owner.send(owner.second.enrollment(started, response: owner.second.created(started)))
            .require(404)
        #expect(result.code == "sign-in.passkey-unknown")
    }

    @Test func `the body of a verification is read before its path is looked up`() async throws {
        let owner = try await Owner(TestServer())
        let path = "\(Self.methods)/passkey%7Cdev_other/verify"
        let response = try await owner.send(.json(.post, path: path, body: [:])).require(400)
        #expect(response.code == "request.body-invalid")
    }

    @Test func `a conditional enrollment is accepted only if it was requested`() async throws {
        let owner = try await Owner(TestServer())
        let silent = owner.second.with { $0.settings.mediation = .conditional }
        #expect(try await silent.enroll(owner.token).code == "registration.user-presence-missing")
        let asked = try await silent.beginEnrollment(
            owner.token, body: ["type": "passkey", "mediation": "conditional"])
        try await owner.send(silent.enrollment(asked, response: silent.created(asked))).require(201)
        // The passkey was created without user presence, so its first use requires it.
        #expect(
            try await owner.second.with { $0.mutation = .upCleared }.signIn().code
                == "authentication.user-presence-missing")
        try await owner.second.signIn().require(200)
    }

    @Test func `an account has at most twenty passkeys`() async throws {
        let owner = try await Owner(TestServer())
        var devices: [TestClient] = []
        for _ in 0..<20 {
            devices.append(owner.testClient.with { $0.device = SoftwareAuthenticator(profile: .securityKey) })
        }
        for device in devices.dropLast() { try await device.enroll(owner.token).require(201) }
        let result = try await owner.send(.post(Self.methods, json: ["type": "passkey"])).require(409)
        #expect(result.code == "sign-in.too-many-passkeys")
    }

    // MARK: The passkey

    @Test func `a passkey is written as the strictest SDK reads it`() async throws {
        let owner = try await Owner(TestServer())
        let passkey = try await owner.send(.get("\(Self.methods)/\(owner.firstID)")).require(200)
        let device = try #require(owner.testClient.device.credentials.first)
        #expect(passkey.value("type") == "passkey")
        #expect(passkey.value("usage") == ["primary"])
        #expect(try passkey.text("created_at").hasSuffix(".000Z"))
        #expect(try passkey.text("last_auth_at").hasSuffix(".000Z"))
        #expect(try passkey.text("key_id") == Base64URL.encode(device.id))
        #expect(try passkey.text("user_handle") == Base64URL.encode(device.userHandle))
        #expect(try passkey.text("public_key").hasPrefix("pQECAyYgASFYI"))
        #expect(try passkey.text("public_key").utf8.count % 4 == 0)
        #expect(Base64.decode(try passkey.text("public_key")) != nil)
        #expect(passkey.value("aaguid") == "fbfc3007-154e-4ecc-8c0b-6e020557d7bd")
        #expect(passkey.value("relying_party_id") == "brand1.test")
        #expect(passkey.value("credential_device_type") == "multi_device")
        #expect(passkey.value("credential_backed_up") == true)
        let user = try #require(try await owner.testClient.server.users().first)
        #expect(try passkey.text("identity_user_id") == String(user.id.identity))
    }

    @Test(arguments: ["?type=passkey", ""])
    func `the list contains passkeys`(query: String) async throws {
        let owner = try await Owner(TestServer())
        let list = try await owner.send(.get(Self.methods + query)).require(200)
        #expect(list.value("authentication_methods")?.arrayValue?.map { $0["type"] } == ["passkey"])
    }

    @Test func `the list of another type is empty, and an unknown type is rejected`() async throws {
        let owner = try await Owner(TestServer())
        let list = try await owner.send(.get(Self.methods + "?type=totp")).require(200)
        #expect(list.value("authentication_methods") == [])
        #expect(try await owner.send(.get(Self.methods + "?type=fax")).require(400).code == "request.query-invalid")
    }

    @Test(arguments: [false, true])
    func `a passkey is found, renamed and removed under its ID, percent-encoded or not`(isEscaped: Bool) async throws {
        let owner = try await Owner(TestServer())
        let id = try await owner.second.enroll(owner.token).require(201).text("id")
        let path = "\(Self.methods)/\(isEscaped ? id.replacing("|", with: "%7C") : id)"
        try await owner.send(.get(path)).require(200)
        try await owner.send(.json(.patch, path: path, body: ["name": "Phone"])).require(200)
        // Auth0.Android sends a body with this.
        let response = try await owner.send(.json(.delete, path: path, body: [:])).require(204)
        #expect(response.body.isEmpty)
        let next = try await owner.testClient.accountToken()
        try await owner.testClient.account(.get(path), token: next).require(404)
    }

    @Test func `removing a passkey signals it in a response header`() async throws {
        let owner = try await Owner(TestServer())
        let id = try await owner.second.enroll(owner.token).require(201).text("id")
        let response = try await owner.send(Message(.delete, path: "\(Self.methods)/\(id)")).require(204)
        let signal = try JSONReader.read(Array(try #require(response.headers["Thumbturn-Signal"]).utf8))
        let credential = try #require(owner.second.device.credentials.first)
        #expect(signal["unknown_credential"]?["credentialId"]?.stringValue == Base64URL.encode(credential.id))
        #expect(signal["unknown_credential"]?["rpId"] == "brand1.test")
    }

    @Test func `the only passkey can't be removed`() async throws {
        let owner = try await Owner(TestServer())
        let response = try await owner.send(Message(.delete, path: "\(Self.methods)/\(owner.firstID)")).require(409)
        #expect(response.code == "sign-in.last-credential")
    }

    @Test func `factors are listed`() async throws {
        let owner = try await Owner(TestServer())
        let response = try await owner.send(.get("/me/v1/factors")).require(200)
        #expect(response.value("factors") == [["type": "passkey", "usage": ["primary"]]])
    }

    @Test func `other types can't be enrolled`() async throws {
        let owner = try await Owner(TestServer())
        for type in ["totp", "push-notification", "recovery-code", "webauthn-roaming"] {
            let response = try await owner.send(.post(Self.methods, json: ["type": .string(type)])).require(400)
            #expect(response.code == "account.type-not-supported")
        }
    }

    @Test func `an update has no other members`() async throws {
        let owner = try await Owner(TestServer())
        let path = try await "\(Self.methods)/\(owner.firstID)"
        #expect(
            try await owner.send(.json(.patch, path: path, body: ["title": "Phone"])).require(400).code
                == "request.body-invalid")
    }

    // MARK: Access

    @Test(arguments: [
        ("GET", "", "read:me:authentication_methods"), ("POST", "", "create:me:authentication_methods"),
        ("GET", "/passkey%7Cx", "read:me:authentication_methods"),
        ("PATCH", "/passkey%7Cx", "update:me:authentication_methods"),
        ("DELETE", "/passkey%7Cx", "delete:me:authentication_methods"),
        ("POST", "/passkey%7Cnew/verify", "create:me:authentication_methods"),
    ])
    func `each operation needs its scope`(method: String, path: String, scope: String) async throws {
        let testClient = TestClient(at: try await TestServer())
        try await testClient.signUp().require(200)
        let others = TestClient.accountScope.replacing(scope, with: "")
        let tokenParameters: JSONObject = ["scope": .string(others), "audience": "https://login.brand1.test/me/"]
        let token = try await testClient.with { $0.tokenParameters = tokenParameters }.signIn().require(200).text(
            "access_token")
        let response = try await testClient.account(
            .json(HTTPMethod(rawValue: method), path: Self.methods + path, body: [:]), token: token
        ).require(403)
        #expect(response.code == "oauth.scope-insufficient")
        #expect(
            response.headers["WWW-Authenticate"] == "Bearer error=\"insufficient_scope\", "
                + "error_description=\"Insufficient scope, expected: \(scope)\", scope=\"\(scope)\"")
    }

    @Test func `scopes may have the hyphens that one SDK documents`() async throws {
        let testClient = TestClient(at: try await TestServer())
        try await testClient.signUp().require(200)
        let tokenParameters: JSONObject = [
            "scope": "openid read:me:authentication-methods", "audience": "https://login.brand1.test/me/",
        ]
        let token = try await testClient.with { $0.tokenParameters = tokenParameters }.signIn().require(200).text(
            "access_token")
        try await testClient.account(.get(Self.methods), token: token).require(200)
    }

    @Test func `a refresh token gets an access token for the account`() async throws {
        let testClient = TestClient(at: try await TestServer())
        let refresh = try await testClient.signUp().require(200).text("refresh_token")
        let response = try await testClient.refresh(
            refresh, adding: ["audience": "https://login.brand1.test/me/", "scope": "read:me:authentication_methods"])
        try await testClient.account(.get(Self.methods), token: response.require(200).text("access_token")).require(200)
    }

    @Test func `a token for another API is rejected`() async throws {
        let testClient = TestClient(at: try await TestServer())
        let token = try await testClient.signUp().require(200).text("access_token")
        #expect(
            try await testClient.account(.get(Self.methods), token: token).require(401).code
                == "oauth.access-token-audience-mismatch")
    }

    @Test func `a request without a token is rejected`() async throws {
        let response = try await TestServer().send(.get(Self.methods)).require(401)
        #expect(response.headers["WWW-Authenticate"] == "Bearer")
        #expect(response.code == "oauth.access-token-missing")
    }

    @Test func `errors have the members of both formats and are JSON`() async throws {
        let response = try await TestServer().send(.get(Self.methods).setting("Authorization", to: "Bearer x")).require(
            401)
        #expect(response.headers["Content-Type"] == "application/json")
        #expect(response.value("type") == "https://auth0.com/api-errors/A0E-401-0001")
        #expect(response.value("title") == "Unauthorized")
        #expect(response.value("status") == 401)
        #expect(response.value("error") == "invalid_token")
        #expect(response.value("detail") == response.value("error_description"))
    }

    @Test func `an invalid body lists each error`() async throws {
        let owner = try await Owner(TestServer())
        let response = try await owner.send(.post(Self.methods, json: ["type": "fax", "connection": "a b"])).require(
            400)
        #expect(response.value("title") == "Validation Error")
        let fields = response.value("validation_errors")?.arrayValue?.map { $0["field"]?.stringValue }
        #expect(fields == ["type", "connection"])
    }
}
