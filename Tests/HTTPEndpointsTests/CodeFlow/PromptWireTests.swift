// SPDX-License-Identifier: Apache-2.0

import IdentityModel
import SoftwareAuthenticator
import TestSupport
import Testing
import WireFormats

/// The requests of clients about the authentication: prompts, ages, hints and claims.
struct PromptWireTests {
    /// A user with a session.
    private struct User {
        let server: TestServer
        let party: RelyingParty
        let browser: TestBrowser
        let tokens: Tokens

        init(client: String = "web") async throws {
            server = try await TestServer()
            party = RelyingParty(at: server).with { $0.client = client }
            browser = TestBrowser(at: server)
            tokens = try await browser.signUp(at: party)
        }

        func authorize(_ changes: [String: String?]) async throws -> Visit {
            try await browser.authorize(party.attempt(changes))
        }
    }

    @Test func `a silent request without a session gets login_required, and no cookie`() async throws {
        let server = try await TestServer()
        let (party, browser) = (RelyingParty(at: server), TestBrowser(at: server))
        let attempt = party.attempt(["prompt": "none"])
        let visit = try await browser.authorize(attempt)
        #expect(visit["error"] == "login_required")
        #expect(visit["state"] == attempt.state && visit["iss"] == party.issuer)
        #expect(browser.cookies.cookies.isEmpty)
    }

    @Test func `a silent request uses the session from a frame of another site`() async throws {
        let user = try await User()
        let attempt = user.party.attempt(["prompt": "none"])
        let visit = try await user.browser.visit(attempt.path, from: .otherSite)
        let tokens = try await user.party.tokens(from: visit, of: attempt)
        #expect(tokens.sessionID == user.tokens.sessionID)
    }

    @Test(arguments: [["prompt": "login"], ["max_age": "0"], ["prompt": "login consent"]])
    func `a login prompt needs a new authentication`(changes: [String: String]) async throws {
        let user = try await User()
        user.server.clock.advance(seconds: 60)
        let visit = try await user.authorize(changes)
        #expect(visit.path == "/login")
        let silent = try await user.authorize(["max_age": "30", "prompt": "none"])
        #expect(silent["error"] == "login_required")
    }

    @Test func `a new authentication is in auth_time`() async throws {
        let user = try await User()
        user.server.clock.advance(seconds: 60)
        let tokens = try await user.browser.signIn(at: user.party, asking: ["max_age": "30"])
        #expect(tokens.identity["auth_time"]?.intValue == Int(user.server.clock.now.secondsSince1970))
        user.server.clock.advance(seconds: 30)
        let again = try await user.browser.continueSession(at: user.party, asking: ["max_age": "30"])
        #expect(again.identity["auth_time"] == tokens.identity["auth_time"])
    }

    @Test func `a consent prompt asks even a client of the operator`() async throws {
        let user = try await User()
        let attempt = user.party.attempt(["prompt": "consent"])
        let visit = try await user.browser.authorize(attempt)
        #expect(visit.path == "/consent")
        let allowed = try await user.browser.submit(visit.page.form("/consent"), pressing: "allow")
        _ = try await user.party.tokens(from: allowed, of: attempt)
    }

    @Test func `a user continues with the session's account, or with another`() async throws {
        let user = try await User()
        let attempt = user.party.attempt(["prompt": "select_account"])
        let visit = try await user.browser.authorize(attempt)
        #expect(visit.path == "/login/select")
        let form = try visit.page.form("/login/select")
        let other = try await user.browser.submit(form, pressing: "another")
        #expect(other.path == "/login")
        let current = try await user.browser.submit(form, pressing: "current")
        let tokens = try await user.party.tokens(from: current, of: attempt)
        #expect(tokens.identity["sub"] == user.tokens.identity["sub"])
    }

    @Test func `a create prompt begins with the sign-up, even in a session`() async throws {
        let user = try await User()
        let attempt = user.party.attempt(["prompt": "create"])
        let visit = try await user.browser.authorize(attempt)
        #expect(visit.path == "/signup")
        let done = try await user.browser.signUp(on: visit, email: "grace@example.org")
        let tokens = try await user.party.tokens(from: done, of: attempt)
        #expect(tokens.identity["sub"] != user.tokens.identity["sub"])
    }

    @Test(arguments: ["none login", "register", "None", "create none"])
    func `an unknown or contradictory prompt is an error`(prompt: String) async throws {
        let visit = try await User().authorize(["prompt": prompt])
        #expect(visit["error"] == "invalid_request")
    }

    @Test func `a login hint fills the field, and asks for another user's sign-in`() async throws {
        let user = try await User()
        let visit = try await user.authorize(["login_hint": "grace@example.org"])
        #expect(visit.path == "/login")
        #expect(try visit.page.elements.first { $0["name"] == "identifier" }?["value"] == "grace@example.org")
        #expect(try await user.authorize(["login_hint": "ADA@example.org"])["code"] != nil)
    }

    @Test func `an ID token hint of another user needs a sign-in`() async throws {
        let user = try await User()
        let grace = TestBrowser(at: user.server, device: .googlePasswordManager)
        let hint = try await grace.signUp(at: user.party, email: "grace@example.org").response.text("id_token")
        let own = try user.tokens.response.text("id_token")
        #expect(try await user.authorize(["id_token_hint": own, "prompt": "none"])["code"] != nil)
        #expect(try await user.authorize(["id_token_hint": hint, "prompt": "none"])["error"] == "login_required")
        #expect(try await user.authorize(["id_token_hint": hint]).path == "/login")
        #expect(try await user.authorize(["id_token_hint": hint + "x"])["error"] == "invalid_request")
    }

    @Test func `a sign-in as another user than the hint's ends in login_required`() async throws {
        let user = try await User()
        let grace = TestBrowser(at: user.server, device: .googlePasswordManager)
        let hint = try await grace.signUp(at: user.party, email: "grace@example.org").response.text("id_token")
        let visit = try await user.browser.authenticate(on: user.authorize(["id_token_hint": hint]))
        #expect(visit["error"] == "login_required")
        #expect(visit["code"] == nil)
    }

    @Test func `claims are delivered where the client asks for them`() async throws {
        let user = try await User()
        let party = user.party.with { $0.scope = "openid" }
        let tokens = try await user.browser.continueSession(
            at: party, asking: ["claims": #"{"id_token":{"email":null},"userinfo":{"email":{"essential":true}}}"#])
        #expect(tokens.identity["email"] == "ada@example.org")
        #expect(try await party.userInfo(tokens.access).require(200).value("email") == "ada@example.org")
        let without = try await user.browser.continueSession(at: party)
        #expect(without.identity["email"] == nil)
        #expect(try await party.userInfo(without.access).require(200).value("email") == nil)
    }

    @Test func `an essential subject or context class that can't be met is an error`() async throws {
        let user = try await User()
        let other = #"{"id_token":{"sub":{"value":"auth0|other"}}}"#
        #expect(try await user.authorize(["claims": other, "prompt": "none"])["error"] == "login_required")
        let unreachable = #"{"id_token":{"acr":{"essential":true,"values":["urn:unreachable"]}}}"#
        #expect(
            try await user.authorize(["claims": unreachable])["error"] == "unmet_authentication_requirements")
        #expect(try await user.authorize(["claims": "{"])["error"] == "invalid_request")
    }

    @Test func `pages are in the language of the request, then in the browser's`() async throws {
        let server = try await TestServer()
        let browser = TestBrowser(at: server)
        browser.prefer("de-AT, en;q=0.5")
        let party = RelyingParty(at: server)
        let german = try await browser.authorize(party.attempt())
        #expect(try german.page.elements.first?["lang"] == "de")
        let english = try await browser.authorize(party.attempt(["ui_locales": "en"]))
        #expect(try english.page.elements.first?["lang"] == "en")
    }
}
