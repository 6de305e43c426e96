// SPDX-License-Identifier: Apache-2.0

import HTTPEndpoints
import HTTPServer
import SoftwareAuthenticator
import TestSupport
import Testing
import WireFormats

/// Requests that another site makes a browser send, and sign-ins that an attacker began.
struct RequestForgeryTests {
    private static let attacker = "https://attacker.test"

    /// A user at a page, and an attacker with a transaction of their own.
    private struct Scene {
        let server: TestServer
        let party: RelyingParty
        let browser: TestBrowser
        let attacker: TestBrowser

        init() async throws {
            server = try await TestServer()
            party = RelyingParty(at: server)
            browser = TestBrowser(at: server)
            attacker = TestBrowser(at: server, device: .googlePasswordManager)
            try await browser.signUp(at: party)
            try await attacker.signUp(at: party, email: "eve@example.org")
        }

        /// The state of a page of a browser.
        func state(of browser: TestBrowser, _ changes: [String: String?] = ["prompt": "login"]) async throws -> String {
            try #require(try await browser.authorize(party.attempt(changes)).page.state)
        }
    }

    static let pages = [
        "/login", "/login/password", "/signup", "/signup/password", "/consent", "/login/select", "/login/continue",
        "/signup/profile",
    ]
    static let forms = [
        "/login", "/login/password", "/signup", "/signup/password", "/consent", "/login/select", "/signup/profile",
    ]
    static let scripts = ["/login/challenge", "/login/passkey", "/signup/challenge", "/signup/passkey"]

    @Test(arguments: pages)
    func `a transaction of another browser opens no page`(path: String) async throws {
        let scene = try await Scene()
        let state = try await scene.state(of: scene.attacker)
        let visit = try await scene.browser.visit("\(path)?state=\(state)")
        #expect(visit.response.status == 400)
        #expect(scene.server.log.last?.code == "oauth.authorization-transaction-browser-mismatch")
        let empty = TestBrowser(at: scene.server)
        #expect(try await empty.visit("\(path)?state=\(state)").response.status == 400)
        #expect(empty.cookies.cookies.isEmpty)
    }

    @Test(arguments: forms)
    func `a form with a transaction of another browser is rejected`(path: String) async throws {
        let scene = try await Scene()
        let state = try await scene.state(of: scene.attacker)
        let fields = [("state", state), ("decision", "allow"), ("choice", "current"), ("email", "x@example.org")]
        let visit = try await scene.browser.post(path, fields: fields)
        #expect(visit.response.status == 400 && !visit.isAway)
        #expect(scene.server.log.last?.code == "oauth.authorization-transaction-browser-mismatch")
    }

    @Test(arguments: scripts)
    func `a script's request with a transaction of another browser is rejected`(path: String) async throws {
        let scene = try await Scene()
        let state = try await scene.state(of: scene.attacker)
        let before = scene.browser.session
        let response = try await scene.browser.call(
            path, body: ["state": .string(state), "session": "x", "response": [:]])
        #expect(response.status == 400 && response.code == "oauth.authorization-transaction-browser-mismatch")
        #expect(scene.browser.session == before && response.headers["Set-Cookie"] == nil)
    }

    @Test func `a victim is not signed in as the attacker by the attacker's response`() async throws {
        let scene = try await Scene()
        let page = try await scene.attacker.authorize(scene.party.attempt(["prompt": "login"]))
        let started = try await scene.attacker.beginCeremony(of: page).require(200)
        let response = try scene.attacker.device.get(
            optionsJSON: try #require(started.value("options")).serialized(), origin: scene.attacker.origin,
            settings: CeremonySettings(), mutation: nil)
        let body: JSONObject = [
            "state": .string(try #require(page.page.state)), "session": .string(try started.text("session")),
            "response": try JSONReader.read(response),
        ]
        let before = scene.browser.session
        #expect(try await scene.browser.call("/login/passkey", body: body).status == 400)
        #expect(scene.browser.session == before)
        try await scene.attacker.call("/login/passkey", body: body).require(200)
    }

    @Test(arguments: ["/consent", "/signup", "/login/select", "/signup/profile"])
    func `a form from another origin is rejected, and so is a sandboxed one`(path: String) async throws {
        let scene = try await Scene()
        let state = try await scene.state(of: scene.browser)
        for origin in [Self.attacker, "null", "https://\(TestServer.host).attacker.test", "http://\(TestServer.host)"] {
            let fields = [("state", state), ("decision", "allow"), ("choice", "current")]
            let visit = try await scene.browser.post(path, fields: fields, from: .ownPage, origin: origin)
            #expect(visit.response.status == 403)
            #expect(scene.server.log.last?.code == "page.origin-mismatch")
        }
    }

    @Test func `a form from another origin is rejected before its body is read`() async throws {
        let server = try await TestServer()
        for origin in [Self.attacker, "null"] {
            let message = Message.raw(.post, path: "/consent", body: Array("{".utf8), type: "application/json")
            #expect(try await server.send(message.on(origin)).code == "page.origin-mismatch")
        }
    }

    @Test(arguments: scripts)
    func `a script of another origin is rejected, and can't read the response`(path: String) async throws {
        let scene = try await Scene()
        let state = try await scene.state(of: scene.browser)
        let body: JSONObject = ["state": .string(state), "session": "x", "response": [:]]
        let message = Message.post(path, json: body).on(Self.attacker)
        let response = try await scene.browser.send(message)
        #expect(response.status == 403 && response.code == "page.origin-mismatch")
        #expect(response.headers["Access-Control-Allow-Origin"] == nil)
        let preflight = try await scene.browser.send(Message(.options, path: path).on(Self.attacker))
        #expect(preflight.status == 405 && preflight.headers["Access-Control-Allow-Origin"] == nil)
    }

    @Test(arguments: scripts)
    func `a script's request can't be written as a form of another site`(path: String) async throws {
        let scene = try await Scene()
        let state = try await scene.state(of: scene.browser)
        let json = JSONValue.object(["state": .string(state), "session": "x", "response": [:]]).serialized()
        for type in ["text/plain", "application/x-www-form-urlencoded", "multipart/form-data; boundary=x", nil] {
            let response = try await scene.browser.send(.raw(.post, path: path, body: json, type: type))
            #expect(response.status == 415 || response.status == 400, "\(type ?? "none"): \(response.text)")
            #expect(response.code.hasPrefix("request."), "\(type ?? "none"): \(response.text)")
        }
    }

    @Test(arguments: forms)
    func `a form of another site comes without the browser's cookie`(path: String) async throws {
        let scene = try await Scene()
        let state = try await scene.state(of: scene.browser)
        let fields = [("state", state), ("decision", "allow"), ("choice", "current")]
        let message = Message.form(path, fields: fields)
        let response = try await scene.browser.send(message, from: .otherSite)
        #expect(response.status == 400 && response.isPage)
        #expect(scene.server.log.last?.code == "oauth.authorization-transaction-browser-mismatch")
    }

    @Test(arguments: ["sealed", "truncated", "flipped", "another host", "empty", "of a pushed request"])
    func `a state that the server did not seal for this host is rejected`(kind: String) async throws {
        let scene = try await Scene()
        let state = try await scene.state(of: scene.browser)
        let other = TestBrowser(at: scene.server, host: TestServer.otherHost)
        let elsewhere = scene.party.with { $0.host = TestServer.otherHost }
        var bytes = try #require(Base64URL.decode(state))
        bytes[bytes.count / 2] ^= 1
        let states: [String: String] = [
            "sealed": Base64URL.encode(Array(repeating: 7, count: 300)), "truncated": String(state.dropLast(4)),
            "flipped": Base64URL.encode(bytes), "empty": "",
            "another host": try #require(try await other.authorize(elsewhere.attempt()).page.state),
            "of a pushed request": String(
                try await scene.server.send(.form("/oauth/par", fields: scene.party.attempt().parameters)).require(201)
                    .text("request_uri").dropFirst("urn:ietf:params:oauth:request_uri:".count)),
        ]
        let tampered = PercentEncoding.encode(try #require(states[kind]))
        for path in Self.pages {
            let visit = try await scene.browser.visit("\(path)?state=\(tampered)")
            #expect(visit.response.status == 400, "\(path)")
        }
    }

    @Test func `a transaction expires`() async throws {
        let scene = try await Scene()
        let state = try await scene.state(of: scene.browser)
        scene.server.clock.advance(seconds: 3599)
        #expect(try await scene.browser.visit("/login?state=\(state)").path == "/login")
        scene.server.clock.advance(seconds: 1)
        #expect(try await scene.browser.visit("/login?state=\(state)").response.status == 400)
        #expect(scene.server.log.last?.code == "oauth.authorization-transaction-expired")
    }
}
