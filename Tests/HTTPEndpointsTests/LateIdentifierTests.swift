// SPDX-License-Identifier: Apache-2.0

import HTTPServer
import IdentityModel
import RateLimiting
import SoftwareAuthenticator
import Testing
import WireFormats

/// Sign-ups that learn their identifiers with the credential, as Apple's account creation does.
struct LateIdentifierTests {
    private static let late: JSONObject = ["email": "ada@example.org", "name": "Ada Lovelace"]

    /// An application on a phone, which begins without a profile.
    private func application(at server: TestServer) -> TestClient {
        TestClient(at: server).inApplication("https://\(TestServer.relyingPartyID)").with {
            $0.profile = [:]
            $0.registrationParameters = ["identifiers_at_finish": true]
        }
    }

    private func finish(
        _ started: TestClient.StartedCeremony, of testClient: TestClient, response: [UInt8], profile: JSONValue?
    ) async throws -> TestResponse {
        try await testClient.with { $0.tokenParameters["user_profile"] = profile }
            .finish(started.session, response: response)
    }

    @Test func `a sign-up may learn its identifiers with the credential`() async throws {
        let testClient = application(at: try await TestServer())
        let started = try await testClient.beginSignUp()
        let tokens = try await finish(
            started, of: testClient, response: testClient.created(started), profile: .object(Self.late)
        ).require(200)
        let token = try await VerifiedToken(tokens.text("id_token"), at: testClient.server)
        #expect(token["email"] == "ada@example.org")
        #expect(token["email_verified"] == false)
        #expect(token["name"] == "Ada Lovelace")
        try await testClient.signIn().require(200)
    }

    @Test(arguments: [([:], "The application native"), (["name": "Ada"], "Ada")] as [(JSONObject, JSONValue)])
    func `without an identifier a passkey is named after the user or the application`(
        profile: JSONObject, name: JSONValue
    ) async throws {
        let testClient = application(at: try await TestServer()).with { $0.profile = profile }
        let started = try await testClient.server.send(testClient.registration).require(200)
        #expect(started.value("authn_params_public_key.user.name") == name)
    }

    @Test func `the profile of the beginning is kept unless the end replaces it`() async throws {
        let server = try await TestServer()
        let testClient = application(at: server).with {
            $0.realm = "names"
            $0.profile = [
                "phone_number": "+4915112345678", "name": "Ada", "nickname": "A", "user_metadata": ["plan": "free"],
            ]
        }
        let started = try await testClient.beginSignUp()
        let late: JSONValue = ["username": "Ada", "name": "Ada Lovelace"]
        try await finish(started, of: testClient, response: testClient.created(started), profile: late).require(200)
        let user = try #require(await server.users().first)
        #expect(user[.username]?.normalized == "ada")
        #expect(user[.phoneNumber]?.value == "+4915112345678")
        #expect(user.profile.name == "Ada Lovelace")
        #expect(user.profile.nickname == "A")
        #expect(user.metadata == ["plan": "free"])
        #expect(user.identifiers.allSatisfy { !$0.isVerified })
    }

    @Test func `identifiers of the beginning suffice`() async throws {
        let testClient = application(at: try await TestServer()).with { $0.profile = Self.late }
        try await testClient.signUp().require(200)
    }

    @Test func `a form has the late profile as text`() async throws {
        let testClient = application(at: try await TestServer())
        let started = try await testClient.beginSignUp()
        let response = String(decoding: try testClient.created(started), as: UTF8.self)
        let message = Message.form(
            "/oauth/token",
            parameters: [
                "client_id": "native", "grant_type": TestClient.grant, "auth_session": started.session,
                "authn_response": response, "user_profile": #"{"email": "ada@example.org"}"#,
            ])
        try await testClient.server.send(message).require(200)
    }

    @Test(
        arguments: [
            (nil, "sign-in.profile.identifier-missing"), ([:], "sign-in.profile.identifier-missing"),
            (["email": "ada"], "sign-in.profile.identifier-malformed"),
            (["email": "ada@example.org", "username": "ada"], "sign-in.profile.identifier-not-accepted"),
            (["email": "ada@example.org", "nick": "A"], "request.body-invalid"), ("ada", "request.body-invalid"),
        ] as [(JSONValue?, String)])
    func `a late profile can be corrected in the same ceremony`(profile: JSONValue?, code: String) async throws {
        let testClient = application(at: try await TestServer())
        let started = try await testClient.beginSignUp()
        let response = try testClient.created(started)
        let rejected = try await finish(started, of: testClient, response: response, profile: profile).require(400)
        #expect(rejected.code == code)
        #expect(rejected.value("error") == "invalid_request")
        #expect(rejected.value("signal") == nil)
        try await finish(started, of: testClient, response: response, profile: .object(Self.late)).require(200)
    }

    @Test func `a late identifier that is taken ends the ceremony and signals the passkey`() async throws {
        let server = try await TestServer()
        try await TestClient(at: server).signUp().require(200)
        let testClient = application(at: server)
        let started = try await testClient.beginSignUp()
        let response = try testClient.created(started)
        let taken: JSONValue = ["email": "Ada@Example.org"]
        let rejected = try await finish(started, of: testClient, response: response, profile: taken).require(400)
        #expect(rejected.code == "sign-in.account-exists")
        let credential = try #require(testClient.device.credentials.first).id
        #expect(
            rejected.value("signal") == [
                "unknown_credential": ["rpId": "brand1.test", "credentialId": .string(Base64URL.encode(credential))]
            ])
        #expect(try await server.users().count == 1)
        let other: JSONValue = ["email": "grace@example.org"]
        let again = try await finish(started, of: testClient, response: response, profile: other).require(403)
        #expect(again.code == "sign-in.ceremony.consumed")
    }

    @Test func `an identifier that the beginning names is checked there`() async throws {
        let server = try await TestServer()
        try await TestClient(at: server).signUp().require(200)
        let testClient = application(at: server)
        for (profile, code) in [
            (["email": "ada@example.org"], "sign-in.account-exists"),
            (["email": "ada"], "sign-in.profile.identifier-malformed"),
            (["username": "ada"], "sign-in.profile.identifier-not-accepted"),
        ] as [(JSONObject, String)] {
            let response = try await server.send(testClient.with { $0.profile = profile }.registration).require(400)
            #expect(response.code == code)
        }
    }

    @Test(arguments: [["email": "eve@example.org"], ["nick": 1], "ada"] as [JSONValue])
    func `an ordinary sign-up ignores the profile of the token request`(profile: JSONValue) async throws {
        let server = try await TestServer()
        let testClient = TestClient(at: server).with { $0.tokenParameters["user_profile"] = profile }
        try await testClient.signUp().require(200)
        try await testClient.signIn().require(200)
        #expect(try await server.users().map { $0[.email]?.value } == ["ada@example.org"])
    }

    @Test(arguments: [nil, false] as [JSONValue?])
    func `a sign-up needs its identifiers at once unless it says otherwise`(flag: JSONValue?) async throws {
        let testClient = application(at: try await TestServer()).with {
            $0.registrationParameters["identifiers_at_finish"] = flag
        }
        let response = try await testClient.server.send(testClient.registration).require(400)
        #expect(response.code == "sign-in.profile.identifier-missing")
    }

    @Test func `attempts with a late identifier are limited like attempts to begin with it`() async throws {
        var rules = RateLimitRules.off
        rules.account = RateLimits.Rule(capacity: 2, refillPerSecond: 0.5)
        let testClient = application(at: try await TestServer(limits: rules))
        let taken = TestClient(at: testClient.server).with { $0.profile = Self.late }
        try await taken.server.send(taken.registration).require(200)
        let started = try await testClient.beginSignUp()
        let response = try testClient.created(started)
        let malformed: JSONValue = ["email": "ADA@example.org", "username": "ada"]
        try await finish(started, of: testClient, response: response, profile: malformed).require(400)
        let limited = try await finish(started, of: testClient, response: response, profile: malformed).require(429)
        #expect(limited.code == "request.rate-limited")
        #expect(limited.headers["retry-after"] != nil)
    }
}
