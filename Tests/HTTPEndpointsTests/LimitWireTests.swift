// SPDX-License-Identifier: Apache-2.0

import HTTPEndpoints
import HTTPServer
import OpenIDProvider
import RateLimiting
import SoftwareAuthenticator
import TestSupport
import Testing
import WireFormats

/// Rate limits over HTTP.
struct LimitWireTests {
    private func rules(_ kind: WritableKeyPath<RateLimitRules, RateLimits.Rule?>, capacity: Int) -> RateLimitRules {
        var rules = RateLimitRules.off
        rules[keyPath: kind] = RateLimits.Rule(capacity: capacity, refillPerSecond: 0.5)
        return rules
    }

    @Test func `responses have the limit, the remainder and the reset time`() async throws {
        let server = try await TestServer(limits: rules(\.ceremonyStart, capacity: 2))
        let response = try await server.send(TestClient(at: server).challenge).require(200)
        #expect(response.headers["x-ratelimit-limit"] == "2")
        #expect(response.headers["x-ratelimit-remaining"] == "1")
        #expect(response.headers["x-ratelimit-reset"] == "\(server.clock.now.secondsSince1970 + 2)")
        #expect(response.headers["retry-after"] == nil)
    }

    @Test(arguments: ["/nothing-here", "/oauth/token", "/.well-known/assetlinks.json", "/openapi.json"])
    func `responses without an endpoint and files have the limit too`(path: String) async throws {
        let kind = path == "/oauth/token" ? \RateLimitRules.token : \.anything
        let server = try await TestServer(limits: rules(kind, capacity: 9))
        #expect(try await server.send(.get(path)).headers["x-ratelimit-remaining"] == "8")
    }

    @Test func `too many requests get 429 with Retry-After, and other clients are not affected`() async throws {
        let server = try await TestServer(limits: rules(\.ceremonyStart, capacity: 2))
        let message = TestClient(at: server).challenge
        for _ in 0..<2 { try await server.send(message).require(200) }
        let response = try await server.send(message).require(429)
        #expect(response.code == "request.rate-limited")
        #expect(response.value("error") == "too_many_requests")
        #expect(response.headers["retry-after"] == "2")
        #expect(response.headers["x-ratelimit-remaining"] == "0")
        try await server.send(message.from("198.51.100.7")).require(200)
        server.clock.advance(seconds: 2)
        try await server.send(message).require(200)
    }

    @Test(arguments: ["/me/v1/authentication-methods", "/me/v1/factors"])
    func `too many account requests get errors in both formats`(path: String) async throws {
        let server = try await TestServer(limits: rules(\.myAccount, capacity: 1))
        let testClient = TestClient(at: server)
        try await testClient.signUp().require(200)
        let token = try await testClient.accountToken()
        let message = Message.get(path)
        let first = try await testClient.account(message, token: token).require(200)
        #expect(first.headers["x-ratelimit-limit"] == "1")
        let response = try await testClient.account(message.from("198.51.100.7"), token: token).require(429)
        #expect(response.value("type") == "https://auth0.com/api-errors/A0E-429-0003")
        #expect(response.value("status") == 429)
        #expect(response.value("error") == "too_many_requests")
        #expect(response.headers["retry-after"] == "2")
    }

    @Test func `sign-ins with one credential share a limit across addresses`() async throws {
        let server = try await TestServer(limits: rules(\.account, capacity: 3))
        let testClient = TestClient(at: server)
        try await testClient.signUp().require(200)
        var statuses: [Int] = []
        for number in 1...3 {
            let started = try await testClient.beginSignIn()
            let message = try testClient.tokenRequest(started.session, response: testClient.signed(started)).from(
                "198.51.100.\(number)")
            let response = try await server.send(message)
            statuses.append(response.status)
            // The limited request neither consumed the ceremony nor stored anything.
            guard response.status == 429 else { continue }
            #expect(response.code == "request.rate-limited")
            #expect(response.headers["x-ratelimit-remaining"] == "0")
            server.clock.advance(seconds: 2)
            try await server.send(message).require(200)
        }
        #expect(statuses == [200, 200, 429])
    }

    @Test(arguments: [ResponseMutation.flipSignatureBit, .wrongChallenge, .missingSignature])
    func `failed attempts with a credential do not lock its owner out`(mutation: ResponseMutation) async throws {
        let server = try await TestServer(limits: rules(\.account, capacity: 2))
        let testClient = TestClient(at: server)
        try await testClient.signUp().require(200)
        let tampered = testClient.with { $0.mutation = mutation }
        for _ in 0..<5 {
            let started = try await tampered.beginSignIn()
            #expect(try await tampered.finish(started.session, response: tampered.signed(started)).status == 403)
        }
        try await testClient.signIn().require(200)
    }

    @Test func `a response that takes more work to verify counts more, even if it is rejected`() async throws {
        let server = try await TestServer(limits: rules(\.token, capacity: 100))
        let testClient = TestClient(at: server, device: .securityKey)
        let heavy = testClient.with {
            $0.settings.attestation = .always
            $0.settings.attestationKeyAlgorithm = .es512
            $0.mutation = .flipSignatureBit
        }
        var remaining: [Int] = []
        for sender in [testClient, heavy, testClient] {
            let started = try await sender.with { $0.profile = ["email": "person\(remaining.count)@example.org"] }
                .beginSignUp()
            let response = try await sender.finish(started.session, response: sender.created(started))
            #expect(response.status == (remaining.count == 1 ? 403 : 200))
            remaining.append(try #require(response.headers["x-ratelimit-remaining"].flatMap { Int($0) }))
        }
        // Each request costs one. The P-521 signature and its certificates cost more, which the next response shows.
        #expect(remaining[0] - remaining[1] == 1)
        #expect((3...5).contains(remaining[1] - remaining[2]))
    }

    @Test(arguments: ["ada@example.org", "ADA@EXAMPLE.ORG"])
    func `sign-ups for one identifier share a limit`(email: String) async throws {
        let server = try await TestServer(limits: rules(\.account, capacity: 1))
        let testClient = TestClient(at: server)
        _ = try await testClient.beginSignUp()
        let other = testClient.with { $0.profile = ["email": .string(email)] }
        #expect(
            try await server.send(other.registration.from("198.51.100.7")).require(429).code == "request.rate-limited")
    }

    @Test func `requests for codes of devices are limited by address`() async throws {
        let server = try await TestServer(limits: rules(\.deviceStart, capacity: 2))
        let message = Message.form("/oauth/device/code", fields: [("client_id", "television")])
        for _ in 0..<2 { try await server.send(message).require(200) }
        #expect(try await server.send(message).require(429).code == "request.rate-limited")
        try await server.send(message.from("198.51.100.7")).require(200)
    }

    @Test(arguments: [["2001:db8:0:1::1", "2001:db8:0:2::1"], ["2001:db8:0:100::1", "2001:db8:0:200::1"]])
    func `requests for codes of devices from one network of IPv6 count together`(addresses: [String]) async throws {
        let server = try await TestServer(limits: rules(\.networkDeviceStart, capacity: 2))
        let message = Message.form("/oauth/device/code", fields: [("client_id", "television")])
        for address in addresses { try await server.send(message.from(address)).require(200) }
        try await server.send(message.from("2001:db8:0:ff::1")).require(429)
        for other in ["2001:db8:1::1", "198.51.100.1", "198.51.100.2", "198.51.100.3"] {
            try await server.send(message.from(other)).require(200)
        }
    }

    @Test func `a few addresses can't exhaust the codes of a client`() {
        let standard = RateLimitRules.standard
        for (rule, share) in [(standard.deviceStart, 50), (standard.networkDeviceStart, 13)] {
            let most =
                rule.map { $0.capacity + Int($0.refillPerSecond * Double(DeviceAuthorizations.lifetime)) } ?? .max
            #expect(most * share <= DeviceAuthorizations.clientLimit)
        }
    }

    @Test func `health checks are never limited`() async throws {
        let server = try await TestServer(limits: rules(\.anything, capacity: 1))
        for _ in 0..<5 { try await server.send(.get("/health/live")).require(200) }
        try await server.send(.get("/.well-known/jwks.json")).require(200)
        try await server.send(.get("/.well-known/jwks.json")).require(429)
        try await server.send(.get("/health/ready")).require(200)
    }
}
