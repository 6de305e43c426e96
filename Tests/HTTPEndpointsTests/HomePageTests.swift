// SPDX-License-Identifier: Apache-2.0

import Cryptography
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
        #expect(response.text.contains("Thumbturn is running"))
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

    @Test func `every link on the page is served and stays on this server`() async throws {
        let server = try await TestServer()
        let text = try await server.send(.get("/").setting("Accept", to: Self.browser)).require(200).text
        let links = text.components(separatedBy: "href=\"").dropFirst().compactMap { $0.split(separator: "\"").first }
        #expect(links.count == 4)
        for link in links {
            #expect(link.hasPrefix("/"))
            try await server.send(.get(String(link))).require(200)
        }
    }

    @Test(arguments: [TestServer.host, TestServer.otherHost])
    func `the page names the requested host`(host: String) async throws {
        let text = try await page(host: host).text
        #expect(text.contains("<h1>\(host)</h1>"))
        #expect(text.contains("https://\(host)/"))
    }

    @Test func `the page allows no scripts, no external content and no framing`() async throws {
        let response = try await page()
        let policy = try #require(response.headers["Content-Security-Policy"])
        for rule in ["default-src 'none'", "frame-ancestors 'none'", "base-uri 'none'", "form-action 'none'"] {
            #expect(policy.contains(rule))
        }
        #expect(!policy.contains("script-src") && !policy.contains("unsafe"))
        #expect(
            !response.text.contains("<script") && !response.text.contains("<img") && !response.text.contains("src="))
        #expect(response.headers["X-Content-Type-Options"] == "nosniff")
        #expect(response.headers["X-Frame-Options"] == "DENY")
    }

    @Test func `the content security policy has the hash of the page's style`() async throws {
        let response = try await page()
        let style = try #require(
            response.text.components(separatedBy: "<style>").last?.components(separatedBy: "</style>").first)
        let hash = Base64.encode(DigestAlgorithm.sha256.hash(Array(style.utf8)))
        #expect(response.headers["Content-Security-Policy"]?.contains("style-src 'sha256-\(hash)'") == true)
    }

    @Test func `only GET is allowed`() async throws {
        try await TestServer().send(.post("/", json: [:])).require(405)
    }
}
