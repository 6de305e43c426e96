// SPDX-License-Identifier: Apache-2.0

import Configuration
import HTTPServer
import IdentityModel
import Testing
import WireFormats

/// Sign-in pages that users share, apart from their transactions.
struct SharedPageTests {
    private let server: TestServer

    init() async throws {
        server = try await TestServer()
    }

    private func page(
        _ browser: TestBrowser, client: String = "web", asking changes: [String: String?] = [:]
    ) async throws -> Visit {
        try await browser.authorize(RelyingParty(at: server).with { $0.client = client }.attempt(changes))
    }

    @Test func `two users of one client get the same page with their own transactions and nonces`() async throws {
        let first = try await page(TestBrowser(at: server))
        let second = try await page(TestBrowser(at: server))
        let (one, other) = (try #require(first["state"]), try #require(second["state"]))
        #expect(one != other)
        #expect(first.response.text.contains(one) && !first.response.text.contains(other))
        #expect(first.response.text.replacing(one, with: other) == second.response.text)
        let policies = [first, second].map { $0.response.headers["Content-Security-Policy"] }
        #expect(policies[0] != policies[1])
    }

    @Test func `clients, languages and connections have pages of their own`() async throws {
        let browser = TestBrowser(at: server)
        #expect(try await page(browser).response.text.contains("The application web<"))
        #expect(try await page(browser, client: "many").response.text.contains("The application many<"))
        #expect(try await page(browser, asking: ["ui_locales": "de"]).response.text.contains("lang=\"de\""))
        #expect(try await page(browser).response.text.contains("lang=\"en\""))
        #expect(try await page(browser, asking: ["connection": "names"]).response.text.contains("Username"))
        #expect(try await page(browser).response.text.contains("Email address"))
    }

    @Test func `a login hint is shown to its user only`() async throws {
        let hinted = try await page(TestBrowser(at: server), asking: ["login_hint": "ada@example.org"])
        #expect(hinted.response.text.contains("ada@example.org"))
        #expect(try await !page(TestBrowser(at: server)).response.text.contains("ada@example.org"))
    }

    @Test func `a new configuration has new pages`() async throws {
        let browser = TestBrowser(at: server)
        #expect(try await page(browser).response.text.contains("The application web<"))
        server.serve(
            try TestServerConfiguration.configuration { documents in
                for index in documents.indices where documents[index].id == "web" {
                    documents[index] = ConfigurationDocument(
                        kind: .client, id: "web", json: documents[index].json.renamed("Another name"))
                }
            })
        #expect(try await page(browser).response.text.contains("Another name<"))
    }
}

extension JSONObject {
    fileprivate func renamed(_ name: String) -> JSONObject {
        var copy = self
        copy["name"] = .string(name)
        return copy
    }
}
