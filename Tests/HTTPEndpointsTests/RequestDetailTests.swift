// SPDX-License-Identifier: Apache-2.0

import Configuration
import HTTPEndpoints
import HTTPServer
import IdentityModel
import JOSE
import OpenIDProvider
import RateLimiting
import SoftwareAuthenticator
import TestStorage
import TestSupport
import Testing
import WireFormats

/// Details of requests and responses that decide on access, one check each.
struct RequestDetailTests {
    private static let methods = "/me/v1/authentication-methods"
    private static let grant = JSONValue.string(TestClient.grant)

    /// Returns the configuration with changed members of one client.
    private func configuration(changing id: String, _ members: JSONObject) throws -> ConfigurationSnapshot {
        try TestServerConfiguration.configuration { documents in
            documents = documents.map { document in
                guard document.kind == .client, document.id == id else { return document }
                var json = document.json
                for member in members.members { json[member.name] = member.value }
                return ConfigurationDocument(kind: .client, id: id, json: json)
            }
        }
    }

    // MARK: The token endpoint

    @Test func `a client gets tokens only by the grants it is registered for`() async throws {
        let server = try await TestServer()
        let body: JSONObject = [
            "client_id": "no-passkey-grant", "grant_type": Self.grant, "auth_session": "x", "authn_response": [:],
        ]
        let result = try await server.send(.post("/oauth/token", json: body))
        #expect(result.value("error") == "unauthorized_client")
    }

    @Test func `a client that lost the refresh grant can't refresh`() async throws {
        let testClient = TestClient(at: try await TestServer())
        let token = try await testClient.signUp().require(200).text("refresh_token")
        testClient.server.serve(try configuration(changing: "spa", ["grant_types": [Self.grant]]))
        #expect(try await testClient.refresh(token).value("error") == "unauthorized_client")
    }

    @Test func `a client that now requires proofs can't refresh an unbound token`() async throws {
        let testClient = TestClient(at: try await TestServer())
        let token = try await testClient.signUp().require(200).text("refresh_token")
        testClient.server.serve(try configuration(changing: "spa", ["require_proof_of_possession": true]))
        let result = try await testClient.refresh(token)
        #expect(result.status == 400)
        #expect(result.value("access_token") == nil)
    }

    @Test func `a refresh without its proof does not consume the token`() async throws {
        let testClient = TestClient(at: try await TestServer()).with { $0.client = "no-leeway" }
        let token = try await testClient.signUp().require(200).text("refresh_token")
        testClient.server.serve(try configuration(changing: "no-leeway", ["require_proof_of_possession": true]))
        try await testClient.refresh(token).require(400)
        testClient.server.serve(try TestServerConfiguration.configuration())
        // A used token is accepted again in the second of its use, even without a leeway.
        testClient.server.clock.advance(seconds: 1)
        try await testClient.refresh(token).require(200)
    }

    @Test func `a client that names itself is not taken from the session`() async throws {
        let body: JSONObject = [
            "client_id": "post", "grant_type": Self.grant, "auth_session": "not one of ours", "authn_response": [:],
        ]
        let result = try await TestServer().send(.post("/oauth/token", json: body)).require(401)
        #expect(result.value("error") == "invalid_client")
    }

    @Test func `only the passkey grant takes the client from a session`() async throws {
        let testClient = TestClient(at: try await TestServer())
        let token = try await testClient.signUp().require(200).text("refresh_token")
        let body: JSONObject = [
            "grant_type": "refresh_token", "refresh_token": .string(token),
            "auth_session": .string(try await testClient.beginSignIn().session),
        ]
        let result = try await testClient.server.send(.post("/oauth/token", json: body)).require(400)
        #expect(result.value("error") == "invalid_request")
        #expect(result.value("access_token") == nil)
    }

    @Test func `only an unauthenticated client gets WWW-Authenticate`() async throws {
        let server = try await TestServer()
        let credentials = "Basic " + Base64.encode(Array("basic:\(TestServerConfiguration.secret)".utf8))
        let body: JSONObject = ["client_id": "basic", "client_secret": .string(TestServerConfiguration.secret)]
        let message = Message.post("/passkey/challenge", json: body).setting("Authorization", to: credentials)
        #expect(try await server.send(message).require(400).headers["WWW-Authenticate"] == nil)
    }

    @Test func `requests that need no RSA key do not wait for the first one`() async throws {
        try await withStorage { storage in
            let ring = KeyRing(master: TestServerKeys.master, storage: storage, generatesEagerly: true)
            try await ring.prepare(host: TestServer.host, at: ManualClock.start)
            let endpoints = Endpoints(
                Services(
                    storage: storage, keyRing: ring,
                    served: ServedHosts(
                        configuration: try TestServerConfiguration.configuration(), master: TestServerKeys.master)))
            for (message, hasWaited) in [
                (Message.get("/.well-known/openid-configuration"), false),
                (.post("/passkey/challenge", json: ["client_id": "spa"]), false),
                (.get("/.well-known/jwks.json"), true),
            ] {
                let response = await endpoints.respond(to: try message.request, over: try message.connection)
                #expect(response.status == 200)
                #expect(try #require(ring.keys(of: TestServer.host)).algorithms.contains(.rs256) == hasWaited)
            }
            try await ring.prepareNext(host: TestServer.host, at: ManualClock.start)
        }
    }

    @Test func `a client that sends an assertion is not taken from the session`() async throws {
        let server = try await TestServer()
        var body: JSONObject = ["grant_type": Self.grant, "auth_session": "not one of ours", "authn_response": [:]]
        body.members += ClientAssertion.members(at: server.clock.now, audience: "https://elsewhere.test/").members
        #expect(try await server.send(.post("/oauth/token", json: body)).value("error") == "invalid_client")
    }

    @Test func `a sign-in with an advanced counter logs no notice`() async throws {
        let testClient = TestClient(at: try await TestServer(), device: .securityKey)
        try await testClient.signUp().require(200)
        try await testClient.signIn().require(200)
        #expect(testClient.server.notices.isEmpty)
    }

    // MARK: Proofs of possession

    @Test func `a proof beside a bearer token is ignored`() async throws {
        let testClient = TestClient(at: try await TestServer())
        try await testClient.signUp().require(200)
        let token = try await testClient.accountToken()
        let message = Message.get(Self.methods).setting("Authorization", to: "Bearer \(token)").setting(
            "DPoP", to: "no proof")
        try await testClient.server.send(message).require(200)
    }

    @Test func `a nonce is sent only if the proof lacks one`() async throws {
        let testClient = TestClient(at: try await TestServer())
        #expect(
            try await testClient.with { $0.profile = ["email": "eve@example.org"] }.signUp().headers["DPoP-Nonce"]
                == nil)
        let started = try await testClient.beginSignUp()
        let message = try testClient.tokenRequest(started.session, response: testClient.created(started)).setting(
            "DPoP", to: "no proof")
        let result = try await testClient.server.send(message).require(400)
        #expect(result.value("error") == "invalid_dpop_proof")
        #expect(result.headers["DPoP-Nonce"] == nil)
    }

    // MARK: Invitations

    @Test(arguments: ["contents", "challenge", "verify"])
    func `other origins can't read an invitation`(path: String) async throws {
        let server = try await TestServer()
        try await TestClient(at: server).signUp().require(200)
        let invitation = try await server.invite(try #require(try await server.users().first).id)
        let message = Message.post("/invitation/\(path)", json: ["invitation": .string(invitation)])
        #expect(try await server.send(message.on(TestServer.page)).require(403).code == "invitation.origin-mismatch")
    }

    @Test func `an invitation can be finished only on the server's own page`() async throws {
        let server = try await TestServer()
        let testClient = TestClient(at: server)
        try await testClient.signUp().require(200)
        let invitation = try await server.invite(try #require(try await server.users().first).id)
        let own = "https://\(TestServer.host)"
        let started = try TestClient.StartedCeremony(
            try await server.send(.post("/invitation/challenge", json: ["invitation": .string(invitation)]).on(own)))
        let invited = TestClient(at: server, device: .googlePasswordManager).with { $0.origin = own }
        var enrollment = invited.enrollment(started, response: try invited.created(started))
        enrollment.path = "/invitation/verify"
        #expect(try await server.send(enrollment.on(TestServer.page)).require(403).code == "invitation.origin-mismatch")
        try await server.send(enrollment.on(own)).require(201)
    }

    // MARK: The user's own account

    @Test func `an update without a name keeps the name`() async throws {
        let testClient = TestClient(at: try await TestServer())
        try await testClient.signUp().require(200)
        let token = try await testClient.accountToken()
        let list = try await testClient.account(.get(Self.methods), token: token).require(200)
        let id = try #require(list.value("authentication_methods")?.arrayValue?.first?["id"]?.stringValue)
        let path = "\(Self.methods)/\(PercentEncoding.encode(id))"
        try await testClient.account(.json(.patch, path: path, body: ["name": "Phone"]), token: token).require(200)
        let body: JSONObject = ["preferred_authentication_method": "sms"]
        let response = try await testClient.account(.json(.patch, path: path, body: body), token: token).require(200)
        #expect(response.value("name") == "Phone")
    }

    @Test func `a duplicate parameter is rejected`() async throws {
        let testClient = TestClient(at: try await TestServer())
        try await testClient.signUp().require(200)
        let token = try await testClient.accountToken()
        try await testClient.account(.get(Self.methods + "?type=passkey"), token: token).require(200)
        let response = try await testClient.account(.get(Self.methods + "?type=passkey&type=passkey"), token: token)
        #expect(try response.require(400).code == "request.query-invalid")
    }

    @Test func `a page takes a hundred parameters, and no more`() async throws {
        let server = try await TestServer()
        for (count, isRejected) in [(100, false), (101, true)] {
            let query = (1...count).map { "p\($0)=x" }.joined(separator: "&")
            let page = try await server.send(.get("/login?\(query)")).require(400)
            #expect((page.code == "request.query-invalid") == isRejected)
        }
    }

    // MARK: Methods, pages and limits

    @Test func `public documents allow only GET and HEAD, without preflight`() async throws {
        let server = try await TestServer()
        let wrong = try await server.send(Message(.delete, path: "/.well-known/jwks.json")).require(405)
        #expect(wrong.headers["Allow"] == "GET, HEAD")
        let preflight = Message(.options, path: "/.well-known/jwks.json").on(TestServer.page)
            .setting("Access-Control-Request-Method", to: "GET")
        try await server.send(preflight).require(405)
    }

    @Test func `a public document has one Access-Control-Allow-Origin`() async throws {
        let server = try await TestServer()
        let response = try await server.send(.get("/.well-known/jwks.json").on(TestServer.page)).require(200)
        #expect(response.headers.values(for: "Access-Control-Allow-Origin") == ["*"])
        #expect(response.headers["Access-Control-Expose-Headers"] == nil)
    }

    @Test func `origins are not reported for a host that is not served`() async throws {
        let server = try await TestServer()
        let message = Message.post("/passkey/challenge", json: ["client_id": "spa"]).at("elsewhere.test")
        try await server.send(message.on("https://app.elsewhere.test")).require(421)
        #expect(server.notices.isEmpty)
    }

    @Test func `an overlong origin is not reported`() async throws {
        let server = try await TestServer()
        let origin = "https://" + String(repeating: "a", count: 400)
        _ = try await server.send(.post("/passkey/challenge", json: ["client_id": "spa"]).on(origin))
        #expect(server.notices.isEmpty)
    }

    @Test func `only a body of the wrong shape has validation errors`() async throws {
        let server = try await TestServer()
        let unknown = try await server.send(.post("/oauth/token", json: ["grant_type": "x"])).require(400)
        #expect(unknown.value("validation_errors") == nil)
        let shapeless = try await server.send(.post("/oauth/token", json: ["grant_type": 1])).require(400)
        #expect(shapeless.value("validation_errors")?.arrayValue?.isEmpty == false)
    }

    @Test func `a configured attestation is requested`() async throws {
        let server = try await TestServer { documents in
            let json: JSONObject = [
                "name": "attested", "strategy": "auth0", "thumbturn": ["attestation": "direct"],
            ]
            documents.append(ConfigurationDocument(kind: .connection, id: "attested", json: json))
        }
        let wanted = try await server.send(TestClient(at: server).with { $0.realm = "attested" }.registration).require(
            200)
        #expect(wanted.value("authn_params_public_key.attestation") == "direct")
        let usual = try await server.send(TestClient(at: server).registration).require(200)
        #expect(usual.value("authn_params_public_key.attestation") == nil)
    }

    @Test func `the limit of the address is shown if the account has none`() async throws {
        var rules = RateLimitRules.standard
        rules.account = nil
        let testClient = TestClient(at: try await TestServer(limits: rules))
        let response = try await testClient.server.send(testClient.registration).require(200)
        #expect(response.headers["x-ratelimit-limit"] == "600")
    }
}
