// SPDX-License-Identifier: Apache-2.0

import HTTPEndpoints
import HTTPServer
import IdentityModel
import SignIn
import SoftwareAuthenticator
import TestSupport
import Testing
import WireFormats

/// Attacks with login tickets: used twice, by others, elsewhere, or by another site.
struct LoginTicketTests {
    private let server: TestServer
    private let page: EmbeddedPage

    init() async throws {
        server = try await TestServer()
        page = EmbeddedPage(at: server)
    }

    private var administration: ServerOperator {
        ServerOperator(storage: server.storage, now: { [clock = server.clock] in clock.now })
    }

    /// Expects that a form begins no session and that the client gets an error.
    private func expectRejection(
        of ticket: String, for attempt: RelyingParty.Attempt, on page: EmbeddedPage, error: String = "login_required",
        code: String = "invalid", sourceLocation: SourceLocation = #_sourceLocation
    ) async throws {
        let response = try await page.browser.send(page.form(ticket, for: attempt), from: .otherSite)
        #expect(response.headers["Set-Cookie"] == nil, sourceLocation: sourceLocation)
        let visit = try await page.browser.follow(response, at: "/authorize")
        #expect(visit.address.hasPrefix(TestServerConfiguration.callback), sourceLocation: sourceLocation)
        #expect(visit["error"] == error, sourceLocation: sourceLocation)
        #expect(visit["code"] == nil, sourceLocation: sourceLocation)
        let logged = server.log.last { $0.code != nil }?.code
        #expect(logged == "oauth.authorization-login-ticket-\(code)", sourceLocation: sourceLocation)
    }

    private func session(of ticket: String, for attempt: RelyingParty.Attempt) async throws {
        _ = try await page.party.tokens(from: page.post(ticket, for: attempt), of: attempt)
    }

    @Test func `a ticket is used once`() async throws {
        let (ticket, attempt) = try await page.ticket()
        try await session(of: ticket, for: attempt)
        try await expectRejection(of: ticket, for: attempt, on: page)
        try await expectRejection(of: ticket, for: attempt, on: page.inAnotherBrowser)
    }

    @Test func `of sixteen browsers with one ticket one gets a session`() async throws {
        let (ticket, attempt) = try await page.ticket()
        let message = page.form(ticket, for: attempt)
        let server = server
        let sessions = try await withThrowingTaskGroup(of: Bool.self) { group in
            for _ in 0..<16 {
                group.addTask { try await server.send(message).require(303).headers["Set-Cookie"] != nil }
            }
            return try await group.reduce(into: 0) { $0 += $1 ? 1 : 0 }
        }
        #expect(sessions == 1)
    }

    @Test func `a ticket is valid for a minute`() async throws {
        let (ticket, attempt) = try await page.ticket()
        server.clock.advance(seconds: 60)
        try await expectRejection(of: ticket, for: attempt, on: page)
    }

    /// The origins that a browser may send for a page that is not the one that signed the user in.
    @Test(arguments: [
        nil, "null", "https://evil.test", "https://other.brand1.test", "https://login.brand1.test",
        "https://APP.brand1.test", "https://app.brand1.test:443", "http://app.brand1.test",
        "https://app.brand1.test https://evil.test",
    ])
    func `a page of another origin can't sign the browser in, and does not use the ticket up`(
        origin: String?
    ) async throws {
        let (ticket, attempt) = try await page.ticket()
        let victim = page.inAnotherBrowser
        let response = try await victim.browser.send(
            victim.form(ticket, for: attempt).setting("Origin", to: origin), from: .otherSite)
        #expect(response.headers["Set-Cookie"] == nil)
        let visit = try await victim.browser.follow(response, at: "/authorize")
        #expect(visit["error"] == "invalid_request")
        #expect(server.log.last?.code == "oauth.authorization-login-ticket-origin-mismatch")
        #expect(try await victim.silentError() == "login_required")
        try await session(of: ticket, for: attempt)
    }

    @Test func `two origins count as none`() async throws {
        let (ticket, attempt) = try await page.ticket()
        var message = page.form(ticket, for: attempt)
        message.headers.append("Origin", value: "https://evil.test")
        let response = try await page.browser.send(message, from: .otherSite)
        #expect(response.headers["Set-Cookie"] == nil)
    }

    @Test func `another client can't use a ticket, even if it has the same origin`() async throws {
        let (ticket, attempt) = try await page.ticket()
        var other = attempt
        other.parameters = attempt.parameters.map { $0.0 == "client_id" ? ("client_id", "embedded-twin") : $0 }
        try await expectRejection(of: ticket, for: other, on: page)
    }

    @Test func `a ticket is for one authorization request`() async throws {
        let (ticket, _) = try await page.ticket()
        try await expectRejection(of: ticket, for: page.attempt, on: page)
    }

    @Test func `a ticket is for one host`() async throws {
        let (ticket, attempt) = try await page.ticket()
        let response = try await server.send(page.form(ticket, for: attempt).at(TestServer.otherHost))
        #expect(response.headers["Set-Cookie"] == nil)
        #expect(response.headers["Location"]?.contains("error=login_required") == true)
    }

    @Test func `a changed ticket and other sealed texts are rejected`() async throws {
        let (ticket, attempt) = try await page.ticket()
        let pushed = try await server.send(.form("/oauth/par", fields: attempt.parameters)).require(201)
        let uri = try pushed.text("request_uri").split(separator: ":").last.map(String.init) ?? ""
        let state = try await page.browser.authorize(page.party.attempt())["state"] ?? ""
        let session = try await page.client.beginSignIn().session
        let changed = (ticket.first == "A" ? "B" : "A") + ticket.dropFirst()
        for text in [changed, String(ticket.dropLast()), ticket + "A", "x", uri, state, session] {
            try await expectRejection(of: text, for: attempt, on: page)
        }
    }

    @Test func `a ticket in the URL is an error, so that it is never in a history or a log`() async throws {
        let (ticket, attempt) = try await page.ticket()
        var inURL = attempt
        inURL.parameters.append(("login_ticket", ticket))
        let visit = try await page.browser.authorize(inURL)
        #expect(visit["error"] == "invalid_request")
        #expect(server.log.last?.code == "oauth.authorization-login-ticket-not-posted")
        #expect(page.browser.session == nil)
        let pushed = try await server.send(.form("/oauth/par", fields: inURL.parameters)).require(400)
        #expect(pushed.code == "oauth.authorization-login-ticket-not-posted")
    }

    @Test func `two tickets in one form are an error`() async throws {
        let (ticket, attempt) = try await page.ticket()
        var twice = attempt
        twice.parameters.append(("login_ticket", ticket))
        let visit = try await page.post(ticket, for: twice)
        #expect(visit["error"] == "invalid_request")
        #expect(page.browser.session == nil)
    }

    @Test func `a bad redirect URI ends on a page, and does not use the ticket up`() async throws {
        let (ticket, attempt) = try await page.ticket()
        var bad = attempt
        bad.parameters = attempt.parameters.map { $0.0 == "redirect_uri" ? ($0.0, "https://evil.test/") : $0 }
        let visit = try await page.post(ticket, for: bad)
        #expect(!visit.isAway && visit.response.status == 400)
        #expect(page.browser.session == nil)
        try await session(of: ticket, for: attempt)
    }

    // MARK: The account

    @Test func `a block ends a ticket, also after the unblock`() async throws {
        let (ticket, attempt) = try await page.ticket()
        let user = try #require(try await server.users().first).id
        try await administration.block(user)
        try await administration.unblock(user)
        try await expectRejection(of: ticket, for: attempt, on: page)
    }

    @Test func `a blocked or deleted account gets no session`() async throws {
        let (ticket, attempt) = try await page.ticket()
        let user = try #require(try await server.users().first).id
        try await administration.block(user)
        try await expectRejection(of: ticket, for: attempt, on: page)
        let (other, request) = try await page.with { $0.client.profile = ["email": "bob@example.org"] }.ticket()
        let second = try #require(try await server.users().last).id
        try await administration.remove(second)
        try await expectRejection(of: other, for: request, on: page)
    }

    @Test func `a ticket ends with its passkey`() async throws {
        let (ticket, attempt) = try await page.ticket()
        let user = try #require(try await server.users().first).id
        let passkey = try #require(try await server.storage.read { try $0.passkeys.list(of: user) }.first)
        try await ServerOperator(storage: server.storage).removePasskey(passkey.id, of: user)
        try await expectRejection(of: ticket, for: attempt, on: page)
    }
}
