// SPDX-License-Identifier: Apache-2.0

import HTTPServer
import IdentityModel
import SignIn
import TestSupport
import Testing
import WireFormats

/// Refresh tokens over HTTP.
struct RefreshWireTests {
    private func token(_ testClient: TestClient) async throws -> String {
        try await testClient.signUp().require(200).text("refresh_token")
    }

    private func refreshConcurrently(_ testClient: TestClient, token: String) async throws -> [TestResponse] {
        try await withThrowingTaskGroup(of: TestResponse.self) { group in
            for _ in 0..<16 { group.addTask { try await testClient.refresh(token) } }
            return try await group.reduce(into: []) { $0.append($1) }
        }
    }

    @Test func `without leeway one of sixteen concurrent refreshes wins, and the family is revoked`() async throws {
        let testClient = TestClient(at: try await TestServer()).with { $0.client = "no-leeway" }
        let responses = try await refreshConcurrently(testClient, token: token(testClient))
        let winners = responses.filter { $0.status == 200 }
        #expect(winners.count == 1)
        let losers = Set(responses.filter { $0.status != 200 }.map(\.code))
        #expect(losers.isSubset(of: ["oauth.refresh-token-reused", "oauth.refresh-token-unknown"]))
        #expect(losers.contains("oauth.refresh-token-reused"))
        let next = try await testClient.refresh(try #require(winners.first).text("refresh_token")).require(403)
        #expect(next.code == "oauth.refresh-token-unknown")
    }

    @Test func `within the leeway sixteen concurrent refreshes get the same token`() async throws {
        let testClient = TestClient(at: try await TestServer())
        let responses = try await refreshConcurrently(testClient, token: token(testClient))
        #expect(responses.allSatisfy { $0.status == 200 })
        let successors = Set(try responses.map { try $0.text("refresh_token") })
        #expect(successors.count == 1)
        try await testClient.refresh(try #require(successors.first)).require(200)
    }

    @Test func `after the leeway a reused token revokes its family`() async throws {
        let testClient = TestClient(at: try await TestServer())
        let first = try await token(testClient)
        let second = try await testClient.refresh(first).require(200).text("refresh_token")
        testClient.server.clock.advance(seconds: 11)
        let reused = try await testClient.refresh(first).require(403)
        #expect(reused.code == "oauth.refresh-token-reused")
        #expect(reused.value("error") == "invalid_grant")
        #expect(reused.value("error_description") == "Unknown or invalid refresh token.")
        #expect(try await testClient.refresh(second).require(403).code == "oauth.refresh-token-unknown")
    }

    @Test func `a native application repeats a refresh whose answer was lost for a minute`() async throws {
        let testClient = TestClient(at: try await TestServer()).with { $0.client = "native-defaults" }
        let first = try await token(testClient)
        let second = try await testClient.refresh(first).require(200).text("refresh_token")
        testClient.server.clock.advance(seconds: 60)
        #expect(try await testClient.refresh(first).require(200).text("refresh_token") == second)
        testClient.server.clock.advance(seconds: 1)
        #expect(try await testClient.refresh(first).require(403).code == "oauth.refresh-token-reused")
        #expect(try await testClient.refresh(second).require(403).code == "oauth.refresh-token-unknown")
    }

    @Test func `whoever proves the key of a token repeats its refresh days later, and nobody else`() async throws {
        let testClient = TestClient(at: try await TestServer()).with {
            $0.client = "native-defaults"
            $0.key = ProofKey()
        }
        let first = try await token(testClient)
        let second = try await testClient.refresh(first).require(200).text("refresh_token")
        testClient.server.clock.advance(seconds: 2 * 86_400)
        // A thief of the token has no key. The attempt gives nothing and ends nothing.
        let unproven = try await testClient.with { $0.key = nil }.refresh(first).require(403)
        #expect(unproven.code == "oauth.refresh-token-proof-missing")
        let other = try await testClient.with { $0.key = ProofKey() }.refresh(first).require(403)
        #expect(other.code == "oauth.refresh-token-proof-mismatch")
        #expect(try await testClient.refresh(first).require(200).text("refresh_token") == second)
        // Once the successor was used, the first one is two generations old.
        try await testClient.refresh(second).require(200)
        #expect(try await testClient.refresh(first).require(403).code == "oauth.refresh-token-reused")
        #expect(try await testClient.refresh(second).require(403).code == "oauth.refresh-token-unknown")
    }

    @Test func `after three days the reuse of a bound token revokes its family, too`() async throws {
        let testClient = TestClient(at: try await TestServer()).with {
            $0.client = "native-defaults"
            $0.key = ProofKey()
        }
        let first = try await token(testClient)
        let second = try await testClient.refresh(first).require(200).text("refresh_token")
        testClient.server.clock.advance(seconds: 3 * 86_400 + 1)
        #expect(try await testClient.refresh(first).require(403).code == "oauth.refresh-token-reused")
        #expect(try await testClient.refresh(second).require(403).code == "oauth.refresh-token-unknown")
    }

    @Test func `a token of the passkey grant is rejected as by Auth0, whatever else its client may use`() async throws {
        let embedded = TestClient(at: try await TestServer()).with { $0.client = "embedded" }
        let first = try await token(embedded)
        try await embedded.refresh(first).require(200)
        embedded.server.clock.advance(seconds: 11)
        #expect(try await embedded.refresh(first).require(403).code == "oauth.refresh-token-reused")
        #expect(try await embedded.refresh("unknown").require(403).code == "oauth.refresh-token-unknown")
    }

    @Test func `a refresh can narrow the scope but never widen it`() async throws {
        let testClient = TestClient(at: try await TestServer())
        let first = try await token(testClient)
        let less = try await testClient.refresh(first, adding: ["scope": "openid offline_access"]).require(200)
        #expect(less.value("scope") == "openid offline_access")
        let more = try await testClient.refresh(less.text("refresh_token"), adding: ["scope": "openid phone"]).require(
            200)
        #expect(more.value("scope") == "openid")
    }

    @Test func `a refresh token is bound to its client`() async throws {
        let testClient = TestClient(at: try await TestServer())
        let response = try await testClient.with { $0.client = "other" }.refresh(token(testClient)).require(403)
        #expect(response.code == "oauth.refresh-token-client-mismatch")
    }

    @Test func `a refresh token is bound to its host`() async throws {
        let testClient = TestClient(at: try await TestServer())
        let response = try await testClient.with { $0.host = TestServer.otherHost }.refresh(token(testClient)).require(
            403)
        #expect(response.code == "oauth.refresh-token-host-mismatch")
    }

    @Test func `another client can't revoke a token`() async throws {
        let testClient = TestClient(at: try await TestServer())
        let first = try await token(testClient)
        let body: JSONObject = ["client_id": "other", "token": .string(first)]
        _ = try await testClient.server.send(.post("/oauth/revoke", json: body))
        try await testClient.refresh(first).require(200)
    }

    @Test(arguments: [(1_295_999, "200"), (1_296_000, "oauth.refresh-token-idle-expired")])
    func `an unused token expires`(seconds: Int64, code: String) async throws {
        let testClient = TestClient(at: try await TestServer())
        let first = try await token(testClient)
        testClient.server.clock.advance(seconds: seconds)
        #expect(try await testClient.refresh(first).code == code)
    }

    @Test func `a blocked user can't refresh or use tokens`() async throws {
        let testClient = TestClient(at: try await TestServer())
        let signedUp = try await testClient.signUp().require(200)
        let account = try await testClient.accountToken()
        let user = try #require(try await testClient.server.users().first)
        try await testClient.server.storage.withTransaction {
            try $0.users.apply(.blocked(true), to: user.id, at: user.createdAt)
        }
        let refreshed = try await testClient.refresh(signedUp.text("refresh_token")).require(403)
        #expect(refreshed.code == "oauth.refresh-token-user-blocked")
        let signedIn = try await testClient.signIn().require(401)
        #expect(signedIn.code == "sign-in.account-blocked")
        #expect(signedIn.value("error") == "unauthorized")
        for path in ["/userinfo", "/me/v1/authentication-methods"] {
            let response = try await testClient.account(.get(path), token: account).require(401)
            #expect(response.code == "oauth.access-token-user-unknown")
        }
    }

    @Test func `an audience without a policy gets the tokens of the sign-in`() async throws {
        let testClient = TestClient(at: try await TestServer())
        let response = try await testClient.refresh(
            token(testClient), adding: ["audience": .string(TestServerConfiguration.interface), "scope": "read:notes"]
        ).require(200)
        #expect(response.value("scope") == "openid profile email offline_access")
        try await testClient.account(.get("/userinfo"), token: response.text("access_token")).require(200)
    }

    @Test func `a session transfer token is rejected, and the refresh token stays usable`() async throws {
        let testClient = TestClient(at: try await TestServer())
        let first = try await token(testClient)
        let audience: JSONObject = ["audience": "urn:\(TestServer.host):session_transfer"]
        let response = try await testClient.refresh(first, adding: audience).require(400)
        #expect(response.code == "oauth.session-transfer-not-supported" && response.value("error") == "invalid_target")
        testClient.server.clock.advance(seconds: 11)
        try await testClient.refresh(first).require(200)
    }

    @Test func `a policy adds its scopes to those of the sign-in`() async throws {
        let server = try await TestServer { documents in
            for index in documents.indices where documents[index].id == "spa" {
                documents[index].json["refresh_token"] = [
                    "rotation_type": "rotating",
                    "policies": [["audience": .string(TestServerConfiguration.interface), "scope": ["write:notes"]]],
                ]
            }
        }
        let testClient = TestClient(at: server).with {
            $0.tokenParameters = [
                "scope": "openid offline_access read:notes", "audience": .string(TestServerConfiguration.interface),
            ]
        }
        let response = try await testClient.refresh(token(testClient)).require(200)
        #expect(response.value("scope") == "openid offline_access read:notes write:notes")
    }

    @Test func `a refresh for a removed account says so`() async throws {
        let testClient = TestClient(at: try await TestServer())
        let token = try await token(testClient)
        let user = try #require(try await testClient.server.users().first)
        let clock = testClient.server.clock
        try await ServerOperator(storage: testClient.server.storage, now: { clock.now }).remove(user.id)
        let response = try await testClient.refresh(token).require(403)
        #expect(response.value("error") == "invalid_grant")
        #expect(
            response.value("error_description")
                == "The refresh_token was generated for a user who doesn't exist anymore.")
        let unknown = try await testClient.refresh(String(token.reversed())).require(403)
        #expect(unknown.value("error_description") == "Unknown or invalid refresh token.")
    }

    @Test func `a removed user can't refresh or use tokens`() async throws {
        let testClient = TestClient(at: try await TestServer())
        let signedUp = try await testClient.signUp().require(200)
        let account = try await testClient.accountToken()
        let user = try #require(try await testClient.server.users().first)
        try await testClient.server.storage.withTransaction { try $0.users.remove(user.id) }
        #expect(try await testClient.refresh(signedUp.text("refresh_token")).status == 403)
        #expect(try await testClient.signIn().require(403).code == "sign-in.credential-unknown")
        for path in ["/userinfo", "/me/v1/authentication-methods"] {
            let response = try await testClient.account(.get(path), token: account).require(401)
            #expect(response.code == "oauth.access-token-user-unknown")
        }
    }
}
