// SPDX-License-Identifier: Apache-2.0

import HTTPServer
import Testing
import WireFormats

/// No parameter makes the server send a browser to a place that no client has registered.
struct OpenRedirectTests {
    private static let callback = TestServerConfiguration.callback

    static let redirectURIs = [
        "https://attacker.test/", "https://attacker.test/callback", "//attacker.test/", "/\\attacker.test",
        callback + "/", callback + "/../x", callback + "?x=1", callback + "#x", callback + "%2f",
        callback + ".attacker.test",
        "HTTPS://app.brand1.test/callback", "https://APP.brand1.test/callback", "https://app.brand1.test:443/callback",
        "https://app.brand1.test/Callback", "https://app.brand1.test//callback",
        "https://app.brand1.test\\@attacker.test/",
        "https://app.brand1.test@attacker.test/callback", "https://attacker.test/?" + callback,
        "https://attacker.test#" + callback, "http://app.brand1.test/callback", "javascript:alert(1)",
        "data:text/html,x", " " + callback, callback + " ", callback + "\n", callback + "\r\nSet-Cookie: a=b",
        "https://app.brand1.test/callba\u{441}k", "https://app.brand1.tes\u{442}/callback", "http://127.0.0.1/callback",
        "http://localhost/callback", "null", "https://", "%68ttps://app.brand1.test/callback",
        "urn:ietf:wg:oauth:2.0:oob",
        "https://app.brand1.test/callback\u{0}", String(repeating: "a", count: 4000),
    ]

    @Test(arguments: redirectURIs)
    func `a redirect URI that is not registered is an error page`(uri: String) async throws {
        let server = try await TestServer()
        let (party, browser) = (RelyingParty(at: server), TestBrowser(at: server))
        for changes in [
            ["redirect_uri": uri], ["redirect_uri": uri, "prompt": "none"], ["redirect_uri": uri, "request": "x"],
        ] {
            let visit = try await browser.authorize(party.attempt(changes))
            #expect(visit.response.status == 400 && !visit.isAway, "\(visit.address)")
            #expect(visit.response.headers["Location"] == nil)
            let links = try visit.page.links
            #expect(links.allSatisfy { $0.hasPrefix("/") && !$0.hasPrefix("//") }, "\(links)")
            let posted = try await browser.post(
                "/authorize", fields: party.attempt(changes).parameters, from: .otherSite)
            #expect(posted.response.status == 400 && !posted.isAway)
        }
    }

    @Test(arguments: [
        "http://127.0.0.1:0/callback", "http://127.0.0.1:65536/callback", "http://127.0.0.1:80@attacker.test/callback",
        "http://127.0.0.1.attacker.test/callback", "http://127.0.0.2/callback", "http://localhost:80/callback",
        "http://127.0.0.1:/callback", "http://127.0.0.1:8080/callback/x", "http://127.0.0.1:8080/callback?x",
        "https://127.0.0.1:8080/callback", "http://127.0.0.1:080/callback", "http://2130706433/callback",
        "test.brand1.app:/callback/x", "test.brand1.app://attacker.test/callback", "TEST.brand1.app:/callback",
    ])
    func `an application's redirect URI is exact but for the loopback's port`(uri: String) async throws {
        let server = try await TestServer()
        let party = RelyingParty(at: server).with { $0.client = "app" }
        let visit = try await TestBrowser(at: server).authorize(party.attempt(["redirect_uri": uri]))
        #expect(visit.response.status == 400 && !visit.isAway)
    }

    /// Everything but the redirect URI may hold an address, and none of it is followed.
    @Test(arguments: [
        "state", "nonce", "login_hint", "ui_locales", "acr_values", "display", "screen_hint", "connection",
        "organization",
        "audience", "resource", "id_token_hint", "claims", "scope", "prompt", "max_age", "response_mode", "request",
        "request_uri", "registration", "code_challenge", "code_challenge_method", "dpop_jkt", "returnTo",
        "target_link_uri",
        "post_logout_redirect_uri", "iss", "origin", "web_message_uri", "next", "continue", "client_id",
    ])
    func `an address in any other parameter is not followed`(name: String) async throws {
        let server = try await TestServer()
        let (party, browser) = (RelyingParty(at: server), TestBrowser(at: server))
        try await browser.signUp(at: party)
        for value in ["https://attacker.test/", "//attacker.test/", "javascript:alert(1)"] {
            let visit = try await browser.authorize(party.attempt([name: value]))
            if visit.isAway {
                #expect(visit.address.hasPrefix(Self.callback + "?"), "\(visit.address)")
            } else {
                let page = try visit.page
                let targets = page.links + page.forms.map(\.action)
                #expect(targets.allSatisfy { $0.hasPrefix("/") && !$0.hasPrefix("//") }, "\(targets)")
            }
        }
    }

    @Test func `a destination that occurs twice is an error page`() async throws {
        let server = try await TestServer()
        let party = RelyingParty(at: server)
        for (name, value) in [
            ("redirect_uri", "https://attacker.test/"), ("redirect_uri", Self.callback), ("client_id", "partner"),
            ("client_id", "web"), ("response_mode", "fragment"),
        ] {
            var attempt = party.attempt(["response_mode": "query", "prompt": "none"])
            attempt.parameters.append((name, value))
            let visit = try await TestBrowser(at: server).authorize(attempt)
            #expect(visit.response.status == 400 && !visit.isAway, "\(name)=\(value)")
        }
    }

    @Test(arguments: ["state", "nonce", "prompt", "scope", "code_challenge", "code_challenge_method", "max_age"])
    func `any other parameter that occurs twice is an error for the client`(name: String) async throws {
        let server = try await TestServer()
        let party = RelyingParty(at: server)
        var attempt = party.attempt(["prompt": "login", "max_age": "1"])
        attempt.parameters.append((name, "S256"))
        let visit = try await TestBrowser(at: server).authorize(attempt)
        #expect(visit.address.hasPrefix(Self.callback + "?") && visit["error"] == "invalid_request")
        #expect(visit["code"] == nil)
    }

    @Test(arguments: ["/login", "/signup", "/consent", "/login/select", "/login/continue", "/signup/profile"])
    func `a page takes no address from its query`(path: String) async throws {
        let server = try await TestServer()
        let (party, browser) = (RelyingParty(at: server), TestBrowser(at: server))
        try await browser.signUp(at: party)
        let state = try #require(try await browser.authorize(party.attempt(["prompt": "login"])).page.state)
        let address = PercentEncoding.encode("https://attacker.test/")
        for name in ["location", "redirect_uri", "returnTo", "next", "url"] {
            let visit = try await browser.visit("\(path)?state=\(state)&\(name)=\(address)")
            #expect(!visit.isAway || visit.address.hasPrefix(Self.callback), "\(visit.address)")
            #expect(!visit.response.text.contains("attacker.test"))
        }
    }
}
