// SPDX-License-Identifier: Apache-2.0

import HTTPEndpoints
import HTTPServer
import IdentityModel
import SoftwareAuthenticator
import Testing
import WireFormats

/// Requests of each SDK, and the responses that it needs.
struct ClientBodyTests {
    @Test func `a user signs up and in with forms only`() async throws {
        let server = try await TestServer()
        let testClient = TestClient(at: server)
        let registration = Message.form(
            "/passkey/register",
            parameters: [
                "client_id": "spa", "realm": "people", "user_profile": #"{"email":"ada@example.org"}"#,
                "user_metadata": #"{"plan":"free"}"#,
            ])
        let started = try TestClient.StartedCeremony(await server.send(registration).require(200))
        let tokens = Message.form(
            "/oauth/token",
            parameters: [
                "client_id": "spa", "grant_type": TestClient.grant, "auth_session": started.session,
                "authn_response": String(decoding: try testClient.created(started), as: UTF8.self),
            ])
        try await server.send(tokens).require(200)
        let user = try #require(try await server.users().first)
        #expect(user.metadata["plan"] == "free")
        try await server.send(.form("/passkey/challenge", parameters: ["client_id": "spa"])).require(200)
    }

    @Test(arguments: [
        ("ada@example.org", "request.json-malformed"), (#"["ada@example.org"]"#, "request.json-malformed"),
        ("{}", "sign-in."),
    ])
    func `a profile in a form is an object`(profile: String, code: String) async throws {
        let message = Message.form("/passkey/register", parameters: ["client_id": "spa", "user_profile": profile])
        #expect(try await TestServer().send(message).require(400).code.hasPrefix(code))
    }

    /// A device behind an application, and the responses to its two ceremonies.
    private struct Journey {
        let bodies: ClientBodies
        let testClient: TestClient

        init(_ bodies: ClientBodies) async throws {
            self.bodies = bodies
            testClient = TestClient(at: try await TestServer()).with {
                $0.origin = bodies.origin
                $0.settings.client = bodies.client == "native" ? .native : .browser
            }
        }

        func signUp() async throws -> TestResponse {
            let started = try TestClient.StartedCeremony(
                await testClient.server.send(bodies.registration("ada@example.org")).require(200))
            let response = try JSONReader.read(testClient.created(started))
            return try await testClient.server.send(bodies.tokenRequest(started.session, response: response))
        }

        func signIn() async throws -> TestResponse {
            let started = try TestClient.StartedCeremony(await testClient.server.send(bodies.challenge).require(200))
            let response = try JSONReader.read(testClient.signed(started))
            return try await testClient.server.send(bodies.tokenRequest(started.session, response: response))
        }
    }

    @Test(arguments: ClientBodies.allCases)
    func `the bodies of each SDK sign a user up and in`(bodies: ClientBodies) async throws {
        let journey = try await Journey(bodies)
        let signedUp = try await journey.signUp().require(200)
        let signedIn = try await journey.signIn().require(200)
        for response in [signedUp, signedIn] {
            let token = try await VerifiedToken(response.text("id_token"), at: journey.testClient.server)
            #expect(token["aud"]?.stringValue == bodies.client)
            #expect(token["email"] == "ada@example.org")
            #expect(response.value("token_type") == "Bearer")
            #expect(response.value("expires_in") == 86_400)
        }
    }

    @Test(arguments: ClientBodies.allCases)
    func `the bodies of each SDK work over a socket too`(bodies: ClientBodies) async throws {
        guard #available(macOS 15, *) else { return }
        let journey = try await Journey(bodies)
        try await journey.testClient.server.overSocket {
            try await journey.signUp().require(200)
            let response = try await journey.signIn().require(200)
            #expect(response.value("token_type") == "Bearer")
        }
        #expect(journey.testClient.server.log.map(\.status) == [200, 200, 200, 200])
    }

    @Test(arguments: [ClientBodies.swift, .spaJS, .serverPython, .oldAuthJS])
    func `metadata is stored from where each SDK puts it`(bodies: ClientBodies) async throws {
        let journey = try await Journey(bodies)
        try await journey.signUp().require(200)
        let users = try await journey.testClient.server.users()
        #expect(users.map { $0.metadata["plan"] } == ["free"])
    }

    @Test(arguments: [ClientBodies.android, .firstDescription])
    func `without a scope there is an ID token and no refresh token`(bodies: ClientBodies) async throws {
        let response = try await Journey(bodies).signUp().require(200)
        #expect(response.value("scope") == "openid profile email")
        #expect(response.value("refresh_token") == nil)
    }

    @Test func `a body without client_id uses the session's client`() async throws {
        let journey = try await Journey(.firstDescription)
        let response = try await journey.signUp().require(200)
        #expect(try await VerifiedToken(response.text("id_token"), at: journey.testClient.server)["aud"] == "spa")
    }

    @Test(arguments: ["/passkey/register", "/passkey/challenge"])
    func `a ceremony's options have exactly the members that Auth0's have`(path: String) async throws {
        let isSignUp = path == "/passkey/register"
        let testClient = TestClient(at: try await TestServer())
        let response = try await testClient.server.send(isSignUp ? testClient.registration : testClient.challenge)
            .require(200)
        #expect(response.json?.members.map(\.name).sorted() == ["auth_session", "authn_params_public_key"])
        let options = try #require(response.value("authn_params_public_key")?.objectValue)
        let expected =
            isSignUp
            ? ["authenticatorSelection", "challenge", "pubKeyCredParams", "rp", "timeout", "user"]
            : ["challenge", "rpId", "timeout", "userVerification"]
        #expect(options.members.map(\.name).sorted() == expected)
        #expect(options["timeout"] == 300_000)
    }

    @Test func `the options of a sign-up are those of Auth0's first description`() async throws {
        let testClient = TestClient(at: try await TestServer())
        let response = try await testClient.server.send(testClient.registration).require(200)
        #expect(response.value("authn_params_public_key.rp") == ["id": "brand1.test", "name": "The application spa"])
        #expect(
            response.value("authn_params_public_key.pubKeyCredParams")
                == [
                    ["type": "public-key", "alg": -8], ["type": "public-key", "alg": -7],
                    ["type": "public-key", "alg": -257],
                ])
        let selection = try #require(response.value("authn_params_public_key.authenticatorSelection"))
        #expect(selection["residentKey"] == "required")
        #expect(selection["userVerification"] == "preferred")
        #expect(response.value("authn_params_public_key.user.name") == "ada@example.org")
        #expect(response.value("authn_params_public_key.user.displayName") == "ada@example.org")
    }

    @Test func `the options of a sign-in name the relying party and no credentials`() async throws {
        let testClient = TestClient(at: try await TestServer())
        try await testClient.signUp().require(200)
        let response = try await testClient.server.send(testClient.challenge).require(200)
        #expect(response.value("authn_params_public_key.rpId") == "brand1.test")
        #expect(response.value("authn_params_public_key.userVerification") == "preferred")
        #expect(response.value("authn_params_public_key.allowCredentials") == nil)
    }

    @Test(arguments: [
        ("https://brand1.test", "native"), (TestServerConfiguration.androidOrigin, "native"), (TestServer.page, "spa"),
        ("https://login.brand1.test", "spa"),
    ])
    func `responses from the client's own origins are accepted`(origin: String, client: String) async throws {
        let testClient = TestClient(at: try await TestServer()).with {
            $0.client = client
            $0.origin = origin
            $0.settings.client = .native
        }
        try await testClient.signUp().require(200)
        try await testClient.signIn().require(200)
    }

    @Test(arguments: [
        ("https://brand1.test", "spa"), (TestServerConfiguration.androidOrigin, "spa"), (TestServer.page, "native"),
        ("https://other.brand1.test", "spa"), ("https://calls.brand1.test", "allowed-origins"),
        ("https://login.brand2.test", "spa"),
        ("android:apk-key-hash:AAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAA", "native"),
    ])
    func `responses from another client's origin are rejected`(origin: String, client: String) async throws {
        let testClient = TestClient(at: try await TestServer()).with {
            $0.client = client
            $0.origin = origin
            $0.settings.client = .native
        }
        #expect(try await testClient.signUp().code == "registration.origin-not-allowed")
    }
}
