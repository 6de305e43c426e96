// SPDX-License-Identifier: Apache-2.0

import HTTPServer
import TestSupport
import Testing
import WireFormats

/// Authorization codes are for one use, one client, one redirect URI and one verifier.
struct CodeExchangeWireTests {
    /// A code that a client has received.
    private struct Received {
        let server: TestServer
        let party: RelyingParty
        let browser: TestBrowser
        let attempt: RelyingParty.Attempt
        let code: String

        init(asking changes: [String: String?] = [:], change: (inout RelyingParty) -> Void = { _ in }) async throws {
            server = try await TestServer()
            party = RelyingParty(at: server).with(change)
            browser = TestBrowser(at: server)
            try await browser.signUp(at: party)
            attempt = party.attempt(changes)
            code = try party.code(in: try await browser.authorize(attempt), of: attempt)
        }

        func exchange(_ changes: [String: String?] = [:]) async throws -> TestResponse {
            try await party.exchange(code, of: attempt, changing: changes)
        }
    }

    @Test func `a second use of a code revokes what the first gave`() async throws {
        let received = try await Received()
        let tokens = try await received.exchange().require(200)
        let refreshed = try await received.party.refresh(tokens.text("refresh_token")).require(200)
        let again = try await received.exchange().require(400)
        #expect(again.value("error") == "invalid_grant" && again.code == "oauth.authorization-code-reused")
        let refresh = try await received.party.refresh(refreshed.text("refresh_token"))
        #expect(refresh.code == "oauth.refresh-token-unknown")
        for response in [tokens, refreshed] {
            let token = try response.text("access_token")
            try await received.party.userInfo(token).require(401)
        }
        #expect(try await received.exchange().code == "oauth.authorization-code-reused")
    }

    @Test func `only the tokens of the code that was reused are revoked`() async throws {
        let received = try await Received()
        let others = try await received.browser.continueSession(at: received.party)
        try await received.exchange().require(200)
        try await received.exchange().require(400)
        try await received.party.userInfo(others.access).require(200)
        try await received.party.refresh(others.refresh).require(200)
    }

    @Test func `of sixteen exchanges at once, one succeeds, and its tokens are dead`() async throws {
        let received = try await Received()
        let (party, code, attempt) = (received.party, received.code, received.attempt)
        let responses = try await withThrowingTaskGroup(of: TestResponse.self) { group in
            for _ in 0..<16 { group.addTask { try await party.exchange(code, of: attempt) } }
            return try await group.reduce(into: [TestResponse]()) { $0.append($1) }
        }
        let successes = responses.filter { $0.status == 200 }
        #expect(successes.count == 1)
        #expect(responses.count { $0.code == "oauth.authorization-code-reused" } == 15)
        let tokens = try #require(successes.first)
        #expect(try await party.refresh(tokens.text("refresh_token")).status == 400)
        try await party.userInfo(tokens.text("access_token")).require(401)
    }

    @Test func `a code expires after a minute`() async throws {
        let received = try await Received()
        received.server.clock.advance(seconds: 60)
        let response = try await received.exchange().require(400)
        #expect(response.value("error") == "invalid_grant" && response.code == "oauth.authorization-code-expired")
    }

    @Test(
        arguments: [
            (["redirect_uri": TestServerConfiguration.otherCallback], "oauth.authorization-code-redirect-uri-mismatch"),
            (["code_verifier": nil], "oauth.authorization-code-verifier-missing"),
            (
                ["code_verifier": "dBjftJeZ4CVP-mB92K27uhbUJU1p1r_wW1gFWFOEjXk"],
                "oauth.authorization-code-verifier-mismatch"
            ),
            (["code": nil], "oauth.parameter-missing"),
            (["code": "x"], "oauth.authorization-code-unknown"),
        ] as [([String: String?], String)])
    func `a mismatch is rejected, and the code stays good`(changes: [String: String?], code: String) async throws {
        let received = try await Received { $0.client = "many" }
        #expect(try await received.exchange(changes).require(400).code == code)
        try await received.exchange().require(200)
    }

    @Test func `another client can't use the code, and does not consume it`() async throws {
        let received = try await Received()
        let other = received.party.with { $0.client = "other-web" }
        let response = try await other.exchange(received.code, of: received.attempt).require(400)
        #expect(response.code == "oauth.authorization-code-client-mismatch")
        #expect(response.value("error_description") == "Invalid authorization code")
        try await received.exchange().require(200)
    }

    @Test func `another host can't use the code`() async throws {
        let received = try await Received()
        let other = received.party.with { $0.host = TestServer.otherHost }
        let response = try await other.exchange(received.code, of: received.attempt).require(400)
        #expect(response.code == "oauth.authorization-code-host-mismatch")
    }

    @Test func `a verifier without a challenge is rejected`() async throws {
        let received = try await Received(asking: ["code_challenge": nil, "code_challenge_method": nil]) {
            $0.client = "web-post"
            $0.authentication = .post
        }
        let response = try await received.exchange(["code_verifier": received.attempt.verifier]).require(400)
        #expect(response.code == "oauth.authorization-code-challenge-missing")
        let without = try await received.exchange(["redirect_uri": nil]).require(400)
        #expect(without.code == "oauth.authorization-code-redirect-uri-mismatch")
        try await received.exchange().require(200)
    }

    @Test func `a confidential client has to authenticate`() async throws {
        let received = try await Received {
            $0.client = "web-post"
            $0.authentication = .post
        }
        let unauthenticated = received.party.with { $0.authentication = .none }
        try await unauthenticated.exchange(received.code, of: received.attempt).require(401)
        try await received.exchange().require(200)
    }

    @Test func `a code that is bound to a key needs a proof of that key`() async throws {
        let key = ProofKey()
        let received = try await Received(asking: ["dpop_jkt": key.thumbprint])
        #expect(try await received.exchange().require(400).code == "oauth.authorization-code-proof-missing")
        let other = received.party.with { $0.key = ProofKey() }
        let mismatch = try await other.exchange(received.code, of: received.attempt).require(400)
        #expect(mismatch.code == "oauth.authorization-code-proof-mismatch")
        let own = received.party.with { $0.key = key }
        let tokens = try await own.exchange(received.code, of: received.attempt).require(200)
        #expect(tokens.value("token_type") == "DPoP")
    }

    @Test func `a client that has to prove a key gets nothing without a proof, and the code stays good`() async throws {
        let received = try await Received {
            $0.client = "web-proof"
            $0.key = ProofKey()
        }
        let bare = received.party.with { $0.key = nil }
        let rejected = try await bare.exchange(received.code, of: received.attempt).require(400)
        #expect(rejected.value("error") == "invalid_dpop_proof" && rejected.code == "oauth.dpop-missing")
        let tokens = try await received.exchange().require(200)
        #expect(tokens.value("token_type") == "DPoP")
    }

    @Test func `responses with tokens are not kept`() async throws {
        let response = try await Received().exchange().require(200)
        #expect(response.headers["Cache-Control"] == "no-store")
    }
}
