// SPDX-License-Identifier: Apache-2.0

import HTTPServer
import TestSupport
import Testing
import WireFormats

/// The requests of client libraries, as their sources write them.
struct ClientLibraryShapeTests {
    /// The description of themselves that Auth0's SDKs send.
    private static let telemetry = "eyJuYW1lIjoiYXV0aDAtc3BhLWpzIiwidmVyc2lvbiI6IjIuMS4zIn0="

    @Test func `auth0-spa-js and auth0-react: a sign-in, a silent renewal in a frame, and a logout`() async throws {
        let server = try await TestServer()
        let (party, browser) = (RelyingParty(at: server), TestBrowser(at: server))
        let attempt = party.attempt(["response_mode": "query", "auth0Client": Self.telemetry, "max_age": "86400"])
        let code = try party.code(in: await browser.signUp(on: browser.authorize(attempt)), of: attempt)
        let exchange = Message.form("/oauth/token", fields: party.fields(party.exchangeMembers(code, of: attempt)))
        let tokens = try await server.send(exchange.on(TestServer.page).setting("Auth0-Client", to: Self.telemetry))
        try tokens.require(200)
        #expect(tokens.headers["Access-Control-Allow-Origin"] == TestServer.page)
        let identity = try await VerifiedToken(tokens.text("id_token"), at: server)
        // With a max_age it requires auth_time, and it verifies RS256 only.
        #expect(identity["auth_time"]?.intValue != nil && identity.algorithm == "RS256")
        let silent = party.attempt([
            "prompt": "none", "response_mode": "web_message", "auth0Client": Self.telemetry, "redirect_uri": nil,
        ])
        let frame = try await browser.visit(silent.path, from: .otherSite)
        let message = try #require(try frame.page.settings?["message"])
        #expect(message["type"] == "authorization_response")
        let renewed = try #require(message["response"]?["code"]?.stringValue)
        let json = party.exchangeMembers(renewed, of: silent, changing: ["client_id": "web"])
        let again = try await server.send(.post("/oauth/token", json: json).on(TestServer.page)).require(200)
        let information = Message.get("/userinfo").on(TestServer.page)
            .setting("Authorization", to: "Bearer \(try again.text("access_token"))")
        #expect(
            try await server.send(information).require(200).headers["Access-Control-Allow-Origin"] == TestServer.page)
        let logout = try await browser.visit("/v2/logout?client_id=web&auth0Client=\(Self.telemetry)")
        #expect(logout.response.status == 200 && browser.session == nil)
    }

    @Test func `the popup of auth0-spa-js: the page posts the response to the window that opened it`() async throws {
        let server = try await TestServer()
        let (party, browser) = (RelyingParty(at: server), TestBrowser(at: server))
        let attempt = party.attempt(["response_mode": "web_message", "display": "popup"])
        let visit = try await browser.signUp(on: browser.authorize(attempt))
        #expect(try visit.page.settings?["target"] == .string(TestServer.page))
        #expect(try visit.page.settings?["message"]?["response"]?["code"] != nil)
    }

    @Test(arguments: ["/.well-known/openid-configuration", "/.well-known/jwks.json", "/.well-known/webauthn"])
    func `every origin may read the documents that libraries and pages begin with`(path: String) async throws {
        let response = try await TestServer().send(.get(path).on("https://anywhere.test")).require(200)
        #expect(response.headers["Access-Control-Allow-Origin"] == "*")
    }

    /// auth0-python sends JSON with the secret, openid-client 5 encodes the parts of the header, openid-client 6 and
    /// nextjs-auth0 put the secret into the form.
    @Test(arguments: ["json", "basic", "post"])
    func `server libraries exchange a code`(shape: String) async throws {
        let server = try await TestServer()
        let party = RelyingParty(at: server).with {
            $0.client = shape == "basic" ? "web-basic" : "web-post"
            $0.authentication = shape == "basic" ? .basic : .post
        }
        let browser = TestBrowser(at: server)
        try await browser.signUp(at: party)
        let attempt = party.attempt(["nonce": nil])
        let code = try party.code(in: try await browser.authorize(attempt), of: attempt)
        var members = party.exchangeMembers(code, of: attempt)
        let response: TestResponse
        if shape == "json" {
            members["client_id"] = "web-post"
            members["client_secret"] = .string(TestServerConfiguration.secret)
            response = try await server.send(.post("/oauth/token", json: members))
        } else {
            response = try await party.requestTokens(members)
        }
        try response.require(200)
        // oauth4webapi requires these members, and accepts the type in any case.
        #expect(response.value("expires_in")?.intValue != nil && response.value("token_type") == "Bearer")
        let identity = try await VerifiedToken(response.text("id_token"), at: server)
        #expect(identity["azp"] == .string(party.client) && identity["nonce"] == nil)
        // Hashes of codes and tokens belong to other flows. at_hash is optional here.
        for name in ["at_hash", "c_hash", "s_hash"] { #expect(identity[name] == nil) }
    }

    @Test func `express-openid-connect with its default response type gets an error in a form`() async throws {
        let server = try await TestServer()
        let party = RelyingParty(at: server).with { $0.client = "web-post" }
        let attempt = party.attempt([
            "response_type": "id_token", "response_mode": "form_post", "code_challenge": nil,
            "code_challenge_method": nil,
        ])
        let visit = try await TestBrowser(at: server).authorize(attempt)
        let form = try visit.page.form(TestServerConfiguration.callback)
        #expect(form["error"] == "unsupported_response_type" && form["state"] == attempt.state)
    }

    @Test func `a failed exchange has an error that libraries read`() async throws {
        let server = try await TestServer()
        let party = RelyingParty(at: server).with {
            $0.client = "web-post"
            $0.authentication = .post
        }
        let response = try await party.requestTokens(["grant_type": "authorization_code", "code": "x"]).require(400)
        #expect(response.value("error") == "invalid_grant")
        #expect(try !response.text("error_description").isEmpty)
        // oauth4webapi reads a challenge instead of the body if there is one.
        #expect(response.headers["WWW-Authenticate"] == nil)
    }
}
