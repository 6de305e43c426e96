// SPDX-License-Identifier: Apache-2.0

import HTTPEndpoints
import HTTPServer
import SoftwareAuthenticator
import Testing
import WireFormats

/// Limits as clients see them.
struct LimitWireTests {
    private func rules(_ kind: WritableKeyPath<RateLimitRules, RateLimits.Rule?>, capacity: Int) -> RateLimitRules {
        var rules = RateLimitRules.off
        rules[keyPath: kind] = RateLimits.Rule(capacity: capacity, refillPerSecond: 0.5)
        return rules
    }

    @Test func `answers tell the limit, what is left and when it is full again`() async throws {
        let place = try await Place(limits: rules(\.ceremonyStart, capacity: 2))
        let answer = try await place.send(Visitor(at: place).challenge).require(200)
        #expect(answer.headers["x-ratelimit-limit"] == "2")
        #expect(answer.headers["x-ratelimit-remaining"] == "1")
        #expect(answer.headers["x-ratelimit-reset"] == "\(place.clock.now.secondsSince1970 + 2)")
        #expect(answer.headers["retry-after"] == nil)
    }

    @Test(arguments: ["/nothing-here", "/oauth/token", "/.well-known/assetlinks.json", "/openapi.json"])
    func `answers tell the limit also where nothing or a file is`(path: String) async throws {
        let kind = path == "/oauth/token" ? \RateLimitRules.token : \.anything
        let place = try await Place(limits: rules(kind, capacity: 9))
        #expect(try await place.send(.get(path)).headers["x-ratelimit-remaining"] == "8")
    }

    @Test func `too many requests are told when to come back, and others are not held up`() async throws {
        let place = try await Place(limits: rules(\.ceremonyStart, capacity: 2))
        let message = Visitor(at: place).challenge
        for _ in 0..<2 { try await place.send(message).require(200) }
        let answer = try await place.send(message).require(429)
        #expect(answer.code == "request.too-many")
        #expect(answer.value("error") == "too_many_requests")
        #expect(answer.headers["retry-after"] == "2")
        #expect(answer.headers["x-ratelimit-remaining"] == "0")
        try await place.send(message.from("198.51.100.7")).require(200)
        place.clock.advance(seconds: 2)
        try await place.send(message).require(200)
    }

    @Test func `too many requests for one's own account are told in both families`() async throws {
        let place = try await Place(limits: rules(\.myAccount, capacity: 1))
        let visitor = Visitor(at: place)
        try await visitor.signUp().require(200)
        let token = try await visitor.accountToken()
        let message = Message.get("/me/v1/authentication-methods")
        let first = try await visitor.account(message, token: token).require(200)
        #expect(first.headers["x-ratelimit-limit"] == "1")
        let answer = try await visitor.account(message.from("198.51.100.7"), token: token).require(429)
        #expect(answer.value("type") == "https://auth0.com/api-errors/A0E-429-0003")
        #expect(answer.value("status") == 429)
        #expect(answer.value("error") == "too_many_requests")
        #expect(answer.headers["retry-after"] == "2")
    }

    @Test func `attempts at one credential count together, wherever they come from`() async throws {
        let place = try await Place(limits: rules(\.account, capacity: 3))
        let visitor = Visitor(at: place)
        try await visitor.signUp().require(200)
        var codes: [String] = []
        for number in 1...3 {
            let begun = try await visitor.beginSignIn()
            let spoilt = try visitor.with { $0.tamper = .flipSignatureBit }.signed(begun)
            codes.append(
                try await place.send(visitor.exchange(begun.session, spoilt).from("198.51.100.\(number)")).code)
        }
        #expect(codes == ["authentication.signature-invalid", "authentication.signature-invalid", "request.too-many"])
    }

    @Test(arguments: ["ada@example.org", "ADA@EXAMPLE.ORG"])
    func `sign-ups for one identifier count together`(email: String) async throws {
        let place = try await Place(limits: rules(\.account, capacity: 1))
        let visitor = Visitor(at: place)
        _ = try await visitor.beginSignUp()
        let other = visitor.with { $0.profile = ["email": .string(email)] }
        #expect(try await place.send(other.registration.from("198.51.100.7")).require(429).code == "request.too-many")
    }

    @Test func `health is never limited`() async throws {
        let place = try await Place(limits: rules(\.anything, capacity: 1))
        for _ in 0..<5 { try await place.send(.get("/health/live")).require(200) }
        try await place.send(.get("/.well-known/jwks.json")).require(200)
        try await place.send(.get("/.well-known/jwks.json")).require(429)
        try await place.send(.get("/health/ready")).require(200)
    }
}
