// SPDX-License-Identifier: Apache-2.0

import HTTPServer
import Testing
import WireFormats

/// What browsers are told, so that scripts of a client's own sites read answers and no others do.
struct CrossOriginWireTests {
    private static let routes = [
        "/passkey/register", "/passkey/challenge", "/oauth/token", "/oauth/revoke", "/userinfo",
        "/me/v1/authentication-methods", "/me/v1/authentication-methods/passkey%7Cx",
        "/me/v1/authentication-methods/passkey%7Cnew/verify", "/me/v1/factors",
    ]

    private func preflight(_ path: String, from origin: String, at place: Place) async throws -> Answer {
        try await place.send(
            Message(.options, path).on(origin).with("Access-Control-Request-Method", "POST")
                .with("Access-Control-Request-Headers", "content-type,dpop,authorization,auth0-client"))
    }

    @Test(arguments: routes)
    func `a client's site may send what SDKs send, and read what they need`(path: String) async throws {
        let place = try await Place()
        let asked = try await preflight(path, from: Place.page, at: place).require(204)
        #expect(asked.headers["Access-Control-Allow-Origin"] == Place.page)
        #expect(asked.headers["Access-Control-Allow-Headers"] == "Content-Type, Authorization, DPoP, Auth0-Client")
        let answer = try await place.send(.post(path, [:]).on(Place.page))
        #expect(answer.headers["Access-Control-Allow-Origin"] == Place.page)
        let exposed = try #require(answer.headers["Access-Control-Expose-Headers"])
        for name in ["Location", "DPoP-Nonce", "WWW-Authenticate", "Retry-After", "x-ratelimit-limit"] {
            #expect(exposed.contains(name))
        }
        #expect(answer.headers["Vary"] == "Origin")
    }

    @Test(arguments: [
        "https://evil.test", "https://app.brand1.test.evil.test", "https://evilbrand1.test", "http://app.brand1.test",
        "https://app.brand1.test:8443", "https://app.brand1.test/", "HTTPS://app.brand1.test", "null", "*", "",
        "https://app.brand1.test https://evil.test",
    ])
    func `no other site is let in`(origin: String) async throws {
        let place = try await Place()
        for path in Self.routes {
            let asked = try await preflight(path, from: origin, at: place)
            #expect(asked.headers["Access-Control-Allow-Origin"] == nil)
            let answer = try await place.send(.post(path, [:]).on(origin))
            #expect(answer.headers["Access-Control-Allow-Origin"] == nil)
            #expect(answer.headers["Access-Control-Expose-Headers"] == nil)
        }
    }

    @Test func `once the client is known only its own sites read the answer`() async throws {
        let visitor = Visitor(at: try await Place())
        let other = try await visitor.place.send(visitor.challenge.on("https://other.brand1.test")).require(200)
        #expect(other.headers["Access-Control-Allow-Origin"] == nil)
        let own = try await visitor.place.send(visitor.challenge.on(Place.page)).require(200)
        #expect(own.headers["Access-Control-Allow-Origin"] == Place.page)
    }

    @Test func `allowed_origins may send and read, too`() async throws {
        let visitor = Visitor(at: try await Place()).with { $0.client = "calling" }
        let answer = try await visitor.place.send(visitor.challenge.on("https://calls.brand1.test")).require(200)
        #expect(answer.headers["Access-Control-Allow-Origin"] == "https://calls.brand1.test")
    }

    @Test func `credentials are never allowed`() async throws {
        let visitor = Visitor(at: try await Place())
        let answers = [
            try await visitor.place.send(visitor.challenge.on(Place.page)),
            try await preflight("/oauth/token", from: Place.page, at: visitor.place),
        ]
        #expect(answers.allSatisfy { $0.headers["Access-Control-Allow-Credentials"] == nil })
    }

    @Test func `a refused request is readable by the site that sent it`() async throws {
        let answer = try await Place().send(.get("/me/v1/authentication-methods").on(Place.page)).require(401)
        #expect(answer.headers["Access-Control-Allow-Origin"] == Place.page)
    }

    @Test(arguments: ["/.well-known/openid-configuration", "/.well-known/jwks.json", "/openapi.json"])
    func `what everybody may read every site may read`(path: String) async throws {
        let answer = try await Place().send(.get(path).on("https://anybody.test")).require(200)
        #expect(answer.headers["Access-Control-Allow-Origin"] == "*")
    }

    @Test func `two origins in one request are none`() async throws {
        let place = try await Place()
        var message = Message.post("/passkey/challenge", ["client_id": "spa"]).on(Place.page)
        message.headers.append("Origin", "https://evil.test")
        #expect(try await place.send(message).headers["Access-Control-Allow-Origin"] == nil)
    }
}
