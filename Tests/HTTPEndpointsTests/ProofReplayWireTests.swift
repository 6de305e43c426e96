// SPDX-License-Identifier: Apache-2.0

import HTTPEndpoints
import HTTPServer
import IdentityModel
import TestSupport
import Testing
import WireFormats

/// A proof of possession works once, and other clients' proofs do not matter.
struct ProofReplayWireTests {
    /// A user whose tokens are bound to a key.
    private struct Holder {
        let testClient: TestClient
        let key: ProofKey
        let accessToken: String
        let refreshToken: String

        init() async throws {
            key = ProofKey()
            let key = key
            testClient = TestClient(at: try await TestServer()).with { $0.key = key }
            let response = try await testClient.signUp().require(200)
            accessToken = try response.text("access_token")
            refreshToken = try response.text("refresh_token")
        }

        var server: TestServer { testClient.server }

        /// Returns the request with a proof and a current nonce.
        func proving(_ message: Message, token: String? = nil) async throws -> Message {
            let time = server.clock.now
            let nonce = try await server.send(key.proving(message, token: token, at: time)).headers["DPoP-Nonce"]
            return try key.proving(message, nonce: nonce, token: token, at: time)
        }

        func claims(_ token: String) async throws -> Message {
            try await proving(Message.get("/userinfo").setting("Authorization", to: "DPoP \(token)"), token: token)
        }

        func refresh(_ token: String) -> Message {
            .post(
                "/oauth/token",
                json: ["client_id": "spa", "grant_type": "refresh_token", "refresh_token": .string(token)])
        }
    }

    @Test func `a proof works once at a resource`() async throws {
        let holder = try await Holder()
        let message = try await holder.claims(holder.accessToken)
        try await holder.server.send(message).require(200)
        #expect(try await holder.server.send(message).require(401).code == "oauth.dpop-replayed")
    }

    @Test func `a proof works once at the token endpoint`() async throws {
        let holder = try await Holder()
        let message = try await holder.proving(holder.refresh(holder.refreshToken))
        let proof = try #require(message.headers["DPoP"])
        let next = try await holder.server.send(message).require(200).text("refresh_token")
        for token in [holder.refreshToken, next] {
            let response = try await holder.server.send(holder.refresh(token).setting("DPoP", to: proof)).require(400)
            #expect(response.code == "oauth.dpop-replayed")
            #expect(response.value("error") == "invalid_dpop_proof")
        }
        try await holder.testClient.refresh(next).require(200)
    }

    @Test func `a proof works once for a sign-in`() async throws {
        let holder = try await Holder()
        let first = try await holder.testClient.beginSignIn()
        let message = try await holder.proving(
            holder.testClient.tokenRequest(first.session, response: holder.testClient.signed(first)))
        try await holder.server.send(message).require(200)
        let second = try await holder.testClient.beginSignIn()
        let again = try holder.testClient.tokenRequest(second.session, response: holder.testClient.signed(second))
        let response = try await holder.server.send(again.setting("DPoP", to: message.headers["DPoP"])).require(400)
        #expect(response.code == "oauth.dpop-replayed")
    }

    @Test func `a used proof stays used in another process and after a restart`() async throws {
        let holder = try await Holder()
        let message = try await holder.claims(holder.accessToken)
        try await holder.server.send(message).require(200)
        try await holder.server.withOtherProcess { endpoints in
            let response = TestResponse(await endpoints.respond(to: try message.request, over: try message.connection))
            #expect(try response.require(401).code == "oauth.dpop-replayed")
        }
    }

    @Test func `a proof sent with an invalid token is not stored`() async throws {
        let holder = try await Holder()
        let message = try await holder.claims("nobody's")
        for _ in 0..<2 {
            #expect(try await holder.server.send(message).require(401).code == "oauth.access-token-malformed")
        }
    }

    @Test func `a rejected request does not consume its proof`() async throws {
        let holder = try await Holder()
        let message = try await holder.proving(holder.refresh("nothing"))
        #expect(try await holder.server.send(message).require(403).code == "oauth.refresh-token-unknown")
        let proof = message.headers["DPoP"]
        try await holder.server.send(holder.refresh(holder.refreshToken).setting("DPoP", to: proof)).require(200)
    }

    @Test func `a proof at a resource must match the access token`() async throws {
        let holder = try await Holder()
        let other = try await holder.testClient.refresh(holder.refreshToken).require(200).text("access_token")
        let message = try await holder.claims(other)
        let swapped = message.setting("Authorization", to: "DPoP \(holder.accessToken)")
        #expect(try await holder.server.send(swapped).require(401).code == "oauth.dpop-token-hash-mismatch")
        let bare = try await holder.proving(
            Message.get("/userinfo").setting("Authorization", to: "DPoP \(holder.accessToken)"))
        #expect(try await holder.server.send(bare).require(401).code == "oauth.dpop-token-hash-missing")
        try await holder.server.send(message).require(200)
    }
}
