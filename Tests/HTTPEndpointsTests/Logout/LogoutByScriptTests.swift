// SPDX-License-Identifier: Apache-2.0

import HTTPServer
import IdentityModel
import Testing
import WireFormats

/// The logout that a script of a client's page asks for.
struct LogoutByScriptTests {
    /// An account with a session, and its page.
    private static func account(
        _ change: @Sendable @escaping (inout JSONObject) -> Void = { _ in }
    ) async throws -> AccountPageFixture {
        let server = try await TestServer { documents in
            for index in documents.indices where documents[index].kind == .client {
                guard ["web", "third-party"].contains(documents[index].id) else { continue }
                documents[index].json["web_origins"] = [.string(TestServer.page)]
                if documents[index].id == "web" { change(&documents[index].json) }
            }
        }
        return try await AccountPageFixture(at: server)
    }

    private func ask(
        _ browser: TestBrowser, on origin: String? = TestServer.page, client: String = "web"
    ) async throws -> TestResponse {
        let message = Message.form("/oidc/logout", fields: [("client_id", client)])
            .setting("Accept", to: "application/json").setting("Origin", to: origin)
        return try await browser.send(message, from: .otherSite)
    }

    @Test func `a page of the client ends the session without an ID token, and reads that it did`() async throws {
        let account = try await Self.account()
        let response = try await ask(account.browser).require(200)
        #expect(response.value("session") == "ended")
        #expect(response.headers["Access-Control-Allow-Origin"] == TestServer.page)
        #expect(response.headers["Access-Control-Allow-Credentials"] == "true")
        #expect(response.headers["Vary"] == "Origin")
        #expect(try await account.sessions().isEmpty && account.browser.session == nil)
        #expect(try await account.events(.sessionEnded).first?.client == "web")
        #expect(try await ask(account.browser).require(200).value("session") == "none")
    }

    @Test(arguments: ["https://evil.brand1.test", "null", nil] as [String?])
    func `a page that is none of the client's ends nothing and reads nothing`(origin: String?) async throws {
        let account = try await Self.account()
        let response = try await ask(account.browser, on: origin).require(403)
        #expect(response.code == "oauth.logout-origin-not-allowed")
        #expect(response.headers.fields.allSatisfy { !$0.name.lowercased().hasPrefix("access-control-") })
        #expect(try await account.sessions().count == 1 && account.browser.session != nil)
    }

    @Test func `a page of another client ends nothing`() async throws {
        let account = try await Self.account { $0["web_origins"] = ["https://other.brand1.test"] }
        _ = try await ask(account.browser).require(403)
        let unknown = try await ask(account.browser, client: "nobody").require(400)
        #expect(unknown.code == "oauth.logout-client-unknown")
        #expect(try await account.sessions().count == 1)
    }

    @Test func `a client of another party learns nothing, and sends the user to the page that asks`() async throws {
        let account = try await Self.account()
        for browser in [account.browser, TestBrowser(at: account.server)] {
            let response = try await ask(browser, client: "third-party").require(200)
            #expect(response.value("session") == "interaction_required")
        }
        #expect(try await account.sessions().count == 1)
    }

    @Test func `an ID token of a key that was rotated out makes the logout ask, if the client is named`() async throws {
        let account = try await Self.account()
        // The header names a key that the server doesn't publish.
        let header = Base64URL.encode(Array(#"{"alg":"RS256","typ":"JWT","kid":"gone"}"#.utf8))
        let asked = try await account.browser.visit("/oidc/logout?id_token_hint=\(header).e30.AAAA&client_id=web")
        #expect(try asked.page.forms.contains { $0.action == "/oidc/logout" })
        let unnamed = try await account.browser.visit("/oidc/logout?id_token_hint=\(header).e30.AAAA")
        #expect(unnamed.response.status == 400)
        #expect(try await account.sessions().count == 1)
    }
}
