// SPDX-License-Identifier: Apache-2.0

import SoftwareAuthenticator
import Testing
import WireFormats

/// A page of a client that signs users in itself, at an origin of its own.
struct EmbeddedPage: Sendable {
    let server: TestServer
    let browser: TestBrowser
    var client: TestClient
    var party: RelyingParty
    /// The origin that the page's browser sends.
    var origin = TestServer.page

    init(at server: TestServer, in existing: TestBrowser? = nil) {
        self.server = server
        let browser = existing ?? TestBrowser(at: server)
        self.browser = browser
        party = RelyingParty(at: server).with { $0.client = "embedded" }
        client = TestClient(at: server).with {
            $0.client = "embedded"
            $0.device = browser.device
            $0.tokenParameters = ["scope": "openid"]
        }
    }

    func with(_ change: (inout EmbeddedPage) -> Void) -> EmbeddedPage {
        var copy = self
        change(&copy)
        return copy
    }

    /// The same page in another browser with the same device.
    var inAnotherBrowser: EmbeddedPage {
        EmbeddedPage(at: server).with { $0.client.device = browser.device }
    }

    /// An authorization request that shows no page of the server.
    var attempt: RelyingParty.Attempt { party.attempt(["prompt": "none"]) }

    /// Asks for a ticket for the authorization request.
    func asking(for attempt: RelyingParty.Attempt) -> TestClient {
        client.with {
            $0.tokenParameters["code_challenge"] = .string(attempt.challenge)
            $0.tokenParameters["code_challenge_method"] = "S256"
        }
    }

    func signUp(for attempt: RelyingParty.Attempt) async throws -> TestResponse {
        let client = asking(for: attempt)
        let started = try await client.beginSignUp()
        return try await server.send(
            client.tokenRequest(started.session, response: client.created(started)).on(origin))
    }

    func signIn(for attempt: RelyingParty.Attempt) async throws -> TestResponse {
        let client = asking(for: attempt)
        let started = try await client.beginSignIn()
        return try await server.send(
            client.tokenRequest(started.session, response: client.signed(started)).on(origin))
    }

    /// Signs up, and returns the ticket with its authorization request.
    func ticket() async throws -> (ticket: String, attempt: RelyingParty.Attempt) {
        let attempt = attempt
        return (try await signUp(for: attempt).require(200).text("login_ticket"), attempt)
    }

    /// The form that the page posts with a ticket.
    func form(_ ticket: String, for attempt: RelyingParty.Attempt) -> Message {
        .form("/authorize", fields: attempt.parameters + [("login_ticket", ticket)]).on(origin)
    }

    /// Posts the form, and follows the redirects.
    func post(_ ticket: String, for attempt: RelyingParty.Attempt) async throws -> Visit {
        try await browser.follow(browser.send(form(ticket, for: attempt), from: .otherSite), at: "/authorize")
    }

    /// Signs up and begins a session. Returns its tokens.
    func begin() async throws -> Tokens {
        let (ticket, attempt) = try await ticket()
        return try await party.tokens(from: post(ticket, for: attempt), of: attempt)
    }

    /// The error of a silent request, or `nil` if the browser has a session.
    func silentError() async throws -> String? { try await browser.authorize(attempt)["error"] }
}
