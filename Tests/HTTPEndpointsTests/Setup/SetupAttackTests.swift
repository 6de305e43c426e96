// SPDX-License-Identifier: Apache-2.0

import HTTPServer
import IdentityModel
import RateLimiting
import SoftwareAuthenticator
import Testing
import WireFormats

/// Requests of other sites and of strangers for the set-up.
struct SetupAttackTests {
    @Test func `opening the page stores nothing and needs no code`() async throws {
        let fixture = try await SetupFixture()
        let stored = try await fixture.server.storage.read { try $0.owners.setupCode() }
        #expect(try await fixture.browser.visit("/setup").response.status == 200)
        #expect(try await fixture.server.storage.read { try $0.owners.setupCode() } == stored)
        #expect(try await fixture.server.storage.read { try $0.events.list(user: nil, limit: 10) }.isEmpty)
    }

    @Test func `only the hash of a code is stored`() async throws {
        let fixture = try await SetupFixture()
        let stored = try #require(try await fixture.server.storage.read { try $0.owners.setupCode() })
        #expect(stored.hash.count == 32)
        #expect(!fixture.code.utf8.elementsEqual(stored.hash))
    }

    @Test func `a page belongs to one browser`() async throws {
        let fixture = try await SetupFixture()
        let other = TestBrowser(at: fixture.server)
        _ = try await other.visit("/setup")
        let state = try #require(try await fixture.browser.visit("/setup").page.state)
        let response = try await other.call(
            "/setup/challenge",
            body: ["state": .string(state), "code": .string(fixture.code), "email": "a@example.org"])
        #expect(response.status == 400)
        #expect(response.code == "oauth.authorization-transaction-browser-mismatch")
    }

    @Test(arguments: ["/setup/challenge", "/setup/passkey"])
    func `the transaction of a sign-in is not one of the set-up`(path: String) async throws {
        let fixture = try await SetupFixture()
        let state = try #require(try await fixture.browser.visit("/account").page.state)
        let response = try await fixture.browser.call(
            path,
            body: [
                "state": .string(state), "code": .string(fixture.code), "email": "a@example.org", "session": "x",
                "response": [:],
            ])
        #expect(response.status == 400)
        #expect(response.code == "oauth.authorization-transaction-not-issued-here")
    }

    @Test(arguments: ["https://evil.example", "https://\(TestServer.otherHost)", "null"])
    func `a request of another origin is rejected`(origin: String) async throws {
        let fixture = try await SetupFixture()
        let state = try #require(try await fixture.browser.visit("/setup").page.state)
        let body: JSONObject = ["state": .string(state), "code": .string(fixture.code), "email": "a@example.org"]
        let message = Message.post("/setup/challenge", json: body).on(origin).setting("Accept", to: "application/json")
        #expect(try await fixture.browser.send(message).require(403).code == "page.origin-mismatch")
    }

    @Test func `attempts are limited by address`() async throws {
        let fixture = try await SetupFixture(limits: .standard)
        let state = try #require(try await fixture.browser.visit("/setup").page.state)
        let body: JSONObject = ["state": .string(state), "code": "wrong", "email": "a@example.org"]
        for _ in 0..<50 { try await fixture.browser.call("/setup/challenge", body: body).require(403) }
        try await fixture.browser.call("/setup/challenge", body: body).require(429)
        let elsewhere = TestBrowser(at: fixture.server, address: "198.51.100.7")
        try await fixture.begin(in: elsewhere).started.require(200)
    }

    @Test func `codes of devices don't count against the limit`() async throws {
        var rules = RateLimitRules.off
        rules.userCode = RateLimits.Rule(capacity: 1, refillPerSecond: 0.001)
        let fixture = try await SetupFixture(limits: rules)
        try await fixture.begin(code: "wrong").started.require(403)
        try await fixture.begin().started.require(200)
    }

    @Test func `a code may have separators up to a limit`() async throws {
        let fixture = try await SetupFixture()
        let filled = { (length: Int) in fixture.code + String(repeating: "-", count: length - fixture.code.utf8.count) }
        try await fixture.begin(code: filled(64)).started.require(200)
        try await fixture.begin(code: filled(65)).started.require(403)
    }

    @Test func `a form without its fields does not lead back to the page`() async throws {
        let fixture = try await SetupFixture()
        #expect(try await fixture.browser.post("/setup", fields: []).response.status == 400)
    }

    @Test func `a session of the set-up finishes nothing else`() async throws {
        let fixture = try await SetupFixture()
        let attempt = try await fixture.begin()
        let party = RelyingParty(at: fixture.server)
        let state = try #require(try await fixture.browser.authorize(party.attempt()).page.state)
        let response = try await fixture.browser.call(
            "/login/passkey",
            body: [
                "state": .string(state), "session": .string(try attempt.started.text("session")),
                "response": try create(attempt),
            ])
        #expect(response.status == 403)
        #expect(try await fixture.server.users().isEmpty)
    }

    private func create(_ attempt: SetupFixture.Attempt) throws -> JSONValue {
        let options = try #require(attempt.started.value("options")).serialized()
        return try JSONReader.read(
            attempt.browser.device.create(
                optionsJSON: options, origin: attempt.browser.origin, settings: CeremonySettings(), mutation: nil))
    }

    @Test func `a form without a script leads back to the page`() async throws {
        let fixture = try await SetupFixture()
        let form = try await fixture.browser.visit("/setup").page.form("/setup")
        let visit = try await fixture.browser.submit(form, entering: ["code": fixture.code])
        #expect(visit.address == "/setup")
    }
}
