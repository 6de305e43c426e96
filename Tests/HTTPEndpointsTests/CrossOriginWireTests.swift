// SPDX-License-Identifier: Apache-2.0

import Configuration
import HTTPServer
import Testing
import WireFormats

/// The CORS headers that let only a client's own origins read responses.
struct CrossOriginWireTests {
    private static let routes = [
        "/passkey/register", "/passkey/challenge", "/oauth/token", "/oauth/revoke", "/userinfo",
        "/me/v1/authentication-methods", "/me/v1/authentication-methods/passkey%7Cx",
        "/me/v1/authentication-methods/passkey%7Cnew/verify", "/me/v1/factors",
    ]

    private func preflight(_ path: String, from origin: String, at server: TestServer) async throws -> TestResponse {
        try await server.send(
            Message(.options, path: path).on(origin).setting("Access-Control-Request-Method", to: "POST")
                .setting("Access-Control-Request-Headers", to: "content-type,dpop,authorization,auth0-client"))
    }

    @Test(arguments: routes)
    func `a client's origin may send what SDKs send and read what they need`(path: String) async throws {
        let server = try await TestServer()
        let asked = try await preflight(path, from: TestServer.page, at: server).require(204)
        #expect(asked.headers["Access-Control-Allow-Origin"] == TestServer.page)
        #expect(asked.headers["Access-Control-Allow-Headers"] == "Content-Type, Authorization, DPoP, Auth0-Client")
        let response = try await server.send(.post(path, json: [:]).on(TestServer.page))
        #expect(response.headers["Access-Control-Allow-Origin"] == TestServer.page)
        let exposed = try #require(response.headers["Access-Control-Expose-Headers"])
        for name in ["Location", "DPoP-Nonce", "WWW-Authenticate", "Retry-After", "x-ratelimit-limit"] {
            #expect(exposed.contains(name))
        }
        #expect(response.headers["Vary"] == "Origin")
    }

    @Test(arguments: [
        "https://evil.test", "https://app.brand1.test.evil.test", "https://evilbrand1.test", "http://app.brand1.test",
        "https://app.brand1.test:8443", "https://app.brand1.test/", "HTTPS://app.brand1.test", "null", "*", "",
        "https://app.brand1.test https://evil.test",
    ])
    func `other origins are not allowed`(origin: String) async throws {
        let server = try await TestServer()
        for path in Self.routes {
            let asked = try await preflight(path, from: origin, at: server)
            #expect(asked.headers["Access-Control-Allow-Origin"] == nil)
            let response = try await server.send(.post(path, json: [:]).on(origin))
            #expect(response.headers["Access-Control-Allow-Origin"] == nil)
            #expect(response.headers["Access-Control-Expose-Headers"] == nil)
        }
    }

    @Test func `once the client is known, only its own origins may read the response`() async throws {
        let testClient = TestClient(at: try await TestServer())
        let other = try await testClient.server.send(testClient.challenge.on("https://other.brand1.test")).require(200)
        #expect(other.headers["Access-Control-Allow-Origin"] == nil)
        let own = try await testClient.server.send(testClient.challenge.on(TestServer.page)).require(200)
        #expect(own.headers["Access-Control-Allow-Origin"] == TestServer.page)
    }

    @Test func `allowed_origins may send and read too`() async throws {
        let testClient = TestClient(at: try await TestServer()).with { $0.client = "allowed-origins" }
        let response = try await testClient.server.send(testClient.challenge.on("https://calls.brand1.test")).require(
            200)
        #expect(response.headers["Access-Control-Allow-Origin"] == "https://calls.brand1.test")
    }

    @Test func `credentials are never allowed`() async throws {
        let testClient = TestClient(at: try await TestServer())
        let responses = [
            try await testClient.server.send(testClient.challenge.on(TestServer.page)),
            try await preflight("/oauth/token", from: TestServer.page, at: testClient.server),
        ]
        #expect(responses.allSatisfy { $0.headers["Access-Control-Allow-Credentials"] == nil })
    }

    @Test func `an allowed origin can read a rejection`() async throws {
        let response = try await TestServer().send(.get("/me/v1/authentication-methods").on(TestServer.page)).require(
            401)
        #expect(response.headers["Access-Control-Allow-Origin"] == TestServer.page)
    }

    @Test(arguments: ["/.well-known/openid-configuration", "/.well-known/jwks.json", "/openapi.json"])
    func `every origin may read public documents`(path: String) async throws {
        let response = try await TestServer().send(.get(path).on("https://anybody.test")).require(200)
        #expect(response.headers["Access-Control-Allow-Origin"] == "*")
    }

    @Test func `two origins in one request count as none`() async throws {
        let server = try await TestServer()
        var message = Message.post("/passkey/challenge", json: ["client_id": "spa"]).on(TestServer.page)
        message.headers.append("Origin", value: "https://evil.test")
        #expect(try await server.send(message).headers["Access-Control-Allow-Origin"] == nil)
    }
}
