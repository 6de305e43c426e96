// SPDX-License-Identifier: Apache-2.0

import HTTPEndpoints
import HTTPServer
import IdentityModel
import Testing
import WireFormats

/// `/oidc/logout` and `/v2/logout`.
struct LogoutWireTests {
    private static let returnURL = "https://app.brand1.test/bye"
    private static let returnURLWithQuery = "https://app.brand1.test/bye?from=login"
    private static let tenantURL = "https://www.brand1.test/"

    private static func account() async throws -> AccountPageFixture {
        let server = try await TestServer { documents in
            for index in documents.indices {
                switch (documents[index].kind, documents[index].id) {
                case (.client, "web"):
                    documents[index].json["allowed_logout_urls"] = [.string(returnURL), .string(returnURLWithQuery)]
                case (.tenant, _): documents[index].json["allowed_logout_urls"] = [.string(tenantURL)]
                default: break
                }
            }
        }
        return try await AccountPageFixture(at: server)
    }

    private func path(_ endpoint: String, with parameters: [(String, String)]) -> String {
        let pairs = parameters.map { "\(PercentEncoding.encode($0.0))=\(PercentEncoding.encode($0.1))" }
        return endpoint + "?" + pairs.joined(separator: "&")
    }

    private func hint(_ account: AccountPageFixture) throws -> String { try account.tokens.response.text("id_token") }

    // MARK: OpenID Connect

    @Test func `a request with the hint ends the session and returns to the client`() async throws {
        let account = try await Self.account()
        let session = try #require(account.tokens.sessionID)
        let visit = try await account.browser.visit(
            path(
                "/oidc/logout",
                with: [
                    ("id_token_hint", try hint(account)), ("post_logout_redirect_uri", Self.returnURL),
                    ("state", "a b&c"),
                ]))
        #expect(visit.address == Self.returnURL + "?state=a%20b%26c")
        #expect(account.browser.session == nil)
        #expect(try await account.sessions().isEmpty)
        let event = try #require(try await account.events(.sessionEnded).first)
        #expect(event.client == "web" && event.details["sid"] == .string(session))
        let attempt = account.party.attempt(["prompt": "none"])
        #expect(try await account.browser.authorize(attempt)["error"] == "login_required")
    }

    @Test func `after a logout the history shows no page of an earlier sign-up`() async throws {
        let server = try await TestServer()
        let (party, browser) = (RelyingParty(at: server), TestBrowser(at: server))
        let first = try await browser.authorize(party.attempt(["screen_hint": "signup"]))
        let page = try await browser.submit(first.page.form("/signup"), entering: ["email": "ada@example.org"])
        #expect(try page.page.text.contains("ada@example.org"))
        _ = try await browser.authenticate(on: page)
        #expect(try await browser.visit("/v2/logout").path == "/v2/logout" && browser.session == nil)
        let shown = try await browser.visit(page.address)
        #expect(shown.response.status == 400)
        #expect(try !shown.page.text.contains("ada@example.org"))
    }

    @Test func `the state is added to a query that is there`() async throws {
        let account = try await Self.account()
        let visit = try await account.browser.visit(
            path(
                "/oidc/logout",
                with: [
                    ("id_token_hint", try hint(account)), ("post_logout_redirect_uri", Self.returnURLWithQuery),
                    ("state", "1"),
                ]))
        #expect(visit.address == Self.returnURLWithQuery + "&state=1")
    }

    @Test func `without a URL to return to, a page says that the user is signed out`() async throws {
        let account = try await Self.account()
        let visit = try await account.browser.visit(path("/oidc/logout", with: [("id_token_hint", try hint(account))]))
        #expect(visit.response.status == 200 && visit.path == "/oidc/logout")
        #expect(try visit.page.forms.isEmpty)
        #expect(account.browser.session == nil)
    }

    @Test func `a request without a hint asks the user`() async throws {
        let account = try await Self.account()
        let asked = try await account.browser.visit(
            path(
                "/oidc/logout",
                with: [("client_id", "web"), ("post_logout_redirect_uri", Self.returnURL), ("state", "s1")]))
        #expect(try await account.sessions().count == 1)
        let form = try asked.page.form("/oidc/logout")
        let policy = asked.response.headers["Content-Security-Policy"] ?? ""
        #expect(policy.contains("form-action 'self' https:"))
        let visit = try await account.browser.submit(form)
        #expect(visit.address == Self.returnURL + "?state=s1")
        #expect(try await account.sessions().isEmpty && account.browser.session == nil)
    }

    @Test func `a request without any parameter asks, too`() async throws {
        let account = try await Self.account()
        let asked = try await account.browser.visit("/oidc/logout")
        let visit = try await account.browser.submit(asked.page.form("/oidc/logout"))
        #expect(visit.path == "/oidc/logout" && visit.response.status == 200)
        #expect(try await account.sessions().isEmpty)
    }

    @Test func `a hint about another session asks the user`() async throws {
        let account = try await Self.account()
        let other = try await account.otherBrowser()
        let url = path(
            "/oidc/logout", with: [("id_token_hint", try hint(account)), ("post_logout_redirect_uri", Self.returnURL)])
        let asked = try await other.visit(url)
        #expect(asked.path == "/oidc/logout")
        #expect(try await account.sessions().count == 2)
        let visit = try await other.submit(asked.page.form("/oidc/logout"))
        #expect(visit.address == Self.returnURL)
        #expect(try await account.sessions().count == 1 && account.browser.session != nil)
        _ = try await account.page()
    }

    @Test func `a client may post the request`() async throws {
        let account = try await Self.account()
        let visit = try await account.browser.post(
            "/oidc/logout",
            fields: [("id_token_hint", try hint(account)), ("post_logout_redirect_uri", Self.returnURL)],
            from: .otherSite, origin: "https://app.brand1.test")
        #expect(visit.address == Self.returnURL)
        #expect(try await account.sessions().isEmpty)
    }

    @Test func `a browser without a session returns at once`() async throws {
        let account = try await Self.account()
        let other = TestBrowser(at: account.server)
        let fields = [("client_id", "web"), ("post_logout_redirect_uri", Self.returnURL)]
        #expect(try await other.visit(path("/oidc/logout", with: fields)).address == Self.returnURL)
        #expect(try await other.post("/oidc/logout", fields: fields, from: .otherSite).address == Self.returnURL)
    }

    // MARK: Auth0

    @Test func `Auth0's request ends the session and returns to the client`() async throws {
        let account = try await Self.account()
        let visit = try await account.browser.visit(
            path("/v2/logout", with: [("client_id", "web"), ("returnTo", Self.returnURL)]))
        #expect(visit.address == Self.returnURL)
        #expect(try await account.sessions().isEmpty && account.browser.session == nil)
        #expect(try await account.events(.sessionEnded).count == 1)
    }

    @Test func `without a client, only the tenant's URLs are returned to`() async throws {
        let account = try await Self.account()
        let rejected = try await account.browser.visit(path("/v2/logout", with: [("returnTo", Self.returnURL)]))
        #expect(rejected.response.status == 400)
        #expect(try await account.sessions().count == 1)
        #expect(
            try await account.browser.visit(path("/v2/logout", with: [("returnTo", Self.tenantURL)])).address
                == Self.tenantURL)
        #expect(try await account.sessions().isEmpty)
    }

    // MARK: Attacks

    static let foreignURLs = [
        "https://attacker.test/", "//attacker.test/", "/\\attacker.test", "https://app.brand1.test/bye/../x",
        "https://app.brand1.test/bye#x", "https://app.brand1.test/bye?x=1", "https://app.brand1.test@attacker.test/bye",
        "HTTPS://app.brand1.test/bye", "https://app.brand1.test/bye\r\nSet-Cookie: a=b", "javascript:alert(1)",
        "/account",
        "https://app.brand1.test/by\u{435}", " https://app.brand1.test/bye",
    ]

    @Test(arguments: foreignURLs)
    func `a URL that is not listed is an error page, and no session ends`(url: String) async throws {
        let account = try await Self.account()
        for (endpoint, name) in [("/oidc/logout", "post_logout_redirect_uri"), ("/v2/logout", "returnTo")] {
            var fields = [("client_id", "web"), (name, url)]
            if endpoint == "/oidc/logout" { fields.append(("id_token_hint", try hint(account))) }
            let visit = try await account.browser.visit(path(endpoint, with: fields))
            #expect(visit.response.status == 400 && visit.response.headers["Location"] == nil)
            #expect(account.server.log.last?.code == "oauth.logout-redirect-uri-not-registered")
            #expect(try await account.sessions().count == 1)
        }
    }

    @Test(arguments: [
        ([("id_token_hint", "x")], "oauth.logout-hint-invalid"),
        ([("client_id", "none")], "oauth.logout-client-unknown"),
        ([("client_id", "web"), ("client_id", "web")], "oauth.logout-parameter-repeated"),
    ])
    func `a malformed request is an error page`(fields: [(String, String)], code: String) async throws {
        let account = try await Self.account()
        let visit = try await account.browser.visit(path("/oidc/logout", with: fields))
        #expect(visit.response.status == 400)
        #expect(account.server.log.last?.code == code)
        #expect(try await account.sessions().count == 1)
    }

    @Test(arguments: ["application/json", "text/plain", nil])
    func `a posted request that is not a form is an error page, and no session ends`(type: String?) async throws {
        let account = try await AccountPageFixture()
        let hint = try account.tokens.response.text("id_token")
        let form = Message.form("/oidc/logout", fields: [("id_token_hint", hint)]).setting("Content-Type", to: type)
        let response = try await account.browser.send(form, from: .otherSite)
        #expect(response.status == 400 && response.isPage)
        #expect(try await account.sessions().count == 1)
    }

    @Test func `another site can't confirm for the user`() async throws {
        let account = try await Self.account()
        let other = try await account.otherBrowser()
        let tokens = [nil, "x", try await account.formToken(in: other)]
        for token in tokens {
            let fields = token.map { [("csrf", $0)] } ?? []
            let visit = try await account.browser.post(
                "/oidc/logout", fields: fields, from: .otherSite, origin: "https://attacker.test")
            #expect(!visit.isAway)
            #expect(try await account.sessions().count == 2)
        }
        let own = try await account.formToken()
        let visit = try await account.browser.post(
            "/oidc/logout", fields: [("csrf", own)], from: .otherSite, origin: "https://attacker.test")
        #expect(visit.response.status == 403)
        #expect(try await account.sessions().count == 2)
    }

    @Test func `the token of the page is not passed on`() async throws {
        let account = try await Self.account()
        let asked = try await account.browser.visit("/oidc/logout?csrf=x&ui_locales=de")
        let form = try asked.page.form("/oidc/logout")
        #expect(form.fields.filter { $0.name == "csrf" }.count == 1 && form["csrf"] != "x")
        #expect(try asked.page.elements.first { $0.name == "html" }?["lang"] == "de")
    }

    @Test func `discovery lists the endpoint`() async throws {
        let server = try await TestServer()
        let document = try await server.send(.get("/.well-known/openid-configuration")).require(200)
        #expect(try document.text("end_session_endpoint") == "https://\(TestServer.host)/oidc/logout")
    }
}
