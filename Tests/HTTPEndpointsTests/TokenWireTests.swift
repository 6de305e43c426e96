// SPDX-License-Identifier: Apache-2.0

import HTTPServer
import SoftwareAuthenticator
import TestSupport
import Testing
import WireFormats

/// The contents of tokens, and the ways to get them.
struct TokenWireTests {
    @Test func `ID tokens are signed with RS256 and have what SDKs check`() async throws {
        let testClient = TestClient(at: try await TestServer())
        let token = try await VerifiedToken(testClient.signUp().require(200).text("id_token"), at: testClient.server)
        let now = testClient.server.clock.now.secondsSince1970
        #expect(token.algorithm == "RS256")
        #expect(token["iss"] == "https://login.brand1.test/")
        #expect(token["aud"] == "spa")
        #expect(token["azp"] == "spa")
        #expect(token["iat"]?.intValue == Int(now))
        #expect(token["exp"]?.intValue == Int(now) + 36_000)
        #expect(token["auth_time"]?.intValue == Int(now))
        #expect(token["email"] == "ada@example.org")
        #expect(token["email_verified"] == false)
        #expect(token["org_id"] == nil)
    }

    @Test(arguments: [("es256", "ES256"), ("eddsa", "EdDSA"), ("spa", "RS256")])
    func `a client's configured algorithm signs its ID tokens`(client: String, algorithm: String) async throws {
        let testClient = TestClient(at: try await TestServer()).with {
            $0.client = client
            $0.origin = "https://login.brand1.test"
        }
        let token = try await VerifiedToken(testClient.signUp().require(200).text("id_token"), at: testClient.server)
        #expect(token.algorithm == algorithm)
    }

    @Test func `RSA keys are published first`() async throws {
        let response = try await TestServer().send(.get("/.well-known/jwks.json")).require(200)
        let key = try #require(response.value("keys")?.arrayValue?.first)
        #expect(key["kty"] == "RSA")
        #expect(key["alg"] == "RS256")
        #expect(key["use"] == "sig")
        #expect(key["n"] != nil && key["e"] != nil && key["kid"] != nil)
        #expect(response.text.contains("\"d\"") == false)
    }

    @Test(arguments: [TestServer.host, TestServer.otherHost])
    func `each host is its own issuer, with a trailing slash`(host: String) async throws {
        let document = try await TestServer().send(.get("/.well-known/openid-configuration").at(host)).require(200)
        #expect(document.value("issuer")?.stringValue == "https://\(host)/")
        #expect(document.value("token_endpoint")?.stringValue == "https://\(host)/oauth/token")
        #expect(document.value("jwks_uri")?.stringValue == "https://\(host)/.well-known/jwks.json")
        #expect(document.value("userinfo_endpoint")?.stringValue == "https://\(host)/userinfo")
        #expect(document.value("revocation_endpoint")?.stringValue == "https://\(host)/oauth/revoke")
        #expect(
            document.value("id_token_signing_alg_values_supported")?.arrayValue?.contains("RS256") == true)
        #expect(document.value("dpop_signing_alg_values_supported")?.arrayValue?.contains("ES256") == true)
    }

    @Test func `one host's keys do not sign for another`() async throws {
        let server = try await TestServer()
        let kids = { (host: String) async throws -> [JSONValue] in
            let response = try await server.send(.get("/.well-known/jwks.json").at(host)).require(200)
            return response.value("keys")?.arrayValue?.compactMap { $0["kid"] } ?? []
        }
        let (first, second) = (try await kids(TestServer.host), try await kids(TestServer.otherHost))
        #expect(Set(first).isDisjoint(with: second))
    }

    // MARK: Scope and audience

    @Test func `without an audience the access token is opaque and valid at the userinfo endpoint`() async throws {
        let testClient = TestClient(at: try await TestServer())
        let response = try await testClient.signUp().require(200)
        let token = try response.text("access_token")
        #expect(!token.contains("."))
        #expect(response.value("expires_in") == 86_400)
        #expect(response.value("scope") == "openid profile email offline_access")
        let claims = try await testClient.account(.get("/userinfo"), token: token).require(200)
        #expect(claims.value("email") == "ada@example.org")
        let other = try await testClient.list(token).require(401)
        #expect(other.code == "oauth.access-token-audience-mismatch")
    }

    @Test func `an opaque access token is valid only at its own host`() async throws {
        let testClient = TestClient(at: try await TestServer())
        let token = try await testClient.signUp().require(200).text("access_token")
        let other = testClient.with { $0.host = TestServer.otherHost }
        let response = try await other.account(.get("/userinfo"), token: token).require(401)
        #expect(response.code == "oauth.access-token-not-issued-here")
    }

    @Test(arguments: [
        (TestServerConfiguration.interface, "ES256", 3600), (TestServerConfiguration.otherInterface, "RS256", 86_400),
    ])
    func `an API's access token has its scopes, key and lifetime`(
        audience: String, algorithm: String, life: Int
    ) async throws {
        let tokenParameters: JSONObject = [
            "audience": .string(audience), "scope": "openid read:notes read:more write:everything",
        ]
        let testClient = TestClient(at: try await TestServer()).with { $0.tokenParameters = tokenParameters }
        let response = try await testClient.signUp().require(200)
        let token = try await VerifiedToken(response.text("access_token"), at: testClient.server)
        #expect(token.algorithm == algorithm)
        #expect(token.type == "at+jwt")
        #expect(response.value("expires_in")?.intValue == life)
        #expect(token["aud"] == [.string(audience), "https://login.brand1.test/userinfo"])
        let scope = audience == TestServerConfiguration.interface ? "read:notes" : "read:more"
        #expect(response.value("scope")?.stringValue == "openid \(scope)")
    }

    @Test func `without openid there is no ID token`() async throws {
        let testClient = TestClient(at: try await TestServer()).with {
            $0.tokenParameters = ["audience": .string(TestServerConfiguration.interface), "scope": "read:notes"]
        }
        let response = try await testClient.signUp().require(200)
        #expect(response.value("id_token") == nil)
        #expect(response.value("scope") == "read:notes")
    }

    @Test func `an unknown audience is rejected`() async throws {
        let testClient = TestClient(at: try await TestServer()).with {
            $0.tokenParameters = ["audience": "https://nowhere.test/"]
        }
        let response = try await testClient.signUp().require(403)
        #expect(response.code == "oauth.audience-unknown")
        #expect(response.value("error") == "access_denied")
    }

    // MARK: Organizations

    @Test(arguments: ["org_acme1", "acme"])
    func `an organization is in the tokens by ID and by name`(name: String) async throws {
        let testClient = TestClient(at: try await TestServer()).with {
            $0.client = "organization-required"
            $0.origin = "https://login.brand1.test"
            $0.organization = name
        }
        try await testClient.signUp().require(200)
        let response = try await testClient.with {
            $0.tokenParameters["audience"] = .string(TestServerConfiguration.interface)
        }.signIn().require(200)
        let token = try await VerifiedToken(response.text("id_token"), at: testClient.server)
        #expect(token["org_id"] == "org_acme1")
        #expect(token["org_name"] == "acme")
        let access = try await VerifiedToken(response.text("access_token"), at: testClient.server)
        #expect(access["org_id"] == "org_acme1")
        let refreshed = try await testClient.with { $0.organization = nil }.refresh(response.text("refresh_token"))
        #expect(
            try await VerifiedToken(refreshed.require(200).text("id_token"), at: testClient.server)["org_id"]
                == "org_acme1"
        )
    }

    @Test func `an unknown scope is left out`() async throws {
        let testClient = TestClient(at: try await TestServer()).with {
            $0.tokenParameters = ["scope": "read:nothing", "audience": .string(TestServerConfiguration.interface)]
        }
        let response = try await testClient.signUp().require(200)
        #expect(response.value("scope") == nil)
        #expect(try await VerifiedToken(response.text("access_token"), at: testClient.server)["scope"] == nil)
    }

    @Test func `online_access is rejected, and the session is not consumed`() async throws {
        let testClient = TestClient(at: try await TestServer())
        let started = try await testClient.beginSignUp()
        let response = try testClient.created(started)
        let online = testClient.with { $0.tokenParameters = ["scope": "openid online_access"] }
        let result = try await online.finish(started.session, response: response).require(400)
        #expect(result.value("error") == "invalid_scope")
        #expect(result.code == "oauth.scope-not-offered")
        #expect(try result.text("error_description").contains("offline_access"))
        try await testClient.finish(started.session, response: response).require(200)
    }

    // MARK: Caches

    @Test func `responses with a token or a session are not cached`() async throws {
        let testClient = TestClient(at: try await TestServer())
        let started = try await testClient.server.send(testClient.registration).require(200)
        #expect(started.headers["Cache-Control"] == "no-store")
        let tokens = try await testClient.signUp().require(200)
        #expect(tokens.headers["Cache-Control"] == "no-store")
        #expect(tokens.headers["Pragma"] == "no-cache")
        let claims = try await testClient.account(.get("/userinfo"), token: tokens.text("access_token")).require(200)
        #expect(claims.headers["Cache-Control"] == "no-store")
    }

    // MARK: Clients

    @Test func `a secret in the body authenticates the client`() async throws {
        let testClient = TestClient(at: try await TestServer()).with {
            $0.client = "post"
            $0.origin = "https://login.brand1.test"
            $0.proof = ["client_secret": .string(TestServerConfiguration.secret)]
        }
        try await testClient.signUp().require(200)
        let wrong = testClient.with { $0.proof = ["client_secret": "pQ8zkVbN3mX1sT7rW5yU2cF9hJ4gL6dX"] }
        let response = try await testClient.server.send(wrong.challenge).require(401)
        #expect(response.code == "oauth.client-secret-mismatch")
        #expect(response.value("error") == "invalid_client")
        #expect(response.headers["WWW-Authenticate"] == nil)
        let missing = testClient.with { $0.proof = [:] }
        #expect(
            try await testClient.server.send(missing.registration).require(401).code
                == "oauth.client-method-not-allowed")
    }

    @Test func `a secret in the header authenticates the client`() async throws {
        let server = try await TestServer()
        let testClient = TestClient(at: server).with {
            $0.client = "basic"
            $0.origin = "https://login.brand1.test"
        }
        let credentials = "Basic " + Base64.encode(Array("basic:\(TestServerConfiguration.secret)".utf8))
        let started = try TestClient.StartedCeremony(
            await server.send(testClient.registration.setting("Authorization", to: credentials)).require(200))
        let message = try testClient.tokenRequest(started.session, response: testClient.created(started)).setting(
            "Authorization", to: credentials)
        try await server.send(message).require(200)
        #expect(try await server.send(testClient.challenge).require(401).code == "oauth.client-method-not-allowed")
        let wrong = "Basic " + Base64.encode(Array("basic:wrong".utf8))
        let rejected = try await server.send(testClient.challenge.setting("Authorization", to: wrong)).require(401)
        #expect(rejected.headers["WWW-Authenticate"] == "Basic realm=\"thumbturn\"")
    }

    @Test func `an assertion authenticates the client once`() async throws {
        let server = try await TestServer()
        let testClient = TestClient(at: server).with {
            $0.client = "private-key"
            $0.origin = "https://login.brand1.test"
            $0.tokenParameters = [:]
        }
        let first = testClient.with { $0.proof = ClientAssertion.members(at: server.clock.now) }
        let started = try TestClient.StartedCeremony(await server.send(first.registration).require(200))
        let again = try await server.send(first.registration).require(401)
        #expect(again.code == "oauth.client-assertion-replayed")
        let second = testClient.with { $0.proof = ClientAssertion.members(at: server.clock.now) }
        try await server.send(second.tokenRequest(started.session, response: second.created(started))).require(200)
    }

    /// A client that signs assertions, with a refresh token.
    private func privateKeyClient() async throws -> (testClient: TestClient, token: String) {
        let testClient = TestClient(at: try await TestServer()).with {
            $0.client = "private-key"
            $0.origin = "https://login.brand1.test"
        }
        let started = try await proving(testClient).beginSignUp()
        let response = try await proving(testClient).finish(started.session, response: testClient.created(started))
            .require(200)
        return (testClient, try response.text("refresh_token"))
    }

    private func proving(_ testClient: TestClient) -> TestClient {
        testClient.with { $0.proof = ClientAssertion.members(at: testClient.server.clock.now) }
    }

    @Test func `an assertion works for one sign-in`() async throws {
        let (testClient, _) = try await privateKeyClient()
        let client = proving(testClient)
        let started = try await client.beginSignIn()
        let response = try testClient.signed(started)
        let again = try await client.finish(started.session, response: response).require(401)
        #expect(again.code == "oauth.client-assertion-replayed")
        try await proving(testClient).finish(started.session, response: response).require(200)
    }

    @Test func `an assertion works for one refresh`() async throws {
        let (testClient, token) = try await privateKeyClient()
        let first = proving(testClient)
        let next = try await first.refresh(token).require(200).text("refresh_token")
        let again = try await first.refresh(next).require(401)
        #expect(again.code == "oauth.client-assertion-replayed")
        #expect(again.value("error") == "invalid_client")
        #expect(try await first.refresh(token).code == "oauth.client-assertion-replayed")
        try await proving(testClient).refresh(next).require(200)
    }

    @Test func `a rejected refresh does not consume the assertion`() async throws {
        let (testClient, token) = try await privateKeyClient()
        let client = proving(testClient)
        #expect(try await client.refresh("nothing").require(403).code == "oauth.refresh-token-unknown")
        try await client.refresh(token).require(200)
    }

    @Test func `an assertion works for one revocation`() async throws {
        let (testClient, token) = try await privateKeyClient()
        let client = proving(testClient)
        let unknown = Message.post("/oauth/revoke", json: client.body(["token": "nothing"]))
        try await testClient.server.send(unknown).require(200)
        let known = Message.post("/oauth/revoke", json: client.body(["token": .string(token)]))
        for message in [unknown, known] {
            #expect(try await testClient.server.send(message).require(401).code == "oauth.client-assertion-replayed")
        }
        try await proving(testClient).refresh(token).require(200)
    }

    @Test(arguments: [nil, TestServerConfiguration.interface] as [String?])
    func `revoking an access token is not supported, and says so`(audience: String?) async throws {
        let testClient = TestClient(at: try await TestServer()).with {
            $0.tokenParameters["audience"] = audience.map(JSONValue.string)
        }
        let token = try await testClient.signUp().require(200).text("access_token")
        let message = Message.post("/oauth/revoke", json: testClient.body(["token": .string(token)]))
        let response = try await testClient.server.send(message).require(400)
        #expect(response.value("error") == "unsupported_token_type")
        #expect(response.code == "oauth.token-type-not-supported")
        // A token of another host is unknown.
        let elsewhere = try await testClient.server.send(message.at(TestServer.otherHost))
        #expect(elsewhere.status == 200)
    }

    @Test func `revoking an unknown token succeeds`() async throws {
        let testClient = TestClient(at: try await TestServer())
        let result = try await testClient.server.send(
            .form(
                "/oauth/revoke",
                parameters: ["client_id": "spa", "token": "v1.nothing", "token_type_hint": "refresh_token"]))
        #expect(result.status == 200)
        #expect(result.body.isEmpty)
    }

    @Test(arguments: [HTTPMethod.get, .post])
    func `userinfo accepts GET and POST`(method: HTTPMethod) async throws {
        let testClient = TestClient(at: try await TestServer()).with {
            $0.profile = ["email": "ada@example.org", "name": "Ada"]
        }
        let token = try await testClient.signUp().require(200).text("access_token")
        let claims = try await testClient.account(Message(method, path: "/userinfo"), token: token).require(200)
        #expect(claims.value("name") == "Ada")
        #expect(claims.value("email_verified") == false)
        #expect(try claims.text("updated_at").hasSuffix("Z"))
        #expect(try claims.text("updated_at").contains("."))
    }
}
