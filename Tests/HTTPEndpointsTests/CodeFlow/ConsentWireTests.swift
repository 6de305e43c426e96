// SPDX-License-Identifier: Apache-2.0

import SoftwareAuthenticator
import TestSupport
import Testing
import WireFormats

/// The consent to clients of others.
struct ConsentWireTests {
    private struct Partner {
        let server: TestServer
        let party: RelyingParty
        let browser: TestBrowser

        init(at server: TestServer? = nil) async throws {
            if let server { self.server = server } else { self.server = try await TestServer() }
            let server = self.server
            party = RelyingParty(at: server).with {
                $0.client = "partner"
                $0.redirectURI = TestServerConfiguration.partnerCallback
                $0.scope = "openid email"
            }
            browser = TestBrowser(at: server)
            try await browser.signUp(at: RelyingParty(at: server))
        }

        func authorize(_ scope: String, asking changes: [String: String?] = [:]) async throws -> Visit {
            var changes = changes
            changes["scope"] = scope
            return try await browser.authorize(party.attempt(changes))
        }

        func allow(_ visit: Visit) async throws -> Visit {
            try await browser.submit(visit.page.form("/consent"), pressing: "allow")
        }
    }

    @Test func `the page names the client, the account, the scope and the destination`() async throws {
        let partner = try await Partner()
        let page = try await partner.authorize("openid email").page
        for text in ["The application partner", "ada@example.org", "partner.test"] {
            #expect(page.text.contains(text), "\(text)")
        }
    }

    @Test func `a consent is remembered for its scope`() async throws {
        let partner = try await Partner()
        let attempt = partner.party.attempt()
        let visit = try await partner.allow(partner.browser.authorize(attempt))
        _ = try await partner.party.tokens(from: visit, of: attempt)
        #expect(try await partner.authorize("openid email")["code"] != nil)
        #expect(try await partner.authorize("openid")["code"] != nil)
        #expect(try await partner.authorize("openid email profile").path == "/consent")
        #expect(
            try await partner.authorize("openid profile", asking: ["prompt": "none"])["error"] == "consent_required")
        #expect(try await partner.allow(partner.authorize("openid profile"))["code"] != nil)
        #expect(try await partner.authorize("openid email profile")["code"] != nil)
        #expect(try await partner.authorize("openid", asking: ["prompt": "consent"]).path == "/consent")
    }

    @Test func `before a consent, a silent request tells nothing about the session`() async throws {
        let partner = try await Partner()
        let claims = #"{"id_token":{"acr":{"essential":true,"values":["urn:unreachable"]}}}"#
        for changes in [[:], ["login_hint": "ada@example.org"], ["login_hint": "eve@example.org"], ["claims": claims]] {
            var changes = changes
            changes["prompt"] = "none"
            let visit = try await partner.authorize("openid email", asking: changes)
            #expect(visit["error"] == "login_required", "\(changes)")
        }
        _ = try await partner.allow(partner.authorize("openid"))
        #expect(try await partner.authorize("openid email", asking: ["prompt": "none"])["error"] == "consent_required")
    }

    @Test(arguments: ["userinfo", "id_token"])
    func `claims are consented to like the scopes that they belong to`(member: String) async throws {
        let partner = try await Partner()
        let claims = "{\"\(member)\":{\"email_verified\":null}}"
        _ = try await partner.allow(partner.authorize("openid"))
        #expect(
            try await partner.authorize("openid", asking: ["claims": claims, "prompt": "none"])["error"]
                == "consent_required")
        let visit = try await partner.authorize("openid", asking: ["claims": claims])
        #expect(visit.path == "/consent")
        #expect(try visit.page.text.contains("See your email address"))
        #expect(try await partner.allow(visit)["code"] != nil)
        #expect(try await partner.authorize("openid", asking: ["claims": claims, "prompt": "none"])["code"] != nil)
    }

    @Test func `two concurrent consents are both remembered`() async throws {
        let partner = try await Partner(at: TestServer(through: { InterleavedStorage($0) }))
        let pages = try await [partner.authorize("openid email"), partner.authorize("openid profile")]
        // Each reads before either writes.
        _ = try await InterleavedStorage.run(
            pages.map { page in { @Sendable in try await partner.allow(page) } }, choosing: [0, 1, 0, 1, 0, 1, 0, 1])
        #expect(try await partner.authorize("openid email profile", asking: ["prompt": "none"])["code"] != nil)
    }

    @Test func `a consent for one API is none for another`() async throws {
        let partner = try await Partner()
        _ = try await partner.allow(partner.authorize("openid"))
        let visit = try await partner.authorize("openid", asking: ["audience": TestServerConfiguration.interface])
        #expect(visit.path == "/consent" || visit["error"] == "invalid_target")
        #expect(visit["code"] == nil)
    }

    @Test func `a user who denies is sent back without a code, and is asked again`() async throws {
        let partner = try await Partner()
        let attempt = partner.party.attempt()
        let page = try await partner.browser.authorize(attempt)
        let denied = try await partner.browser.submit(page.page.form("/consent"), pressing: "deny")
        #expect(denied["error"] == "access_denied" && denied["code"] == nil)
        #expect(denied["state"] == attempt.state && denied["iss"] == partner.party.issuer)
        #expect(try await partner.authorize("openid email").path == "/consent")
    }

    @Test func `a sign-up at a client of others ends with its consent`() async throws {
        let partner = try await Partner()
        let browser = TestBrowser(at: partner.server, device: .googlePasswordManager)
        let attempt = partner.party.attempt(["screen_hint": "signup"])
        let visit = try await browser.signUp(on: browser.authorize(attempt), email: "grace@example.org")
        #expect(visit.path == "/consent")
        let allowed = try await browser.submit(visit.page.form("/consent"), pressing: "allow")
        _ = try await partner.party.tokens(from: allowed, of: attempt)
    }

    @Test func `a consent without a session begins with the sign-in`() async throws {
        let partner = try await Partner()
        let page = try await partner.authorize("openid")
        partner.browser.cookies.remove("__Host-thumbturn-session")
        #expect(try await partner.allow(page).path == "/login")
        #expect(try await partner.browser.visit(page.address).path == "/login")
    }

    @Test func `a sign-in that becomes too old while the page is open has to be repeated`() async throws {
        let partner = try await Partner()
        let attempt = partner.party.attempt(["max_age": "60"])
        let page = try await partner.browser.authorize(attempt)
        #expect(page.path == "/consent")
        partner.server.clock.advance(seconds: 61)
        let signIn = try await partner.allow(page)
        #expect(signIn.path == "/login" && signIn["code"] == nil)
        let again = try await partner.browser.authenticate(on: signIn)
        let tokens = try await partner.party.tokens(from: partner.allow(again), of: attempt)
        let time = partner.server.clock.now.secondsSince1970
        #expect(tokens.identity["auth_time"]?.intValue == Int(time))
    }

    @Test func `a page that was shown to one user does not take the consent of another`() async throws {
        let partner = try await Partner()
        let page = try await partner.authorize("openid email")
        // Another tab of the browser signs another user in.
        let grace = TestBrowser(at: partner.server, device: .googlePasswordManager)
        try await grace.signUp(at: RelyingParty(at: partner.server), email: "grace@example.org")
        partner.browser.cookies.remove("__Host-thumbturn-session")
        partner.browser.cookies.insert(try #require(grace.cookies["__Host-thumbturn-session"]))
        let visit = try await partner.allow(page)
        #expect(visit["code"] == nil)
        #expect(visit.path == "/consent")
        #expect(try visit.page.text.contains("grace@example.org"))
    }

    @Test func `the authentication of one user does not count for another`() async throws {
        let partner = try await Partner()
        let attempt = partner.party.attempt(["prompt": "login"])
        let page = try await partner.browser.authenticate(on: partner.browser.authorize(attempt))
        #expect(page.path == "/consent")
        let grace = TestBrowser(at: partner.server, device: .googlePasswordManager)
        try await grace.signUp(at: RelyingParty(at: partner.server), email: "grace@example.org")
        partner.browser.cookies.remove("__Host-thumbturn-session")
        partner.browser.cookies.insert(try #require(grace.cookies["__Host-thumbturn-session"]))
        let visit = try await partner.allow(page)
        #expect(visit["code"] == nil)
        #expect(visit.path == "/login" || visit.path == "/consent")
    }
}
