// SPDX-License-Identifier: Apache-2.0

import HTTPEndpoints
import Testing
import WireFormats

/// The log of the code flow has no secret in it.
struct RequestRecordSecrecyTests {
    @Test func `no code, cookie, state or token is in any log record`() async throws {
        let server = try await TestServer()
        let party = RelyingParty(at: server)
        let browser = TestBrowser(at: server)
        let tokens = try await browser.signUp(at: party)
        let attempt = party.attempt()
        let page = try await browser.authorize(party.attempt(["prompt": "login"]))
        let code = try party.code(in: try await browser.authorize(attempt), of: attempt)
        let wrong = "not-the-verifier-not-the-verifier-not-the-verifier"
        try await party.exchange(code, of: attempt, changing: ["code_verifier": wrong]).require(400)
        let exchanged = try await party.exchange(code, of: attempt).require(200)
        try await party.exchange(code, of: attempt).require(400)
        try await failEverywhere(with: code, page: page, browser: browser)

        var secrets = [code, attempt.verifier, wrong, try tokens.refresh, try tokens.access]
        secrets += [try tokens.response.text("id_token"), try exchanged.text("refresh_token")]
        secrets += browser.cookies.cookies.map(\.value) + [try #require(page.page.state)]
        // Tokens are logged neither whole nor in part.
        let parts = secrets.flatMap { [$0, String($0.prefix(24)), String($0.suffix(24))] }
        for record in server.log {
            let text = Self.text(of: record)
            for part in parts where text.contains(part) { Issue.record("\(part) is in \(text)") }
        }
        #expect(server.log.count > 15)
    }

    /// Sends the secrets to places where they don't belong.
    private func failEverywhere(with code: String, page: Visit, browser: TestBrowser) async throws {
        let state = try #require(page.page.state)
        let session = try #require(browser.session)
        _ = try await browser.visit("/login?state=\(state)&state=\(state)")
        _ = try await browser.visit("/authorize?client_id=\(code)&redirect_uri=https://x.test/\(session)")
        _ = try await browser.visit("/authorize?client_id=web&\(code)=1&\(code)=2")
        _ = try await browser.call("/login/challenge", body: ["state": .string(String(state.dropLast()))])
        _ = try await browser.call("/login/challenge", body: ["state": .array([.string(state)])])
        _ = try await browser.call(
            "/login/passkey", body: ["state": .string(state), "session": .string(code), "response": [:]])
        _ = try await browser.post("/consent", fields: [("state", state), ("decision", code)])
        _ = try await browser.post("/oauth/token", fields: [("grant_type", "authorization_code"), ("client_id", code)])
        _ = try await browser.send(.get("/userinfo").setting("Authorization", to: "Bearer \(session)"))
    }

    static func text(of record: RequestRecord) -> String {
        let optional = [record.client, record.user, record.code, record.explanation, record.cause]
        let report = record.report.map { "\($0)" }
        return ([record.reference, record.method, record.path, record.host, record.address, report] + optional)
            .compactMap(\.self).joined(separator: " ")
    }

    @Test func `a page's error is logged with the reference that it shows`() async throws {
        let server = try await TestServer()
        let visit = try await TestBrowser(at: server).visit("/authorize?client_id=nobody")
        let record = try #require(server.log.last)
        #expect(try visit.page.reference == record.reference)
        #expect(record.code == "oauth.authorization-client-unknown" && record.status == 400)
    }

    @Test func `a record names the client and the user of the page`() async throws {
        let server = try await TestServer()
        let browser = TestBrowser(at: server)
        let tokens = try await browser.signUp(at: RelyingParty(at: server))
        _ = try await browser.authorize(RelyingParty(at: server).attempt())
        let record = try #require(server.log.last { $0.path == "/authorize" })
        #expect(record.client == "web" && record.user == tokens.identity["sub"]?.stringValue)
    }
}
