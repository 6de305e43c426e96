// SPDX-License-Identifier: Apache-2.0

import HTTPServer
import SoftwareAuthenticator
import Testing
import WireFormats

/// Fixed, tossed and confused sessions.
struct SessionAttackTests {
    private struct Scene {
        let server: TestServer
        let party: RelyingParty
        let browser: TestBrowser
        let tokens: Tokens

        init() async throws {
            server = try await TestServer()
            party = RelyingParty(at: server)
            browser = TestBrowser(at: server)
            tokens = try await browser.signUp(at: party)
        }

        /// The result of a silent request with a `Cookie` field.
        func silent(cookie: String?) async throws -> Visit {
            let message = Message.get(party.attempt(["prompt": "none"]).path).setting("Cookie", to: cookie)
            let response = try await server.send(message)
            return try Visit(try #require(response.headers["Location"]), response: response)
        }

        var cookie: String { get throws { try #require(browser.session) } }
    }

    @Test func `a sign-in replaces the session, and the old cookie is dead`() async throws {
        let scene = try await Scene()
        let old = try scene.cookie
        let tokens = try await scene.browser.signIn(at: scene.party)
        #expect(try scene.cookie != old && tokens.sessionID != scene.tokens.sessionID)
        #expect(try await scene.silent(cookie: "__Host-thumbturn-session=\(old)")["error"] == "login_required")
        #expect(try await scene.silent(cookie: "__Host-thumbturn-session=\(scene.cookie)")["code"] != nil)
    }

    @Test func `a session that an attacker fixed does not become the victim's`() async throws {
        let scene = try await Scene()
        let fixed = try #require(scene.browser.cookies["__Host-thumbturn-session"])
        let victim = TestBrowser(at: scene.server, device: .googlePasswordManager)
        victim.cookies.insert(fixed)
        let attempt = scene.party.attempt(["prompt": "create"])
        let visit = try await victim.signUp(on: victim.authorize(attempt), email: "victim@example.org")
        let tokens = try await scene.party.tokens(from: visit, of: attempt)
        #expect(tokens.identity["sub"] != scene.tokens.identity["sub"])
        #expect(victim.session != fixed.value)
        #expect(try await scene.silent(cookie: "__Host-thumbturn-session=\(fixed.value)")["error"] == "login_required")
    }

    @Test(arguments: [
        "{}; {}", "{}; __Host-thumbturn-session=x", "__Host-thumbturn-session=x; {}", "__Host-thumbturn-session=; {}",
        "{};{}", "a=b; {}; c=d; {}",
    ])
    func `a session cookie that comes twice counts as absent`(pattern: String) async throws {
        let scene = try await Scene()
        let own = "__Host-thumbturn-session=\(try scene.cookie)"
        let tossed = pattern.replacing("{}", with: own)
        #expect(try await scene.silent(cookie: tossed)["error"] == "login_required")
    }

    @Test(arguments: [
        "thumbturn-session", "__host-thumbturn-session", "__Secure-thumbturn-session", " __Host-thumbturn-session ",
        "__Host-thumbturn-browser", "x__Host-thumbturn-session",
    ])
    func `a session needs the prefixed name`(name: String) async throws {
        let scene = try await Scene()
        #expect(try await scene.silent(cookie: "\(name)=\(scene.cookie)")["error"] == "login_required")
    }

    @Test(arguments: ["", "x", "\"\"", "__Host-thumbturn-session", "=", ";;;", "\u{0}"])
    func `a malformed session cookie is none`(value: String) async throws {
        let scene = try await Scene()
        #expect(try await scene.silent(cookie: "__Host-thumbturn-session=\(value)")["error"] == "login_required")
        let truncated = "__Host-thumbturn-session=\(try scene.cookie.dropLast())"
        #expect(try await scene.silent(cookie: truncated)["error"] == "login_required")
    }

    @Test func `a tossed browser cookie can't open another's transaction`() async throws {
        let scene = try await Scene()
        let attacker = TestBrowser(at: scene.server)
        let state = try #require(try await attacker.authorize(scene.party.attempt()).page.state)
        let tossed = try #require(attacker.cookies["__Host-thumbturn-browser"]).value
        let own = try #require(scene.browser.cookies["__Host-thumbturn-browser"]).value
        for cookie in [
            "__Host-thumbturn-browser=\(own); __Host-thumbturn-browser=\(tossed)",
            "__Host-thumbturn-browser=\(tossed); __Host-thumbturn-browser=\(own)", "thumbturn-browser=\(tossed)",
        ] {
            let response = try await scene.browser.send(.get("/login?state=\(state)").setting("Cookie", to: cookie))
            #expect(response.status == 400, "\(cookie)")
        }
    }

    // MARK: Sessions of ceremonies

    @Test func `a ceremony of the page is not accepted at the token endpoint`() async throws {
        let scene = try await Scene()
        let page = try await scene.browser.authorize(scene.party.attempt(["prompt": "login"]))
        let started = try await scene.browser.beginCeremony(of: page).require(200)
        let response = try scene.browser.device.get(
            optionsJSON: try #require(started.value("options")).serialized(), origin: scene.browser.origin,
            settings: CeremonySettings(), mutation: nil)
        for client in ["spa", "web"] {
            let api = TestClient(at: scene.server).with { $0.client = client }
            #expect(try await api.finish(started.text("session"), response: response).status >= 400)
        }
    }

    @Test func `a ceremony of the token endpoint is not accepted at the page`() async throws {
        let scene = try await Scene()
        let api = TestClient(at: scene.server).with { $0.device = scene.browser.device }
        let started = try await api.beginSignIn()
        let page = try await scene.browser.authorize(scene.party.attempt(["prompt": "login"]))
        let body: JSONObject = [
            "state": .string(try #require(page.page.state)), "session": .string(started.session),
            "response": try JSONReader.read(try api.signed(started)),
        ]
        let before = scene.browser.session
        #expect(try await scene.browser.call("/login/passkey", body: body).status >= 400)
        #expect(try await scene.browser.call("/signup/passkey", body: body).status >= 400)
        #expect(scene.browser.session == before)
        try await api.finish(started.session, response: api.signed(started)).require(200)
    }

    @Test func `a ceremony is good for one sign-in`() async throws {
        let scene = try await Scene()
        let page = try await scene.browser.authorize(scene.party.attempt(["prompt": "login"]))
        let started = try await scene.browser.beginCeremony(of: page).require(200)
        let response = try scene.browser.device.get(
            optionsJSON: try #require(started.value("options")).serialized(), origin: scene.browser.origin,
            settings: CeremonySettings(), mutation: nil)
        let body: JSONObject = [
            "state": .string(try #require(page.page.state)), "session": .string(try started.text("session")),
            "response": try JSONReader.read(response),
        ]
        try await scene.browser.call("/login/passkey", body: body).require(200)
        let session = scene.browser.session
        #expect(try await scene.browser.call("/login/passkey", body: body).status >= 400)
        #expect(scene.browser.session == session)
    }

    @Test func `a ceremony for one client's page is not accepted at another's`() async throws {
        let scene = try await Scene()
        let page = try await scene.browser.authorize(scene.party.attempt(["prompt": "login"]))
        let started = try await scene.browser.beginCeremony(of: page).require(200)
        let response = try scene.browser.device.get(
            optionsJSON: try #require(started.value("options")).serialized(), origin: scene.browser.origin,
            settings: CeremonySettings(), mutation: nil)
        let other = scene.party.with { $0.client = "other-web" }
        let elsewhere = try await scene.browser.authorize(other.attempt(["prompt": "login"]))
        let body: JSONObject = [
            "state": .string(try #require(elsewhere.page.state)), "session": .string(try started.text("session")),
            "response": try JSONReader.read(response),
        ]
        #expect(try await scene.browser.call("/login/passkey", body: body).status >= 400)
    }
}
