// SPDX-License-Identifier: Apache-2.0

import Foundation
import HTTPServer
import Testing
import WireFormats

/// The page at the server's root.
struct HomePageTests {
    private static let browser = "text/html,application/xhtml+xml,application/xml;q=0.9,*/*;q=0.8"

    private func page(_ accept: String? = browser, host: String = TestServer.host) async throws -> TestResponse {
        var message = Message.get("/").at(host)
        if let accept { message = message.setting("Accept", to: accept) }
        return try await TestServer().send(message).require(200)
    }

    @Test(arguments: [browser, "text/html", "application/json, TEXT/HTML ; q=0.5"])
    func `a browser gets a page`(accept: String) async throws {
        let response = try await page(accept)
        #expect(response.headers["Content-Type"] == "text/html; charset=utf-8")
        #expect(response.headers["Vary"] == "Accept")
    }

    @Test(arguments: [nil, "*/*", "application/json", "text/html;q=0, */*", "text/plain"])
    func `a program gets JSON`(accept: String?) async throws {
        let response = try await page(accept)
        #expect(response.headers["Content-Type"] == "application/json")
        #expect(response.headers["Vary"] == "Accept")
        #expect(try response.text("issuer") == "https://\(TestServer.host)/")
        #expect(
            try response.text("openid_configuration") == "https://\(TestServer.host)/.well-known/openid-configuration")
    }

    @Test func `every URL in the JSON is served`() async throws {
        let server = try await TestServer()
        let response = try await server.send(.get("/")).require(200)
        for name in ["openid_configuration", "keys", "openapi", "health"] {
            let path = try response.text(name).dropFirst("https://\(TestServer.host)".count)
            try await server.send(.get(String(path))).require(200)
        }
    }

    @Test(arguments: [false, true])
    func `every link on the page is served and stays on this server`(isSetUp: Bool) async throws {
        let fixture = try await SetupFixture()
        if isSetUp { try await fixture.finish(fixture.begin()).require(200) }
        let links = try await fixture.browser.visit("/").page.links
        #expect(links.contains(isSetUp ? "/account" : "/setup"))
        for link in links {
            #expect(link.hasPrefix("/"))
            #expect(try await fixture.browser.visit(link).response.status == 200)
        }
    }

    @Test func `a new server tells how it is set up, and a server with an owner offers the account`() async throws {
        let fixture = try await SetupFixture()
        let new = try await fixture.browser.visit("/").page
        #expect(new.text.contains("thumbturn setup") && !new.text.contains(fixture.code))
        #expect(!new.links.contains("/account"))
        try await fixture.finish(fixture.begin()).require(200)
        #expect(try await fixture.browser.visit("/").page.text.contains("Go to your account"))
        let stranger = try await TestBrowser(at: fixture.server).visit("/").page
        #expect(stranger.text.contains("Sign in") && !stranger.text.contains("Go to your account"))
        #expect(!stranger.links.contains("/setup"))
    }

    @Test func `strangers learn nothing about users`() async throws {
        let fixture = try await SetupFixture()
        try await fixture.finish(fixture.begin()).require(200)
        for accept in [TestBrowser.acceptedTypes, "application/json"] {
            let response = try await fixture.server.send(.get("/").setting("Accept", to: accept))
            #expect(!response.text.contains("owner@example.org"))
        }
    }

    @Test(arguments: [TestServer.host, TestServer.otherHost])
    func `the page names the requested host`(host: String) async throws {
        #expect(try await page(host: host).text.contains(" – \(host)</title>"))
    }

    @Test func `the page allows no scripts, no external content and no framing`() async throws {
        let response = try await page()
        let policy = try #require(response.headers["Content-Security-Policy"])
        for rule in ["default-src 'none'", "frame-ancestors 'none'", "base-uri 'none'", "img-src data:;"] {
            #expect(policy.contains(rule))
        }
        #expect(!policy.contains("script-src") && !policy.contains("unsafe"))
        #expect(!response.text.contains("<script") && !response.text.contains("<img"))
        #expect(response.headers["X-Content-Type-Options"] == "nosniff")
        #expect(response.headers["X-Frame-Options"] == "DENY")
    }

    @Test func `only a local server has a part for developers`() async throws {
        let local = Message.get("/").at("localhost").setting("Accept", to: Self.browser)
        #expect(try await TestServer.local().send(local).require(200).text.contains("http://localhost:8080/"))
        #expect(try await !page().text.contains("For developers"))
    }

    @Test func `only GET is allowed`() async throws {
        try await TestServer().send(.post("/", json: [:])).require(405)
    }
}
