// SPDX-License-Identifier: Apache-2.0

import HTTPEndpoints
import HTTPServer
import RateLimiting
import TestSupport
import Testing
import WireFormats

/// Calls of a client's page: which routes are open to it, what it can read, and that cookies play no part.
struct CrossOriginCallTests {
    private func preflight(_ path: String, from origin: String = TestServer.page) -> Message {
        Message(.options, path: path).on(origin).setting("Access-Control-Request-Method", to: "POST")
    }

    // MARK: Routes

    @Test(arguments: [
        ("/passkey/register", "POST"), ("/passkey/challenge", "POST"), ("/oauth/token", "POST"),
        ("/oauth/revoke", "POST"), ("/userinfo", "GET, POST"), ("/me/v1/authentication-methods", "GET, POST"),
        ("/me/v1/authentication-methods/passkey%7Cx", "GET, PATCH, DELETE"),
        ("/me/v1/authentication-methods/passkey%7Cnew/verify", "POST"), ("/me/v1/factors", "GET"),
    ])
    func `a preflight response has the methods of its route, and is kept for ten minutes`(
        path: String, methods: String
    ) async throws {
        let response = try await TestServer().send(preflight(path)).require(204)
        #expect(response.headers["Access-Control-Allow-Methods"] == methods)
        #expect(response.headers["Access-Control-Max-Age"] == "600")
        #expect(response.headers["Vary"] == "Origin")
    }

    @Test(arguments: [
        "/authorize", "/oauth/par", "/oauth/device/code", "/login", "/login/challenge", "/login/passkey", "/signup",
        "/signup/passkey", "/consent", "/activate", "/account", "/account/passkeys", "/oidc/logout", "/v2/logout",
        "/invitation/challenge",
    ])
    func `pages and the routes of their scripts are closed to other origins`(path: String) async throws {
        let server = try await TestServer()
        let asked = try await server.send(preflight(path)).require(405)
        let posted = try await server.send(.post(path, json: ["state": "x"]).on(TestServer.page))
        let read = try await server.send(.get(path).on(TestServer.page))
        for response in [asked, posted, read] {
            #expect(response.headers.fields.allSatisfy { !$0.name.lowercased().hasPrefix("access-control-") })
        }
    }

    // MARK: Cookies

    @Test func `cookies are neither read nor set, and credentials never allowed`() async throws {
        let server = try await TestServer()
        let page = EmbeddedPage(at: server)
        _ = try await page.begin()
        let field = try #require(page.browser.cookies.field(for: TestServer.host, from: .otherSite))
        let started = try await page.client.beginSignIn()
        let messages = [
            page.client.challenge, page.client.registration,
            try page.client.tokenRequest(started.session, response: page.client.signed(started)),
            .post("/oauth/revoke", json: ["client_id": "embedded", "token": "x"]), .get("/userinfo"),
            .post("/userinfo", json: [:]), .get("/me/v1/authentication-methods"), .get("/me/v1/factors"),
            preflight("/oauth/token"), preflight("/userinfo"),
        ]
        for message in messages {
            let response = try await server.send(message.on(TestServer.page).setting("Cookie", to: field))
            #expect(response.headers["Set-Cookie"] == nil, "\(message.path)")
            #expect(response.headers["Access-Control-Allow-Credentials"] == nil, "\(message.path)")
            #expect(response.headers["Access-Control-Allow-Origin"] == TestServer.page, "\(message.path)")
            let needsToken =
                message.method != .options && (message.path == "/userinfo" || message.path.hasPrefix("/me/"))
            #expect(!needsToken || response.status == 401, "\(message.path)")
        }
    }

    // MARK: What the page can read

    @Test func `a page reads the nonce that it needs for a proof, and the tokens after it`() async throws {
        let server = try await TestServer()
        let page = EmbeddedPage(at: server)
        let key = ProofKey()
        let started = try await page.client.beginSignUp()
        let message = try page.client.tokenRequest(started.session, response: page.client.created(started)).on(
            TestServer.page)
        let first = try await server.send(key.proving(message, at: server.clock.now)).require(400)
        #expect(first.headers["Access-Control-Allow-Origin"] == TestServer.page)
        #expect(first.headers["Access-Control-Expose-Headers"]?.contains("DPoP-Nonce") == true)
        let nonce = try #require(ProofKey.tokenNonce(first))
        let second = try await server.send(key.proving(message, nonce: nonce, at: server.clock.now)).require(200)
        #expect(second.headers["Access-Control-Allow-Origin"] == TestServer.page)
        #expect(second.value("token_type") == "DPoP")
        let call = Message.get("/userinfo").on(TestServer.page).setting(
            "Authorization", to: "DPoP \(try second.text("access_token"))")
        let challenge = try await server.send(call).require(401)
        #expect(challenge.headers["WWW-Authenticate"]?.hasPrefix("DPoP ") == true)
        #expect(challenge.headers["Access-Control-Expose-Headers"]?.contains("WWW-Authenticate") == true)
        #expect(challenge.headers["Access-Control-Allow-Origin"] == TestServer.page)
    }

    @Test func `a page reads that it has to wait, and for how long`() async throws {
        var rules = RateLimitRules.off
        rules.ceremonyStart = RateLimits.Rule(capacity: 1, refillPerSecond: 0.5)
        let server = try await TestServer(limits: rules)
        let message = TestClient(at: server).challenge.on(TestServer.page)
        try await server.send(message).require(200)
        let response = try await server.send(message).require(429)
        #expect(response.headers["Access-Control-Allow-Origin"] == TestServer.page)
        #expect(response.headers["retry-after"] == "2")
        let exposed = try #require(response.headers["Access-Control-Expose-Headers"])
        for name in ["Retry-After", "x-ratelimit-limit", "x-ratelimit-remaining", "x-ratelimit-reset"] {
            #expect(exposed.contains(name))
        }
    }

    // MARK: Whose page

    @Test func `a page can't read responses to another client, and can't use its ceremonies`() async throws {
        let server = try await TestServer()
        let other = TestClient(at: server).with { $0.client = "other" }
        let started = try await other.beginSignUp()
        let message = try other.tokenRequest(started.session, response: other.created(started)).on(TestServer.page)
        let response = try await server.send(message)
        #expect(response.headers["Access-Control-Allow-Origin"] == nil)
        #expect(response.headers["Access-Control-Expose-Headers"] == nil)
        #expect(response.code == "registration.origin-not-allowed")
    }

    @Test func `a page can't read what another client's token is for`() async throws {
        let server = try await TestServer()
        let tokens = try await TestClient(at: server).signUp().require(200)
        let call = Message.get("/userinfo").setting("Authorization", to: "Bearer \(try tokens.text("access_token"))")
        let own = try await server.send(call.on(TestServer.page)).require(200)
        #expect(own.headers["Access-Control-Allow-Origin"] == TestServer.page)
        let other = try await server.send(call.on("https://other.brand1.test")).require(200)
        #expect(other.headers["Access-Control-Allow-Origin"] == nil)
    }
}
