// SPDX-License-Identifier: Apache-2.0

import HTTPServer
import IdentityModel
import TestSupport
import Testing
import WireFormats

/// Tokens of clients, without a user.
struct ClientCredentialsWireTests {
    private func request(_ members: JSONObject, server: TestServer) async throws -> TestResponse {
        var body: JSONObject = [
            "grant_type": "client_credentials", "client_id": "machine",
            "client_secret": .string(TestServerConfiguration.secret),
            "audience": .string(TestServerConfiguration.interface),
        ]
        for member in members.members { body[member.name] = member.value }
        return try await server.send(.post("/oauth/token", json: body))
    }

    @Test func `a client gets an access token of its own, and nothing else`() async throws {
        let server = try await TestServer()
        let response = try await request([:], server: server).require(200)
        #expect(response.value("scope") == "read:notes")
        #expect(response.value("token_type") == "Bearer")
        #expect(response.value("id_token") == nil && response.value("refresh_token") == nil)
        let claims = try await VerifiedToken(response.text("access_token"), at: server).claims
        #expect(claims["sub"] == "machine@clients")
        #expect(claims["aud"] == .string(TestServerConfiguration.interface))
        #expect(claims["gty"] == "client-credentials")
        #expect(claims["client_id"] == "machine")
        #expect(claims["amr"] == nil)
    }

    @Test func `the resource names the audience, too`() async throws {
        let server = try await TestServer()
        let resource = JSONValue.string(TestServerConfiguration.interface)
        for audience in [.null, resource] as [JSONValue] {
            let response = try await request(["audience": audience, "resource": resource], server: server).require(200)
            let claims = try await VerifiedToken(response.text("access_token"), at: server).claims
            #expect(claims["aud"] == resource)
        }
        for other in ["https://other.example/", "notes"] as [JSONValue] {
            let rejected = try await request(["resource": other], server: server).require(400)
            #expect(rejected.code == "oauth.parameter-malformed")
        }
    }

    @Test func `a proof of the client's key works once`() async throws {
        let server = try await TestServer()
        let message = Message.post(
            "/oauth/token",
            json: [
                "grant_type": "client_credentials", "client_id": "machine",
                "client_secret": .string(TestServerConfiguration.secret),
                "audience": .string(TestServerConfiguration.interface),
            ])
        let (key, time) = (ProofKey(), server.clock.now)
        let nonce = try await server.send(key.proving(message, at: time)).headers["DPoP-Nonce"]
        let proving = try key.proving(message, nonce: nonce, at: time)
        let response = try await server.send(proving).require(200)
        #expect(response.value("token_type") == "DPoP")
        #expect(try await server.send(proving).require(400).code == "oauth.dpop-replayed")
    }

    @Test func `a request without the proof that the client needs does not consume its assertion`() async throws {
        let server = try await TestServer { documents in
            for index in documents.indices where documents[index].id == "machine" {
                documents[index].json["token_endpoint_auth_method"] = nil
                documents[index].json["thumbturn"] = nil
                documents[index].json["client_authentication_methods"] = TestServerConfiguration.assertion
                documents[index].json["require_proof_of_possession"] = true
            }
        }
        let (key, time) = (ProofKey(), server.clock.now)
        var body = ClientAssertion.members(at: time, client: "machine")
        body["grant_type"] = "client_credentials"
        body["audience"] = .string(TestServerConfiguration.interface)
        let message = Message.post("/oauth/token", json: body)
        #expect(try await server.send(message).require(400).code == "oauth.dpop-missing")
        let nonce = try await server.send(key.proving(message, at: time)).headers["DPoP-Nonce"]
        let response = try await server.send(key.proving(message, nonce: nonce, at: time)).require(200)
        #expect(response.value("token_type") == "DPoP")
    }

    @Test func `a grant of all scopes has those of the API`() async throws {
        let response = try await request(
            ["audience": .string(TestServerConfiguration.otherInterface)], server: TestServer()
        ).require(200)
        #expect(response.value("scope") == "read:more")
    }

    @Test(arguments: ["read:notes write:notes", "openid", "offline_access"])
    func `a scope beyond the grant is rejected`(scope: String) async throws {
        let response = try await request(["scope": .string(scope)], server: TestServer()).require(403)
        #expect(response.code == "oauth.scope-not-granted")
        #expect(response.value("error") == "access_denied")
    }

    @Test(arguments: [
        (TestServerConfiguration.closedInterface, "oauth.audience-not-allowed"),
        ("https://\(TestServer.host)/me/", "oauth.audience-not-allowed"),
        ("https://unknown.test/", "oauth.audience-unknown"),
    ])
    func `an API that is not open to the client is rejected`(audience: String, code: String) async throws {
        let response = try await request(["audience": .string(audience)], server: TestServer()).require(403)
        #expect(response.code == code)
    }

    @Test func `a client without a grant for the API is rejected`() async throws {
        let server = try await TestServer { documents in
            documents.removeAll { $0.kind == .clientGrant }
        }
        #expect(try await request([:], server: server).require(403).code == "oauth.audience-not-allowed")
    }

    @Test func `a request without an audience names the missing parameter`() async throws {
        let response = try await request(["audience": ""], server: TestServer()).require(400)
        #expect(response.code == "oauth.parameter-missing")
    }

    @Test func `a client that cannot keep a secret gets no token`() async throws {
        let response = try await TestServer().send(
            .post(
                "/oauth/token",
                json: [
                    "grant_type": "client_credentials", "client_id": "public-machine",
                    "audience": .string(TestServerConfiguration.interface),
                ])
        ).require(403)
        #expect(response.code == "oauth.grant-type-not-allowed")
    }

    @Test func `a wrong secret gets no token`() async throws {
        let response = try await request(["client_secret": "wrong-secret"], server: TestServer()).require(401)
        #expect(response.value("error") == "invalid_client")
    }

    @Test func `a client's token is worthless at the user's own resources`() async throws {
        let server = try await TestServer()
        let token = try await request([:], server: server).require(200).text("access_token")
        for path in ["/userinfo", "/me/v1/authentication-methods"] {
            let response = try await server.send(.get(path).setting("Authorization", to: "Bearer \(token)"))
            #expect(response.status == 401)
        }
    }
}
