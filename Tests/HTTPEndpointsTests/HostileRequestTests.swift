// SPDX-License-Identifier: Apache-2.0

import HTTPEndpoints
import HTTPServer
import IdentityModel
import RateLimiting
import SoftwareAuthenticator
import Testing
import WebAuthnMessages
import WireFormats

/// Requests of attackers who want access, or want to fill the storage.
struct HostileRequestTests {
    @Test func `a duplicate Authorization header is never ignored`() async throws {
        let testClient = TestClient(at: try await TestServer())
        try await testClient.signUp().require(200)
        let token = try await testClient.accountToken()
        var message = Message.get("/me/v1/factors").setting("Authorization", to: "Bearer \(token)")
        try await testClient.server.send(message).require(200)
        message.headers.append("Authorization", value: "Bearer another")
        #expect(try await testClient.server.send(message).code == "oauth.access-token-malformed")
    }

    @Test func `a duplicate Content-Type makes the body unreadable`() async throws {
        let testClient = TestClient(at: try await TestServer())
        var message = testClient.challenge
        message.headers.append("Content-Type", value: "text/plain")
        #expect(try await testClient.server.send(message).code == "request.content-type-unsupported")
    }

    @Test func `an invitation is rejected with a duplicate Origin`() async throws {
        let server = try await TestServer()
        var message = Message.post("/invitation/challenge", json: ["invitation": "x"]).on("https://\(TestServer.host)")
        #expect(try await server.send(message).code == "sign-in.invitation.seal-invalid")
        message.headers.append("Origin", value: "https://evil.example")
        #expect(try await server.send(message).code == "invitation.origin-mismatch")
    }

    @Test func `hints in a sign-up are stored only up to their limits`() async throws {
        let testClient = TestClient(at: try await TestServer())
        let started = try await testClient.beginSignUp()
        let long = JSONValue.string(String(repeating: "x", count: 30_000))
        let words = (0..<50).map { JSONValue.string("word-\($0)") }
        var body = try #require(JSONReader.read(testClient.created(started)).objectValue)
        var response = try #require(body["response"]?.objectValue)
        response["transports"] = .array(["internal", "internal", long, "a b", ""] + words)
        body["response"] = .object(response)
        body["authenticatorAttachment"] = long
        try await testClient.finish(started.session, response: JSONValue.object(body).serialized()).require(200)
        let user = try #require(try await testClient.server.users().first)
        let passkey = try #require(try await testClient.server.storage.read { try $0.passkeys.list(of: user.id) }.first)
        #expect(passkey.origin.transports.map(\.rawValue) == ["internal"] + (0..<7).map { "word-\($0)" })
        #expect(passkey.origin.attachment == nil)
    }

    @Test func `the largest sign-up that can be started can be finished`() async throws {
        let testClient = TestClient(at: try await TestServer())
        let wide = { (count: Int) in JSONValue.string(String(repeating: "\u{1F511}", count: count)) }
        let site = "https://example.org/"
        let picture = site + String(repeating: "p", count: 2048 - site.utf8.count)
        var profile: JSONObject = ["email": "ada@example.org", "picture": .string(picture)]
        for (name, count) in [("name", 300), ("given_name", 150), ("family_name", 150), ("nickname", 300)] {
            profile[name] = wide(count)
        }
        let metadata = JSONObject((0..<10).map { ("key-\($0)", wide(500)) })
        let body: JSONObject = ["user_profile": .object(profile), "user_metadata": .object(metadata)]
        let started = try TestClient.StartedCeremony(
            await testClient.server.send(.post("/passkey/register", json: testClient.body(body))).require(200))
        try await testClient.finish(started.session, response: testClient.created(started)).require(200)

        let name = String(repeating: "n", count: 25_000)
        let long: JSONObject = ["user_profile": ["email": "eve@example.org"], "user_metadata": .object([name: "x"])]
        let rejected = try await testClient.server.send(.post("/passkey/register", json: testClient.body(long)))
        #expect(rejected.code == "sign-in.profile.text-too-long")
    }

    @Test func `a credential has one rate limit however its ID is encoded`() async throws {
        var rules = RateLimitRules.standard
        rules.account = RateLimits.Rule(capacity: 1, refillPerSecond: 0)
        let testClient = TestClient(at: try await TestServer(limits: rules))
        try await testClient.signUp().require(200)
        for mutation in [ResponseMutation?.none, .paddedBase64] {
            #expect(try await testClient.with { $0.mutation = mutation }.signIn().status == 429)
        }
    }
}
