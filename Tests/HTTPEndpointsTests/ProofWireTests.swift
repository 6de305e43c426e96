// SPDX-License-Identifier: Apache-2.0

import Cryptography
import HTTPServer
import IdentityModel
import JOSE
import SoftwareAuthenticator
import TestSupport
import Testing
import WireFormats

/// Tokens that are bound to a key (RFC 9449).
struct ProofWireTests {
    private static let methods = "/me/v1/authentication-methods"

    private func holder(_ client: String = "spa") async throws -> TestClient {
        TestClient(at: try await TestServer()).with {
            $0.key = ProofKey()
            $0.client = client
        }
    }

    @Test func `a proof without a nonce is rejected with one, and the session is not consumed`() async throws {
        let testClient = try await holder().with {
            $0.tokenParameters["audience"] = .string(TestServerConfiguration.interface)
        }
        let started = try await testClient.beginSignUp()
        let message = try testClient.tokenRequest(started.session, response: testClient.created(started))
        let key = try #require(testClient.key)
        let first = try await testClient.server.send(key.proving(message, at: testClient.server.clock.now)).require(400)
        #expect(first.value("error") == "use_dpop_nonce")
        #expect(first.code == "oauth.dpop-nonce-missing")
        let nonce = try #require(first.headers["DPoP-Nonce"])
        let second = try await testClient.server.send(
            key.proving(message, nonce: nonce, at: testClient.server.clock.now)
        ).require(200)
        #expect(second.value("token_type") == "DPoP")
        #expect(second.headers["DPoP-Nonce"] != nil)
        let token = try await VerifiedToken(second.text("access_token"), at: testClient.server)
        #expect(token["cnf"]?["jkt"]?.stringValue == key.thumbprint)
    }

    @Test func `a bound token and a proof of its key open the account and userinfo`() async throws {
        let testClient = try await holder()
        try await testClient.signUp().require(200)
        let token = try await testClient.accountToken()
        try await testClient.account(.get(Self.methods), token: token).require(200)
        let second = testClient.with { $0.device = SoftwareAuthenticator(profile: .securityKey) }
        try await second.enroll(token).require(201)
        try await testClient.account(.get("/userinfo"), token: token).require(200)
    }

    @Test func `a resource asks for a nonce with 401 and WWW-Authenticate`() async throws {
        let testClient = try await holder()
        let token = try await testClient.signUp().require(200).text("access_token")
        let message = Message.get("/userinfo").setting("Authorization", to: "DPoP \(token)")
        let key = try #require(testClient.key)
        let response = try await testClient.server.send(
            key.proving(message, token: token, at: testClient.server.clock.now)
        ).require(401)
        #expect(
            response.headers["WWW-Authenticate"] == "DPoP error=\"use_dpop_nonce\", "
                + "error_description=\"Authorization server requires nonce in DPoP proof\", "
                + "algs=\"ES256 ES384 EdDSA Ed25519\"")
        #expect(response.headers["DPoP-Nonce"] != nil)
    }

    @Test(arguments: ["/userinfo", methods])
    func `a bound token is not a bearer token`(path: String) async throws {
        let testClient = try await holder()
        try await testClient.signUp().require(200)
        let token = try await testClient.accountToken()
        let bearer = try await testClient.server.send(.get(path).setting("Authorization", to: "Bearer \(token)"))
            .require(401)
        #expect(bearer.code == "oauth.access-token-proof-missing")
        #expect(bearer.headers["WWW-Authenticate"]?.hasPrefix("DPoP ") == true)
        let other = try await testClient.with { $0.key = ProofKey() }.account(.get(path), token: token).require(401)
        #expect(other.code == "oauth.access-token-proof-mismatch")
    }

    @Test func `a bearer token can't be used as a bound one`() async throws {
        let testClient = TestClient(at: try await TestServer())
        let token = try await testClient.signUp().require(200).text("access_token")
        let response = try await testClient.with { $0.key = ProofKey() }.account(.get("/userinfo"), token: token)
        #expect(try response.require(401).code == "oauth.access-token-not-bound")
    }

    @Test func `a bound refresh token works only with its key`() async throws {
        let testClient = try await holder()
        let token = try await testClient.signUp().require(200).text("refresh_token")
        let bare = try await testClient.with { $0.key = nil }.refresh(token).require(403)
        #expect(bare.code == "oauth.refresh-token-proof-missing")
        let other = try await testClient.with { $0.key = ProofKey() }.refresh(token).require(403)
        #expect(other.code == "oauth.refresh-token-proof-mismatch")
        let own = try await testClient.refresh(token).require(200)
        #expect(own.value("token_type") == "DPoP")
    }

    @Test(arguments: [JWSAlgorithm.edDSA, .ed25519])
    func `a proof may name the algorithm of an Ed25519 key either way`(algorithm: JWSAlgorithm) async throws {
        let testClient = TestClient(at: try await TestServer()).with {
            $0.key = ProofKey(.generate(.edwards(.ed25519)), algorithm: algorithm)
        }
        #expect(try await testClient.signUp().require(200).value("token_type") == "DPoP")
    }

    @Test func `where the binding is strict, a refresh token of an authenticated client is bound too`() async throws {
        let server = try await TestServer { documents in
            for index in documents.indices where documents[index].kind == .tenant {
                documents[index].json["dpop_strict_refresh_token_binding"] = true
            }
        }
        let testClient = TestClient(at: server).with {
            $0.client = "post"
            $0.origin = "https://login.brand1.test"
            $0.proof = ["client_secret": .string(TestServerConfiguration.secret)]
            $0.key = ProofKey()
        }
        let token = try await testClient.signUp().require(200).text("refresh_token")
        let without = try await testClient.with { $0.key = nil }.refresh(token)
        #expect(without.code == "oauth.refresh-token-proof-missing")
        let other = try await testClient.with { $0.key = ProofKey() }.refresh(token)
        #expect(other.code == "oauth.refresh-token-proof-mismatch")
        try await testClient.refresh(token).require(200)
    }

    @Test func `a refresh token of an authenticated client is not bound`() async throws {
        let testClient = try await holder("post").with {
            $0.origin = "https://login.brand1.test"
            $0.proof = ["client_secret": .string(TestServerConfiguration.secret)]
        }
        let token = try await testClient.with {
            $0.tokenParameters["audience"] = .string(TestServerConfiguration.interface)
        }.signUp().require(200).text("refresh_token")
        let bare = try await testClient.with { $0.key = nil }.refresh(token).require(200)
        #expect(bare.value("token_type") == "Bearer")
        let other = testClient.with { $0.key = ProofKey() }
        let bound = try await other.refresh(bare.text("refresh_token")).require(200)
        #expect(bound.value("token_type") == "DPoP")
        let access = try await VerifiedToken(bound.text("access_token"), at: testClient.server)
        #expect(access["cnf"]?["jkt"]?.stringValue == other.key?.thumbprint)
    }

    @Test func `a client that requires proofs gets nothing without one`() async throws {
        let testClient = try await holder("proof-required")
        let response = try await testClient.with { $0.key = nil }.signUp().require(400)
        #expect(response.code == "oauth.dpop-missing")
        #expect(try await testClient.server.users().isEmpty)
        try await testClient.signUp().require(200)
    }

    @Test func `a nonce of the token endpoint is not valid at resources`() async throws {
        let testClient = try await holder()
        let response = try await testClient.signUp().require(200)
        let token = try response.text("access_token")
        let message = Message.get("/userinfo").setting("Authorization", to: "DPoP \(token)")
        let proven = try #require(testClient.key).proving(
            message, nonce: response.headers["DPoP-Nonce"], token: token, at: testClient.server.clock.now)
        #expect(try await testClient.server.send(proven).require(401).code == "oauth.dpop-nonce-expired")
    }

    @Test func `a nonce expires`() async throws {
        let testClient = try await holder()
        let nonce = try await testClient.signUp().require(200).headers["DPoP-Nonce"]
        let server = testClient.server
        server.clock.advance(seconds: 300)
        let started = try await testClient.beginSignIn()
        let message = try testClient.tokenRequest(started.session, response: testClient.signed(started))
        let key = try #require(testClient.key)
        let response = try await server.send(key.proving(message, nonce: nonce, at: server.clock.now)).require(400)
        #expect(response.code == "oauth.dpop-nonce-expired")
    }

    @Test func `two proofs in one request are rejected`() async throws {
        let testClient = try await holder()
        let started = try await testClient.beginSignUp()
        var message = try testClient.tokenRequest(started.session, response: testClient.created(started))
        let key = try #require(testClient.key)
        for _ in 0..<2 {
            message.headers.append("DPoP", value: try key.proof(for: message, at: testClient.server.clock.now))
        }
        #expect(try await testClient.server.send(message).require(400).code == "oauth.dpop-proofs-conflicting")
    }

    @Test func `a proof for another URL is rejected`() async throws {
        let testClient = try await holder().with {
            $0.tokenParameters["audience"] = .string(TestServerConfiguration.interface)
        }
        let started = try await testClient.beginSignUp()
        let message = try testClient.tokenRequest(started.session, response: testClient.created(started))
        let proof = try #require(testClient.key).proof(
            for: message.at(TestServer.otherHost), nonce: nil, at: testClient.server.clock.now)
        let response = try await testClient.server.send(message.setting("DPoP", to: proof)).require(400)
        #expect(response.code == "oauth.dpop-target-mismatch")
    }
}
