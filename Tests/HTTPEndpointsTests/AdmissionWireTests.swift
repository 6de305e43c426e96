// SPDX-License-Identifier: Apache-2.0

import Configuration
import HTTPServer
import IdentityModel
import SoftwareAuthenticator
import Testing
import WireFormats

/// The rules that admit clients and users to ceremonies.
struct AdmissionWireTests {
    /// A request that is rejected, and the code of the rejection.
    struct Row: Sendable, CustomTestStringConvertible {
        let testDescription: String
        let code: String
        let status: Int
        let change: @Sendable (inout TestClient) -> Void

        init(
            _ name: String, code: String, status: Int = 400, change: @escaping @Sendable (inout TestClient) -> Void
        ) {
            testDescription = name
            self.code = code
            self.status = status
            self.change = change
        }
    }

    private static let ofBothCeremonies = [
        Row("an unknown client", code: "oauth.client-unknown", status: 401) { $0.client = "nobody" },
        Row("a client without the grant", code: "sign-in.client-not-admitted.grant-missing") {
            $0.client = "no-passkey-grant"
        },
        Row("a third-party client", code: "sign-in.client-not-admitted.third-party") { $0.client = "third-party" },
        Row("an unknown realm", code: "sign-in.connection-unknown") { $0.realm = "nowhere" },
        Row("a realm that does not list the client", code: "sign-in.connection-unknown") { $0.realm = "reserved" },
        Row("a realm without passkeys", code: "sign-in.passkeys-disabled") { $0.realm = "passwords" },
        Row("no organization where one is required", code: "sign-in.organization.missing") {
            $0.client = "organization-required"
        },
        Row("an organization where none is used", code: "sign-in.organization.not-allowed") {
            $0.organization = "acme"
        },
        Row("an unknown organization", code: "sign-in.organization.unknown") {
            $0.client = "organization-optional"
            $0.organization = "nowhere"
        },
        Row("an organization of another connection", code: "sign-in.organization.connection-not-admitted") {
            $0.client = "organization-optional"
            $0.organization = "umbrella"
        },
    ]

    private static let signUps = [
        Row("a realm that disables sign-ups", code: "sign-in.sign-up-disabled") { $0.realm = "closed" },
        Row("no identifier", code: "sign-in.profile.identifier-missing") { $0.profile = [:] },
        Row("a malformed address", code: "sign-in.profile.identifier-malformed") { $0.profile = ["email": "ada"] },
        Row("an identifier that the realm does not accept", code: "sign-in.profile.identifier-not-accepted") {
            $0.profile = ["email": "ada@example.org", "username": "ada"]
        },
        Row("a missing user name", code: "sign-in.profile.identifier-missing") {
            $0.realm = "names"
            $0.profile = ["phone_number": "+4915112345678"]
        },
        Row("a malformed phone number", code: "sign-in.profile.identifier-malformed") {
            $0.realm = "names"
            $0.profile = ["username": "ada", "phone_number": "0151"]
        },
        Row("an unknown member of the profile", code: "request.body-invalid") {
            $0.profile = ["email": "ada@example.org", "nick": "A"]
        },
        Row("a name that is too long", code: "request.body-invalid") {
            $0.profile = ["email": "ada@example.org", "given_name": .string(String(repeating: "a", count: 151))]
        },
        Row("too much metadata", code: "request.body-invalid") {
            $0.proof = ["user_metadata": .object(JSONObject((0...10).map { ("k\($0)", "v") }))]
        },
        Row("metadata that is not text", code: "request.body-invalid") { $0.proof = ["user_metadata": ["k": 1]] },
    ]

    @Test(arguments: ofBothCeremonies)
    func `a sign-in that is not admitted is rejected with its reason`(row: Row) async throws {
        let testClient = TestClient(at: try await TestServer()).with(row.change)
        let response = try await testClient.server.send(testClient.challenge).require(row.status)
        #expect(response.code == row.code)
    }

    @Test(arguments: ofBothCeremonies + signUps)
    func `a sign-up that is not admitted is rejected with its reason`(row: Row) async throws {
        let testClient = TestClient(at: try await TestServer()).with(row.change)
        let response = try await testClient.server.send(testClient.registration).require(row.status)
        #expect(response.code == row.code)
    }

    @Test(
        arguments: [
            (["email": "ada"], "email"), ([:], "email"), (["email": "ada@example.org", "username": "ada"], "username"),
            (["email": "ada@example.org", "picture": "http://example.org/"], "picture"),
        ] as [([String: String], String)])
    func `a profile that is rejected names the field to correct`(profile: [String: String], field: String) async throws
    {
        let testClient = TestClient(at: try await TestServer()).with {
            $0.profile = JSONObject(profile.map { ($0, .string($1)) })
        }
        let response = try await testClient.server.send(testClient.registration).require(400)
        #expect(response.value("field") == .string(field))
    }

    @Test func `users of a realm with usernames and phone numbers sign up and in`() async throws {
        let testClient = TestClient(at: try await TestServer()).with {
            $0.realm = "names"
            $0.profile = ["username": "ada", "phone_number": "+4915112345678", "name": "Ada Lovelace"]
            $0.tokenParameters = ["scope": "openid profile phone"]
        }
        let started = try await testClient.server.send(testClient.registration).require(200)
        #expect(started.value("authn_params_public_key.user.name") == "ada")
        #expect(started.value("authn_params_public_key.user.displayName") == "Ada Lovelace")
        try await testClient.signUp().require(200)
        let token = try await VerifiedToken(testClient.signIn().require(200).text("id_token"), at: testClient.server)
        #expect(token["phone_number"] == "+4915112345678")
        #expect(token["preferred_username"] == "ada")
    }

    @Test func `a taken identifier is rejected regardless of case`() async throws {
        let testClient = TestClient(at: try await TestServer())
        try await testClient.signUp().require(200)
        let other = testClient.with { $0.profile = ["email": "Ada@Example.org"] }
        let response = try await testClient.server.send(other.registration).require(400)
        #expect(response.code == "sign-in.account-exists")
        #expect(response.value("error") == "invalid_request")
    }

    @Test(arguments: [(true, 400), (false, 200)])
    func `users may share a phone number unless they sign in with it`(isIdentifier: Bool, status: Int) async throws {
        let server = try await TestServer { documents in
            for index in documents.indices where documents[index].id == "names" {
                documents[index].json["options"] = [
                    "attributes": [
                        "username": ["identifier": ["active": true], "signup": ["status": "required"]],
                        "phone_number": [
                            "identifier": ["active": .bool(isIdentifier)], "signup": ["status": "optional"],
                        ],
                    ]
                ]
            }
        }
        let first = TestClient(at: server).with {
            $0.realm = "names"
            $0.profile = ["username": "ada", "phone_number": "+4915112345678"]
            $0.tokenParameters = ["scope": "openid phone"]
        }
        try await first.signUp().require(200)
        let second = first.with {
            $0.device = SoftwareAuthenticator(profile: .googlePasswordManager)
            $0.profile = ["username": "grace", "phone_number": "+4915112345678"]
        }
        let response = try await server.send(second.registration).require(status)
        guard !isIdentifier else { return #expect(response.code == "sign-in.account-exists") }
        let token = try await VerifiedToken(second.signUp().require(200).text("id_token"), at: server)
        #expect(token["phone_number"] == "+4915112345678")
    }

    @Test func `a client without the grant is rejected`() async throws {
        let body: JSONObject = ["grant_type": "refresh_token", "client_id": "online", "refresh_token": "x"]
        let server = try await TestServer { documents in
            let json: JSONObject = [
                "client_id": "online", "app_type": "spa", "grant_types": ["urn:okta:params:oauth:grant-type:webauthn"],
            ]
            documents.append(ConfigurationDocument(kind: .client, id: "online", json: json))
        }
        let response = try await server.send(.post("/oauth/token", json: body)).require(403)
        #expect(response.code == "oauth.grant-type-not-allowed")
        #expect(response.value("error") == "unauthorized_client")
    }

    @Test(arguments: GrantType.allCases.filter { !GrantType.offered.contains($0) }.map(\.rawValue) + ["x"])
    func `grants that are not offered are rejected`(grant: String) async throws {
        let response = try await TestServer().send(
            .post("/oauth/token", json: ["grant_type": .string(grant), "client_id": "spa"])
        ).require(400)
        #expect(response.code == "oauth.grant-type-unknown")
        #expect(response.value("error") == "unsupported_grant_type")
    }

    @Test(arguments: ["auth_session", "authn_response", "refresh_token", "grant_type"])
    func `missing parameters are named`(member: String) async throws {
        let testClient = TestClient(at: try await TestServer())
        let started = try await testClient.beginSignUp()
        var body: JSONObject = [
            "client_id": "spa", "grant_type": .string(TestClient.grant), "auth_session": .string(started.session),
            "authn_response": [:],
        ]
        if member == "refresh_token" { body["grant_type"] = "refresh_token" }
        body[member] = nil
        let result = try await testClient.server.send(.post("/oauth/token", json: body)).require(400)
        #expect(result.code == (member == "grant_type" ? "request.body-invalid" : "oauth.parameter-missing"))
        #expect(try result.text("error_description").contains(member))
    }

    @Test func `disabling passkeys ends sign-ins that have started`() async throws {
        let testClient = TestClient(at: try await TestServer())
        try await testClient.signUp().require(200)
        let started = try await testClient.beginSignIn()
        let token = try await testClient.accountToken()
        let configuration = try TestServerConfiguration.configuration { documents in
            for index in documents.indices where documents[index].id == "people" {
                documents[index].json["options"] = ["authentication_methods": ["passkey": ["enabled": false]]]
            }
        }
        testClient.server.serve(configuration)
        let result = try await testClient.finish(started.session, response: testClient.signed(started)).require(400)
        #expect(result.code == "sign-in.passkeys-disabled")
        let enrollment = try await testClient.account(
            .post("/me/v1/authentication-methods", json: ["type": "passkey"]), token: token)
        #expect(try enrollment.require(400).code == "sign-in.passkeys-disabled")
    }

    @Test func `a removed client is unknown at once`() async throws {
        let testClient = TestClient(at: try await TestServer())
        try await testClient.signUp().require(200)
        let token = try await testClient.accountToken()
        let started = try await testClient.beginSignIn()
        testClient.server.serve(try TestServerConfiguration.configuration { $0.removeAll { $0.id == "spa" } })
        let result = try await testClient.finish(started.session, response: testClient.signed(started)).require(401)
        #expect(result.code == "oauth.client-unknown")
        let list = try await testClient.list(token)
        #expect(list.status == 401)
    }

    @Test func `a removed client gets no userinfo claims`() async throws {
        let testClient = TestClient(at: try await TestServer())
        let token = try await testClient.signUp().require(200).text("access_token")
        try await testClient.account(.get("/userinfo"), token: token).require(200)
        testClient.server.serve(try TestServerConfiguration.configuration { $0.removeAll { $0.id == "spa" } })
        let result = try await testClient.account(.get("/userinfo"), token: token).require(401)
        #expect(result.code == "oauth.access-token-user-unknown")
    }

    @Test func `a client that lists its domains works only there`() async throws {
        let server = try await TestServer { documents in
            for index in documents.indices where documents[index].id == "spa" {
                documents[index].json["thumbturn"] = ["domains": [.string(TestServer.host)]]
            }
        }
        let testClient = TestClient(at: server)
        try await testClient.signUp().require(200)
        let other = testClient.with { $0.host = TestServer.otherHost }
        for message in [other.registration, other.challenge] {
            let result = try await server.send(message).require(400)
            #expect(result.code == "sign-in.client-not-admitted.domain-mismatch")
        }
    }

    @Test func `a taken credential ID makes no account and consumes the ceremony`() async throws {
        let testClient = TestClient(at: try await TestServer())
        let started = try await testClient.beginSignUp()
        let response = try testClient.created(started)
        try await testClient.server.storeCredential(#require(testClient.device.credentials.first).id)
        let result = try await testClient.finish(started.session, response: response).require(403)
        #expect(result.code == "registration.credential-already-registered")
        #expect(try await testClient.server.users().map { $0[.email]?.value } == ["owner@example.org"])
        let again = try await testClient.finish(started.session, response: response).require(403)
        #expect(again.code == "sign-in.ceremony.consumed")
    }

    @Test func `a taken credential ID makes no second passkey`() async throws {
        let testClient = TestClient(at: try await TestServer())
        try await testClient.signUp().require(200)
        let token = try await testClient.accountToken()
        let second = testClient.with { $0.device = SoftwareAuthenticator() }
        let started = try await second.beginEnrollment(token)
        let message = second.enrollment(started, response: try second.created(started))
        try await testClient.server.storeCredential(#require(second.device.credentials.first).id)
        let result = try await testClient.account(message, token: token).require(400)
        #expect(result.code == "registration.credential-already-registered")
        let again = try await testClient.account(message, token: token).require(400)
        #expect(again.code == "sign-in.ceremony.consumed")
    }
}
