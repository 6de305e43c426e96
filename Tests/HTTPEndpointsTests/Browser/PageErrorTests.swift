// SPDX-License-Identifier: Apache-2.0

import HTTPEndpoints
import HTTPServer
import IdentityModel
import RateLimiting
import TestSupport
import Testing
import WireFormats

/// Errors are pages where a browser navigates, and JSON for scripts and programs.
struct PageErrorTests {
    private static let pages = ["/authorize", "/login", "/signup", "/consent", "/login/select", "/login/continue"]

    @Test(arguments: ["/nothing", "/login/nothing", "/assets/nothing.js"])
    func `a path without anything is a page for browsers`(path: String) async throws {
        let server = try await TestServer()
        let browser = TestBrowser(at: server)
        browser.prefer("de")
        let response = try await browser.send(.get(path))
        if path.hasPrefix("/assets") {
            #expect(response.status == 404)
            return
        }
        #expect(response.status == 404 && response.isPage)
        let page = try PageDocument(response.body)
        #expect(page.elements.first?["lang"] == "de")
        #expect(page.reference == server.log.last?.reference)
        #expect(server.log.last?.code == "request.path-unknown")
        #expect(response.headers["Vary"] == "Accept")
    }

    @Test(arguments: [nil, "*/*", "application/json", "text/html;q=0, */*"])
    func `programs get JSON`(accept: String?) async throws {
        let server = try await TestServer()
        let response = try await server.send(.get("/nothing").setting("Accept", to: accept))
        #expect(response.status == 404 && response.code == "request.path-unknown")
    }

    @Test(arguments: pages)
    func `a repeated parameter is a page`(path: String) async throws {
        let response = try await TestBrowser(at: TestServer()).send(
            .get("\(path)?state=a&state=b&client_id=a&client_id=b"))
        #expect(response.status == 400 && response.isPage)
    }

    @Test(arguments: ["/login", "/signup", "/consent", "/login/select", "/signup/profile"])
    func `a malformed form is a page`(path: String) async throws {
        let server = try await TestServer()
        let response = try await TestBrowser(at: server).send(.form(path, fields: [("a", "b")]))
        #expect(response.status == 400 && response.isPage)
        #expect(server.log.last?.code == "request.body-invalid")
    }

    @Test func `another origin's form is a page with the status 403`() async throws {
        let server = try await TestServer()
        let browser = TestBrowser(at: server)
        let page = try await browser.authorize(RelyingParty(at: server).attempt())
        let state = try #require(page.page.state)
        let response = try await browser.send(.form("/consent", fields: [("state", state)]).on("https://attacker.test"))
        #expect(response.status == 403 && response.isPage)
        let script = try await browser.send(
            .post("/login/challenge", json: ["state": .string(state)]).on("https://attacker.test"))
        #expect(script.status == 403 && script.code == "page.origin-mismatch")
    }

    @Test(arguments: pages)
    func `too many requests are a page that says when to try again`(path: String) async throws {
        var rules = RateLimitRules.off
        rules.anything = RateLimits.Rule(capacity: 1, refillPerSecond: 0.01)
        rules.ceremonyStart = rules.anything
        let server = try await TestServer(limits: rules)
        let browser = TestBrowser(at: server)
        _ = try await browser.send(.get(path))
        let response = try await browser.send(.get(path))
        #expect(response.status == 429 && response.isPage)
        #expect(response.headers["Retry-After"] != nil)
        let script = try await browser.send(.get(path).setting("Accept", to: "application/json"))
        #expect(script.status == 429 && script.json != nil)
    }

    @Test func `a method that a page does not have is a page`() async throws {
        let response = try await TestBrowser(at: TestServer()).send(.form("/login/continue", fields: []))
        #expect(response.status == 405 && response.isPage)
        #expect(response.headers["Allow"] == "GET, HEAD")
    }

    @Test func `a storage that fails is a page with the status 503`() async throws {
        let server = try await TestServer()
        let browser = TestBrowser(at: server)
        let party = RelyingParty(at: server)
        try await browser.signUp(at: party)
        await server.storage.close()
        let response = try await browser.send(.get(party.attempt().path))
        #expect(response.status == 503 && response.isPage)
        #expect(
            server.log.last?.code?.hasPrefix("storage") == true || server.log.last?.code?.contains("storage") == true)
    }

    @Test func `the interface for programs stays JSON for browsers`() async throws {
        let server = try await TestServer()
        let browser = TestBrowser(at: server)
        for message in [
            Message.form("/oauth/token", fields: []), .form("/oauth/par", fields: []), .get("/userinfo"),
            .get("/me/v1/factors"), .post("/login/passkey", json: [:]),
        ] {
            let response = try await browser.send(message)
            #expect(response.status >= 400 && response.json != nil, "\(message.path)")
        }
    }
}
