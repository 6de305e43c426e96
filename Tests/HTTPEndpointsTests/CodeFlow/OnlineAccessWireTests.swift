// SPDX-License-Identifier: Apache-2.0

import IdentityModel
import TestSupport
import Testing
import WireFormats

/// Refresh tokens that end with the browser session (`online_access`).
struct OnlineAccessWireTests {
    private static func party(at server: TestServer) -> RelyingParty {
        RelyingParty(at: server).with { $0.scope = "openid online_access" }
    }

    private static func session(of browser: TestBrowser) async throws -> BrowserSession {
        let hash = try #require(browser.session.flatMap { TimeOrderedSecret($0) }).hash
        return try #require(try await browser.server.storage.read { try $0.sessions.find(by: hash) })
    }

    @Test func `a refresh token for online access rotates and ends with the session's lifetime`() async throws {
        let server = try await TestServer()
        let (browser, party) = (TestBrowser(at: server), Self.party(at: server))
        let tokens = try await browser.signUp(at: party)
        #expect(tokens.response.value("scope") == "openid online_access")
        let refreshed = try await party.refresh(tokens.refresh).require(200)
        let next = try refreshed.text("refresh_token")
        #expect(try next != tokens.refresh)
        let session = try await Self.session(of: browser)
        server.clock.advance(seconds: session.idleExpiresAt.secondsSince1970 - server.clock.now.secondsSince1970)
        let rejected = try await party.refresh(next).require(400)
        #expect(rejected.value("error") == "invalid_grant" && rejected.code == "oauth.refresh-token-session-ended")
        #expect(try await party.refresh(next).code == "oauth.refresh-token-unknown")
    }

    @Test func `a refresh extends the session's idle time, and only for online access`() async throws {
        let server = try await TestServer()
        let (browser, party) = (TestBrowser(at: server), Self.party(at: server))
        let online = try await browser.signUp(at: party)
        let offline = try await browser.continueSession(at: RelyingParty(at: server))
        let first = try await Self.session(of: browser)
        server.clock.advance(seconds: 1000)
        try await RelyingParty(at: server).refresh(offline.refresh).require(200)
        #expect(try await Self.session(of: browser) == first)
        try await party.refresh(online.refresh).require(200)
        let extended = try await Self.session(of: browser)
        #expect(extended.idleExpiresAt == first.idleExpiresAt.advanced(by: 1000))
        #expect(extended.expiresAt == first.expiresAt)
    }

    @Test func `another sign-in in the browser ends the tokens of the session before`() async throws {
        let server = try await TestServer()
        let (browser, party) = (TestBrowser(at: server), Self.party(at: server))
        let online = try await browser.signUp(at: party)
        let offline = try await browser.continueSession(at: RelyingParty(at: server))
        let again = try await browser.signIn(at: party)
        // The token is gone, not only its session.
        #expect(try await party.refresh(online.refresh).require(400).code == "oauth.refresh-token-unknown")
        try await party.refresh(offline.refresh).require(200)
        try await party.refresh(again.refresh).require(200)
    }

    @Test func `a session that ends before the code is exchanged leaves no token`() async throws {
        let server = try await TestServer()
        let (browser, party) = (TestBrowser(at: server), Self.party(at: server))
        try await browser.signUp(at: party)
        let attempt = party.attempt()
        let code = try party.code(in: try await browser.authorize(attempt), of: attempt)
        let session = try await Self.session(of: browser).id
        try await server.storage.withTransaction { try $0.sessions.remove(session) }
        #expect(try await party.exchange(code, of: attempt).value("error") == "invalid_grant")
    }

    @Test func `a device can't have online access`() async throws {
        let response = try await TestServer().send(
            .form("/oauth/device/code", fields: [("client_id", "television"), ("scope", "openid online_access")]))
        #expect(response.status == 400 && response.value("error") == "invalid_scope")
        #expect(try response.text("error_description").contains("code flow"))
    }
}
