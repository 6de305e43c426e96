// SPDX-License-Identifier: Apache-2.0

import HTTPServer
import IdentityModel
import SoftwareAuthenticator
import TestSupport
import Testing
import WireFormats

/// Sign-ins on a client's own page, and the browser sessions that they begin.
struct EmbeddedSignInTests {
    private let server: TestServer
    private let page: EmbeddedPage

    init() async throws {
        server = try await TestServer()
        page = EmbeddedPage(at: server)
    }

    // MARK: The session

    @Test func `a user who signs up on a client's page has tokens at once, and a session after one form`() async throws
    {
        let attempt = page.attempt
        let response = try await page.signUp(for: attempt).require(200)
        let subject = try await VerifiedToken(response.text("id_token"), at: server)["sub"]
        let posted = try await page.browser.send(
            page.form(response.text("login_ticket"), for: attempt), from: .otherSite
        ).require(303)
        let cookie = try #require(posted.headers["Set-Cookie"])
        #expect(cookie.hasPrefix("__Host-thumbturn-session="))
        #expect(cookie.hasSuffix("; Path=/; Max-Age=604800; HttpOnly; Secure; SameSite=None"))
        let visit = try await page.browser.follow(posted, at: "/authorize")
        let tokens = try await page.party.tokens(from: visit, of: attempt)
        #expect(tokens.identity["sub"] == subject)
        #expect(tokens.sessionID != nil)
        #expect(try await page.silentError() == nil)
    }

    @Test func `the session is the one of the sign-in`() async throws {
        let (ticket, attempt) = try await page.ticket()
        let time = server.clock.now
        server.clock.advance(seconds: 59)
        let tokens = try await page.party.tokens(from: page.post(ticket, for: attempt), of: attempt)
        #expect(tokens.identity["auth_time"]?.intValue == Int(time.secondsSince1970))
        #expect(tokens.identity["amr"] == ["swk", "user", "pop"])
        let session = try #require(page.browser.session.flatMap { TimeOrderedSecret($0) })
        let record = try await server.storage.read { try $0.sessions.find(by: session.hash) }
        #expect(record?.ways.map(\.kind) == [.passkey])
        #expect(record?.address == page.browser.address)
        let visit = try await page.browser.authorize(page.party.attempt(["prompt": "none", "max_age": "58"]))
        #expect(visit["error"] == "login_required")
    }

    @Test func `another client's request finds the session`() async throws {
        _ = try await page.begin()
        let party = RelyingParty(at: server)
        let tokens = try await page.browser.continueSession(at: party, asking: ["prompt": "none"])
        #expect(tokens.sessionID != nil)
    }

    @Test func `a sign-in replaces the session of the browser`() async throws {
        let before = try await page.begin()
        let attempt = page.attempt
        let ticket = try await page.signIn(for: attempt).require(200).text("login_ticket")
        let after = try await page.party.tokens(from: page.post(ticket, for: attempt), of: attempt)
        #expect(after.identity["sub"] == before.identity["sub"])
        #expect(after.sessionID != before.sessionID)
        let old = BrowserSession.ID(rawValue: try #require(before.sessionID))
        #expect(try await server.storage.read { try $0.sessions.find(old) } == nil)
    }

    @Test func `the request decides on what comes after the session`() async throws {
        let attempt = page.party.attempt(["prompt": "login"])
        let ticket = try await page.signUp(for: attempt).require(200).text("login_ticket")
        let visit = try await page.post(ticket, for: attempt)
        #expect(visit.path == "/login")
        #expect(try await page.silentError() == nil)
    }

    @Test func `a pushed request may be posted with a ticket`() async throws {
        let attempt = page.party.attempt()
        let pushed = try await server.send(.form("/oauth/par", fields: attempt.parameters)).require(201)
        let ticket = try await page.signUp(for: attempt).require(200).text("login_ticket")
        var short = attempt
        short.parameters = [("client_id", "embedded"), ("request_uri", try pushed.text("request_uri"))]
        let visit = try await page.post(ticket, for: short)
        _ = try await page.party.tokens(from: visit, of: attempt)
    }

    // MARK: Who gets a ticket

    @Test func `a sign-in that asks for no ticket gets none`() async throws {
        let started = try await page.client.beginSignUp()
        let message = try page.client.tokenRequest(started.session, response: page.client.created(started))
        let response = try await server.send(message.on(TestServer.page)).require(200)
        #expect(response.value("login_ticket") == nil)
    }

    @Test(arguments: [
        nil, "null", "", "*", "https://evil.test", "https://app.brand1.test.evil.test", "https://APP.brand1.test",
        "https://app.brand1.test/", "http://app.brand1.test", "https://other.brand1.test", "https://login.brand1.test",
        "https://app.brand1.test, https://evil.test",
    ])
    func `only a page on one of the client's web origins gets a ticket, and others don't use the ceremony up`(
        origin: String?
    ) async throws {
        let client = page.asking(for: page.attempt)
        let started = try await client.beginSignUp()
        let message = try client.tokenRequest(started.session, response: client.created(started))
        let rejected = try await server.send(message.setting("Origin", to: origin)).require(400)
        #expect(rejected.code == "oauth.login-ticket-origin-not-allowed")
        #expect(rejected.value("error") == "invalid_request")
        _ = try await server.send(message.on(TestServer.page)).require(200).text("login_ticket")
    }

    @Test func `origins that may only call the API get no ticket`() async throws {
        let elsewhere = page.with {
            $0.client.client = "embedded-elsewhere"
            $0.client.origin = "https://other.brand1.test"
        }
        let rejected = try await elsewhere.signUp(for: page.attempt).require(400)
        #expect(rejected.code == "oauth.login-ticket-origin-not-allowed")
        let own = elsewhere.with { $0.origin = "https://other.brand1.test" }
        _ = try await own.signUp(for: page.attempt).require(200).text("login_ticket")
    }

    @Test(arguments: [
        ("code_challenge", "short"), ("code_challenge", String(repeating: "A", count: 44)),
        ("code_challenge_method", "plain"), ("code_challenge_method", nil),
    ])
    func `a ticket needs a challenge with S256`(name: String, value: String?) async throws {
        let client = page.asking(for: page.attempt).with { $0.tokenParameters[name] = value.map(JSONValue.string) }
        let started = try await client.beginSignUp()
        let message = try client.tokenRequest(started.session, response: client.created(started))
        #expect(try await server.send(message.on(TestServer.page)).require(400).code == "oauth.parameter-malformed")
    }

    @Test func `a ticket needs a client of the code flow`() async throws {
        let spa = page.with { $0.client.client = "spa" }
        let response = try await spa.signUp(for: page.attempt).require(403)
        #expect(response.value("error") == "unauthorized_client")
    }

    @Test func `a rejected response gets no ticket`() async throws {
        let tampered = page.with { $0.client.mutation = .wrongChallenge }
        let response = try await tampered.signUp(for: page.attempt)
        #expect(response.status >= 400)
        #expect(response.value("login_ticket") == nil)
    }
}
