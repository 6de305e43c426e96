// SPDX-License-Identifier: Apache-2.0

import HTTPServer
import IdentityModel
import Testing
import WireFormats

/// The first page as the redirect URI of the default client. The browser tests follow a code to it.
struct CallbackPageTests {
    private func page(_ query: String, at server: TestServer, host: String) async throws -> PageDocument {
        let message = Message.get("/?\(query)").at(host).setting("Accept", to: TestBrowser.acceptedTypes)
        return try PageDocument(try await server.send(message).require(200).body)
    }

    @Test(arguments: [
        ("login_required", "Login required"), ("invalid_request", "Missing required parameter: code_challenge"),
    ])
    func `a local server shows its own errors`(error: String, description: String) async throws {
        let query = "error=\(error)&error_description=\(PercentEncoding.encode(description))&state=x"
        let text = try await page(query, at: .local(), host: "localhost").text
        #expect(text.contains(error) && text.contains(description))
        #expect(try await !page(query, at: TestServer(), host: TestServer.host).text.contains(description))
    }

    /// Each row has a text of a stranger.
    @Test(arguments: [
        "error=login_required&error_description=Call%20stranger", "error=stranger&error_description=Login%20required",
        "error=invalid_request&error_description=Missing%20required%20parameter:%20stranger,%20call", "error=stranger",
        "error=invalid_request&error_description=Missing%20required%20parameter:%20%3Cb%3Estranger",
        "code=stranger&state=x", "code=x&state=stranger", "code=x&iss=https://stranger.example/",
    ])
    func `nobody can put words on the page`(query: String) async throws {
        let page = try await page(query, at: .local(), host: "localhost")
        #expect(page.text.contains("There is no app here"))
        #expect(!page.elements.contains { "\($0)".contains("stranger") })
    }

    @Test func `a server on the Internet shows neither a code nor its user`() async throws {
        let server = try await TestServer { documents in
            for index in documents.indices where documents[index].id == "web" {
                documents[index].json["callbacks"] = ["https://\(TestServer.host)/"]
            }
        }
        let browser = TestBrowser(at: server)
        let party = RelyingParty(at: server).with { $0.redirectURI = "https://\(TestServer.host)/" }
        let visit = try await browser.signUp(on: browser.authorize(party.attempt()))
        let code = try #require(visit.parameters["code"])
        #expect(try visit.page.text.contains("There is no app here"))
        #expect(try !visit.page.text.contains(code) && !visit.page.text.contains("ada@example.org"))
    }

    @Test(arguments: ["state=x", "", "code=%FF", "code=1&code=2"])
    func `any other query is of no interest`(query: String) async throws {
        #expect(try await page(query, at: .local(), host: "localhost").links.contains("/setup"))
    }
}
