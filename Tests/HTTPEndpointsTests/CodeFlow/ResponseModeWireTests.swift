// SPDX-License-Identifier: Apache-2.0

import HTTPEndpoints
import HTTPServer
import IdentityModel
import TestSupport
import Testing
import WireFormats

/// The ways in which responses reach the client.
struct ResponseModeWireTests {
    private let callback = TestServerConfiguration.callback

    @Test(arguments: [(nil, "?"), ("query", "?"), ("fragment", "#")] as [(String?, String)])
    func `a redirect carries the response in the query or the fragment`(mode: String?, separator: String) async throws {
        let server = try await TestServer()
        let (party, browser) = (RelyingParty(at: server), TestBrowser(at: server))
        try await browser.signUp(at: party)
        let attempt = party.attempt(["response_mode": mode])
        let visit = try await browser.authorize(attempt)
        #expect(visit.address.hasPrefix(callback + separator))
        _ = try await party.tokens(from: visit, of: attempt)
    }

    @Test func `the query of a redirect URI is kept`() async throws {
        let server = try await TestServer()
        let party = RelyingParty(at: server).with {
            $0.client = "partner"
            $0.redirectURI = TestServerConfiguration.partnerCallback
        }
        let visit = try await TestBrowser(at: server).authorize(party.attempt(["prompt": "none"]))
        #expect(visit.address.hasPrefix(TestServerConfiguration.partnerCallback + "&error="))
        #expect(visit["from"] == "brand1")
    }

    @Test func `a form posts the response to the client`() async throws {
        let server = try await TestServer()
        let (party, browser) = (RelyingParty(at: server), TestBrowser(at: server))
        try await browser.signUp(at: party)
        let attempt = party.attempt(["response_mode": "form_post"])
        let visit = try await browser.authorize(attempt)
        try visit.response.require(200)
        let form = try visit.page.form(callback)
        #expect(form["state"] == attempt.state && form["iss"] == party.issuer)
        try await party.exchange(try #require(form["code"]), of: attempt).require(200)
        let policy = try #require(visit.response.headers["Content-Security-Policy"])
        #expect(policy.contains("form-action 'self' https:;"))
        #expect(visit.response.headers["Cache-Control"] == "no-store")
    }

    @Test(arguments: ["form_post", "fragment", "web_message"])
    func `a sign-in with a page first is answered in the same mode`(mode: String) async throws {
        let server = try await TestServer()
        let (party, browser) = (RelyingParty(at: server), TestBrowser(at: server))
        let attempt = party.attempt(["response_mode": mode])
        let visit = try await browser.signUp(on: browser.authorize(attempt))
        let code: String?
        switch mode {
        case "form_post": code = try visit.page.form(callback)["code"]
        case "web_message": code = try visit.page.settings?["message"]?["response"]?["code"]?.stringValue
        default: code = visit["code"]
        }
        try await party.exchange(try #require(code), of: attempt).require(200)
    }

    /// Removes the stored codes, and returns how many there were.
    private func removeCodes(at server: TestServer) async throws -> Int {
        let later = server.clock.now.advanced(by: 3600)
        return try await server.storage.withTransaction {
            try $0.authorizationCodes.removeExpired(before: later, limit: 100)
        }
    }

    @Test(arguments: [nil, "form_post", "web_message"] as [String?])
    func `a code is stored when it is delivered`(mode: String?) async throws {
        let server = try await TestServer()
        let (party, browser) = (RelyingParty(at: server), TestBrowser(at: server))
        var page = try await browser.authorize(party.attempt(["response_mode": mode, "screen_hint": "signup"]))
        page = try await browser.submit(page.page.form("/signup"), entering: ["email": "ada@example.org"])
        page = try await browser.authenticate(on: page)
        #expect(try await removeCodes(at: server) == 0)
        _ = try await browser.submit(page.page.form("/signup/profile"), entering: ["name": "Ada"])
        #expect(try await removeCodes(at: server) == 1)
        let again = try await browser.authorize(party.attempt(["response_mode": mode, "prompt": "login"]))
        let response = try await browser.finishCeremony(of: again).require(200)
        #expect(try await removeCodes(at: server) == (mode == nil ? 1 : 0))
        guard mode != nil else { return }
        _ = try await browser.visit(response.text("location"), from: .ownPage)
        #expect(try await removeCodes(at: server) == 1)
    }

    @Test func `the name of a new user is asked for before a code is issued`() async throws {
        let server = try await TestServer()
        let (party, browser) = (RelyingParty(at: server), TestBrowser(at: server))
        let attempt = party.attempt(["screen_hint": "signup"])
        var page = try await browser.authorize(attempt)
        page = try await browser.submit(page.page.form("/signup"), entering: ["email": "ada@example.org"])
        page = try await browser.authenticate(on: page)
        let state = try #require(page.page.state)
        page = try await browser.visit("/login/continue?state=\(state)", from: .ownPage)
        #expect(page.path == "/signup/profile")
        let done = try await browser.submit(page.page.form("/signup/profile"))
        _ = try await party.tokens(from: done, of: attempt)
    }

    @Test func `a message goes to the exact origin of the client`() async throws {
        let server = try await TestServer()
        let (party, browser) = (RelyingParty(at: server), TestBrowser(at: server))
        let attempt = party.attempt(["response_mode": "web_message", "prompt": "none"])
        let visit = try await browser.authorize(attempt)
        let settings = try #require(try visit.page.settings)
        #expect(settings["action"] == "message")
        #expect(settings["target"] == .string(TestServer.page))
        let response = settings["message"]?["response"]
        #expect(response?["error"] == "login_required")
        #expect(response?["state"] == .string(attempt.state) && response?["iss"] == .string(party.issuer))
        let policy = try #require(visit.response.headers["Content-Security-Policy"])
        #expect(policy.contains("frame-ancestors \(TestServer.page);"))
        #expect(visit.response.headers["X-Frame-Options"] == nil)
    }

    @Test func `a message to an origin that is not the client's is an error page`() async throws {
        let server = try await TestServer()
        let party = RelyingParty(at: server).with {
            $0.client = "partner"
            $0.redirectURI = TestServerConfiguration.partnerCallback
        }
        let documents = try await TestBrowser(at: server).authorize(
            party.with { $0.client = "app" }.with { $0.redirectURI = TestServerConfiguration.callback }
                .attempt(["response_mode": "web_message"]))
        #expect(documents.response.status == 400 && !documents.isAway)
        let visit = try await TestBrowser(at: server).authorize(party.attempt(["response_mode": "web_message"]))
        #expect(visit.response.status == 400 && !visit.isAway)
        #expect(server.log.last?.code == "oauth.authorization-web-origin-not-registered")
    }

    @Test(
        arguments: [
            (["response_type": "token"], "unsupported_response_type"),
            (["response_type": "code id_token"], "unsupported_response_type"),
            (["response_type": nil], "invalid_request"),
            (["request": "eyJhbGciOiJub25lIn0.e30."], "request_not_supported"),
            (["request_uri": "https://app.brand1.test/request"], "request_uri_not_supported"),
            (["registration": "{}"], "registration_not_supported"),
            (["max_age": "-1"], "invalid_request"),
            (["audience": "https://unknown.test/"], "invalid_target"),
            (["connection": "nowhere"], "invalid_request"),
        ] as [([String: String?], String)])
    func `an error is sent to the client with its state and the issuer`(
        changes: [String: String?], error: String
    ) async throws {
        let server = try await TestServer()
        let (party, browser) = (RelyingParty(at: server), TestBrowser(at: server))
        let attempt = party.attempt(changes)
        let visit = try await browser.authorize(attempt)
        #expect(visit.isAway && visit["error"] == error, "\(visit.address)")
        #expect(visit["state"] == attempt.state && visit["iss"] == party.issuer)
        #expect(visit["error_description"]?.isEmpty == false)
        #expect(server.log.last?.code?.hasPrefix("oauth.authorization-") == true)
    }

    @Test func `a state comes back byte by byte`() async throws {
        let server = try await TestServer()
        let (party, browser) = (RelyingParty(at: server), TestBrowser(at: server))
        for state in ["s t+1", "ä€😀", "a&b=c#d?e", "%41", "\"'<>`", "e\u{301}"] {
            let visit = try await browser.authorize(party.attempt(["state": state, "prompt": "none"]))
            #expect(visit["state"].map { Array($0.utf8) } == Array(state.utf8))
        }
    }
}
