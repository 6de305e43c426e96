// SPDX-License-Identifier: Apache-2.0

import HTTPEndpoints
import HTTPServer
import TestSupport
import Testing
import WireFormats

/// Requests that are pushed (RFC 9126), and requests that the browser posts.
struct PushedRequestWireTests {
    /// The message that pushes a request, with the client's authentication.
    private func message(pushing attempt: RelyingParty.Attempt, by party: RelyingParty) -> Message {
        let own = party.fields([:])
        let names = Set(own.map(\.0))
        let fields = own + attempt.parameters.filter { !names.contains($0.0) }
        return party.authenticated(.form("/oauth/par", fields: fields))
    }

    /// Pushes a request, and returns the response.
    private func push(
        _ attempt: RelyingParty.Attempt, by party: RelyingParty
    ) async throws -> TestResponse {
        try await party.server.send(message(pushing: attempt, by: party))
    }

    private func reference(_ uri: String, of party: RelyingParty) -> String {
        "/authorize?client_id=\(party.client)&request_uri=\(PercentEncoding.encode(uri))"
    }

    @Test(
        arguments: CodeFlowWireTests.kinds.filter { $0.client != "many" } + [CodeFlowWireTests.Kind(client: "pushed")])
    func `a pushed request is used like any other`(kind: CodeFlowWireTests.Kind) async throws {
        let server = try await TestServer()
        let (party, browser) = (kind.party(at: server), TestBrowser(at: server))
        let attempt = party.attempt()
        let pushed = try await push(attempt, by: party).require(201)
        #expect(pushed.value("expires_in")?.intValue == 60)
        let uri = try pushed.text("request_uri")
        #expect(uri.hasPrefix("urn:ietf:params:oauth:request_uri:"))
        let visit = try await browser.signUp(on: browser.visit(reference(uri, of: party)))
        _ = try await party.tokens(from: visit, of: attempt)
    }

    @Test func `pushing stores nothing, and needs the client's authentication`() async throws {
        let server = try await TestServer()
        let party = RelyingParty(at: server).with {
            $0.client = "web-post"
            $0.authentication = .post
        }
        let attempt = party.attempt()
        try await push(attempt, by: party).require(201)
        let unauthenticated = try await server.send(.form("/oauth/par", fields: attempt.parameters))
        #expect(unauthenticated.status == 401 && unauthenticated.value("error") == "invalid_client")
    }

    @Test func `a client assertion is accepted once`() async throws {
        let server = try await TestServer()
        let party = RelyingParty(at: server).with {
            $0.client = "web-jwt"
            $0.authentication = .privateKey
        }
        let message = message(pushing: party.attempt(), by: party)
        try await server.send(message).require(201)
        let again = try await server.send(message).require(401)
        #expect(again.value("error") == "invalid_client" && again.code == "oauth.client-assertion-replayed")
        try await push(party.attempt(), by: party).require(201)
    }

    @Test func `a client that has to push is rejected without it`() async throws {
        let server = try await TestServer()
        let party = RelyingParty(at: server).with { $0.client = "pushed" }
        let browser = TestBrowser(at: server)
        let visit = try await browser.authorize(party.attempt())
        #expect(visit["error"] == "invalid_request")
        #expect(server.log.last?.code == "oauth.authorization-pushed-request-required")
        let posted = try await browser.post("/authorize", fields: party.attempt().parameters, from: .otherSite)
        #expect(posted["error"] == "invalid_request")
    }

    @Test func `a request URI expires, and is good for its client only`() async throws {
        let server = try await TestServer()
        let (party, browser) = (RelyingParty(at: server), TestBrowser(at: server))
        let uri = try await push(party.attempt(), by: party).require(201).text("request_uri")
        let other = party.with { $0.client = "other-web" }
        #expect(try await browser.visit(reference(uri, of: other)).response.status == 400)
        #expect(server.log.last?.code == "oauth.authorization-request-uri-client-mismatch")
        #expect(try await browser.visit(reference(uri + "A", of: party)).response.status == 400)
        server.clock.advance(seconds: 59)
        #expect(try await browser.visit(reference(uri, of: party)).path == "/login")
        server.clock.advance(seconds: 1)
        #expect(try await browser.visit(reference(uri, of: party)).response.status == 400)
        #expect(server.log.last?.code == "oauth.authorization-request-uri-expired")
    }

    @Test func `parameters beside a request URI have no effect`() async throws {
        let server = try await TestServer()
        let (party, browser) = (RelyingParty(at: server), TestBrowser(at: server))
        let attempt = party.attempt(["prompt": "none"])
        let uri = try await push(attempt, by: party).require(201).text("request_uri")
        let visit = try await browser.visit(
            reference(uri, of: party) + "&prompt=login&state=other&redirect_uri="
                + PercentEncoding.encode("https://attacker.test/"))
        #expect(visit["error"] == "login_required")
        #expect(visit["state"] == attempt.state)
        #expect(visit.address.hasPrefix(TestServerConfiguration.callback))
    }

    @Test(arguments: [
        (["redirect_uri": "https://attacker.test/"], "oauth.authorization-redirect-uri-not-registered"),
        (["code_challenge_method": "plain"], "oauth.authorization-challenge-method-not-supported"),
        (["request_uri": "urn:ietf:params:oauth:request_uri:x"], "oauth.authorization-request-uri-not-supported"),
    ])
    func `a faulty request is rejected when it is pushed`(changes: [String: String], code: String) async throws {
        let party = RelyingParty(at: try await TestServer())
        #expect(try await push(party.attempt(changes), by: party).require(400).code == code)
        // The operator sees which redirect URI was received, and which are listed.
        let record = try #require(party.server.log.last)
        #expect(record.received == changes["redirect_uri"] && (record.allowed == nil) == (record.received == nil))
    }

    // MARK: Requests that the browser posts

    @Test func `a posted request continues with the session's cookie`() async throws {
        let server = try await TestServer()
        let (party, browser) = (RelyingParty(at: server), TestBrowser(at: server))
        try await browser.signUp(at: party)
        let attempt = party.attempt()
        let visit = try await browser.post(
            "/authorize", fields: attempt.parameters, from: .otherSite, origin: TestServer.page)
        _ = try await party.tokens(from: visit, of: attempt)
    }

    @Test func `a pushed request is used once, and its sign-in may be reloaded`() async throws {
        let server = try await TestServer()
        let party = RelyingParty(at: server).with { $0.client = "pushed" }
        let address = reference(try await push(party.attempt(), by: party).require(201).text("request_uri"), of: party)
        let browser = TestBrowser(at: server)
        try await server.send(Message(.head, path: address)).require(303)
        let visit = try await browser.visit(address)
        #expect(visit.path == "/login")
        let again = try await browser.visit(address)
        #expect(again.response.status == 400)
        #expect(server.log.last?.code == "oauth.authorization-request-uri-consumed")
        #expect(try await browser.visit(visit.address).response.status == 200)
    }

    @Test func `a pushed request may be posted`() async throws {
        let server = try await TestServer()
        let party = RelyingParty(at: server).with { $0.client = "pushed" }
        let uri = try await push(party.attempt(), by: party).require(201).text("request_uri")
        let visit = try await TestBrowser(at: server).post(
            "/authorize", fields: [("client_id", party.client), ("request_uri", uri)], from: .otherSite)
        #expect(visit.path == "/login")
    }

    @Test func `a posted request is only good for a minute`() async throws {
        let server = try await TestServer()
        let party = RelyingParty(at: server)
        let response = try await server.send(.form("/authorize", fields: party.attempt().parameters))
        try response.require(303)
        server.clock.advance(seconds: 60)
        let browser = TestBrowser(at: server)
        let visit = try await browser.visit(try #require(response.headers["Location"]))
        #expect(visit.response.status == 400)
    }

    @Test(arguments: ["application/json", "text/plain", nil])
    func `a posted request that is not a form is a page`(type: String?) async throws {
        let server = try await TestServer()
        let form = Message.form("/authorize", fields: RelyingParty(at: server).attempt().parameters)
        let response = try await TestBrowser(at: server).send(
            form.setting("Content-Type", to: type), from: .otherSite)
        #expect(response.status == 400 && response.isPage)
        #expect(server.log.last?.code == "oauth.authorization-request-malformed")
    }

    @Test func `a posted request with the URI of another server is rejected in the redirect`() async throws {
        let server = try await TestServer()
        let attempt = RelyingParty(at: server).attempt(["request_uri": "https://app.brand1.test/request"])
        let visit = try await TestBrowser(at: server).post("/authorize", fields: attempt.parameters, from: .otherSite)
        #expect(visit.address.hasPrefix(TestServerConfiguration.callback))
        #expect(visit["error"] == "request_uri_not_supported" && visit["state"] == attempt.state)
    }
}
