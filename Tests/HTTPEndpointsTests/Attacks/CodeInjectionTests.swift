// SPDX-License-Identifier: Apache-2.0

import HTTPServer
import Testing
import WireFormats

/// Codes of one place used in another: injection, mix-up and PKCE downgrade.
struct CodeInjectionTests {
    @Test func `a code of an attacker's request fails with the victim's verifier`() async throws {
        let server = try await TestServer()
        let party = RelyingParty(at: server)
        let attacker = TestBrowser(at: server)
        try await attacker.signUp(at: party)
        let stolen = party.attempt()
        let code = try party.code(in: try await attacker.authorize(stolen), of: stolen)
        let victim = party.attempt()
        let response = try await party.exchange(code, of: victim).require(400)
        #expect(response.code == "oauth.authorization-code-verifier-mismatch")
    }

    @Test func `a code of one client is worthless to another with the same callback`() async throws {
        let server = try await TestServer()
        let party = RelyingParty(at: server)
        let browser = TestBrowser(at: server)
        try await browser.signUp(at: party)
        let attempt = party.attempt()
        let code = try party.code(in: try await browser.authorize(attempt), of: attempt)
        for client in ["other-web", "many", "app", "television"] {
            let other = party.with { $0.client = client }
            #expect(try await other.exchange(code, of: attempt).status >= 400)
        }
        try await party.exchange(code, of: attempt).require(200)
    }

    @Test(arguments: ["code", "refresh_token", "auth_session", "device_code"])
    func `a code is no other kind of credential`(member: String) async throws {
        let server = try await TestServer()
        let (party, browser) = (RelyingParty(at: server), TestBrowser(at: server))
        let tokens = try await browser.signUp(at: party)
        let attempt = party.attempt()
        let code = try party.code(in: try await browser.authorize(attempt), of: attempt)
        let secrets = [try tokens.refresh, try #require(browser.session), try tokens.access]
        for secret in member == "code" ? secrets : [code] {
            for grant in ["authorization_code", "refresh_token", TestClient.grant] {
                let response = try await party.requestTokens(
                    ["grant_type": .string(grant), member: .string(secret), "code_verifier": .string(attempt.verifier)])
                #expect(response.status >= 400)
            }
        }
        let session = "__Host-thumbturn-session=\(code)"
        let visit = try await TestBrowser(at: server).send(
            Message.get(party.attempt(["prompt": "none"]).path).setting("Cookie", to: session))
        #expect(visit.headers["Location"]?.contains("error=login_required") == true)
    }

    @Test func `every response names its issuer, errors too`() async throws {
        let server = try await TestServer()
        for host in [TestServer.host, TestServer.otherHost] {
            let party = RelyingParty(at: server).with { $0.host = host }
            let browser = TestBrowser(at: server, host: host)
            let visit = try await browser.authorize(party.attempt(["prompt": "none"]))
            #expect(visit["iss"] == "https://\(host)/")
            try await browser.signUp(at: party, email: "ada@\(host)")
            #expect(try await browser.authorize(party.attempt())["iss"] == "https://\(host)/")
        }
    }

    // MARK: PKCE downgrade

    @Test(
        arguments: [
            ["code_challenge": nil, "code_challenge_method": nil],
            ["code_challenge": nil],
            ["code_challenge": ""],
            ["code_challenge_method": "plain"],
            ["code_challenge_method": nil],
            ["code_challenge_method": "s256"],
            ["code_challenge_method": "S256 plain"],
            ["code_challenge": "short"],
            ["code_challenge": "dBjftJeZ4CVP-mB92K27uhbUJU1p1r_wW1gFWFOEjXk="],
        ] as [[String: String?]])
    func `a public client can't go without a challenge`(changes: [String: String?]) async throws {
        let server = try await TestServer()
        let (party, browser) = (RelyingParty(at: server), TestBrowser(at: server))
        try await browser.signUp(at: party)
        let visit = try await browser.authorize(party.attempt(changes))
        #expect(visit["error"] == "invalid_request" && visit["code"] == nil)
    }

    @Test func `a challenge that was removed on the way is noticed at the exchange`() async throws {
        let server = try await TestServer()
        let party = RelyingParty(at: server).with {
            $0.client = "web-basic"
            $0.authentication = .basic
        }
        let browser = TestBrowser(at: server)
        try await browser.signUp(at: party)
        let attempt = party.attempt(["code_challenge": nil, "code_challenge_method": nil])
        let code = try party.code(in: try await browser.authorize(attempt), of: attempt)
        let response = try await party.exchange(code, of: attempt, changing: ["code_verifier": attempt.verifier])
        #expect(response.code == "oauth.authorization-code-challenge-missing")
    }

    @Test func `the challenge itself is no verifier`() async throws {
        let server = try await TestServer()
        let (party, browser) = (RelyingParty(at: server), TestBrowser(at: server))
        try await browser.signUp(at: party)
        let attempt = party.attempt()
        let code = try party.code(in: try await browser.authorize(attempt), of: attempt)
        let response = try await party.exchange(code, of: attempt, changing: ["code_verifier": attempt.challenge])
        #expect(response.code == "oauth.authorization-code-verifier-mismatch")
    }
}
