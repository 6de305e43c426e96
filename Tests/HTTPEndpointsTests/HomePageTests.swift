// SPDX-License-Identifier: Apache-2.0

import Cryptography
import Foundation
import HTTPServer
import Testing
import WireFormats

/// The first click on the server's address.
struct HomePageTests {
    private static let browser = "text/html,application/xhtml+xml,application/xml;q=0.9,*/*;q=0.8"

    private func page(_ accept: String? = browser, host: String = TestServer.host) async throws -> Answer {
        var message = Message.get("/").at(host)
        if let accept { message = message.with("Accept", accept) }
        return try await TestServer().send(message).require(200)
    }

    @Test(arguments: [browser, "text/html", "application/json, TEXT/HTML ; q=0.5"])
    func `a browser gets a page`(accept: String) async throws {
        let answer = try await page(accept)
        #expect(answer.headers["Content-Type"] == "text/html; charset=utf-8")
        #expect(answer.headers["Vary"] == "Accept")
        #expect(answer.text.contains("Thumbturn is running"))
    }

    @Test(arguments: [nil, "*/*", "application/json", "text/html;q=0, */*", "text/plain"])
    func `a program gets JSON`(accept: String?) async throws {
        let answer = try await page(accept)
        #expect(answer.headers["Content-Type"] == "application/json")
        #expect(answer.headers["Vary"] == "Accept")
        #expect(try answer.text("issuer") == "https://\(TestServer.host)/")
        #expect(
            try answer.text("openid_configuration") == "https://\(TestServer.host)/.well-known/openid-configuration")
    }

    @Test func `every URL in the JSON is served`() async throws {
        let server = try await TestServer()
        let answer = try await server.send(.get("/")).require(200)
        for name in ["openid_configuration", "keys", "openapi", "health"] {
            let path = try answer.text(name).dropFirst("https://\(TestServer.host)".count)
            try await server.send(.get(String(path))).require(200)
        }
    }

    @Test func `every link on the page is served and stays on this server`() async throws {
        let server = try await TestServer()
        let text = try await server.send(.get("/").with("Accept", Self.browser)).require(200).text
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
        let answer = try await page()
        let policy = try #require(answer.headers["Content-Security-Policy"])
        for rule in ["default-src 'none'", "frame-ancestors 'none'", "base-uri 'none'", "form-action 'none'"] {
            #expect(policy.contains(rule))
        }
        #expect(!policy.contains("script-src") && !policy.contains("unsafe"))
        #expect(!answer.text.contains("<script") && !answer.text.contains("<img") && !answer.text.contains("src="))
        #expect(answer.headers["X-Content-Type-Options"] == "nosniff")
        #expect(answer.headers["X-Frame-Options"] == "DENY")
    }

    @Test func `the content security policy has the hash of the page's style`() async throws {
        let answer = try await page()
        let style = try #require(
            answer.text.components(separatedBy: "<style>").last?.components(separatedBy: "</style>").first)
        let hash = Base64.encode(DigestAlgorithm.sha256.hash(Array(style.utf8)))
        #expect(answer.headers["Content-Security-Policy"]?.contains("style-src 'sha256-\(hash)'") == true)
    }

    @Test func `only GET is allowed`() async throws {
        try await TestServer().send(.post("/", [:])).require(405)
    }
}
