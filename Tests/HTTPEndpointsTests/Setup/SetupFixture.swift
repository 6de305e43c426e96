// SPDX-License-Identifier: Apache-2.0

import HTTPServer
import IdentityModel
import RateLimiting
import SignIn
import SoftwareAuthenticator
import TestSupport
import Testing
import WireFormats

/// A new server with a code for its owner, and the owner's browser.
struct SetupFixture {
    let server: TestServer
    let code: String
    let browser: TestBrowser

    init(
        limits: RateLimitRules = .off, _ change: (inout [ConfigurationDocument]) -> Void = { _ in }
    ) async throws {
        server = try await TestServer(limits: limits, change)
        code = try #require(await Self.issue(at: server))
        browser = TestBrowser(at: server)
    }

    /// A new code, as the program issues it when it starts.
    static func issue(at server: TestServer) async throws -> String? {
        let clock = server.clock
        return try await ServerSetup(storage: server.storage, now: { clock.now }).issueCode()?.code.text
    }

    /// A ceremony that began in a browser.
    struct Attempt {
        let browser: TestBrowser
        let state: String
        let started: TestResponse
    }

    func begin(
        in other: TestBrowser? = nil, code: String? = nil, identifiers: JSONObject = ["email": "owner@example.org"]
    ) async throws -> Attempt {
        let browser = other ?? browser
        let state = try #require(try await browser.visit("/setup").page.state)
        var body: JSONObject = ["state": .string(state), "code": .string(code ?? self.code)]
        for member in identifiers.members { body[member.name] = member.value }
        return Attempt(browser: browser, state: state, started: try await browser.call("/setup/challenge", body: body))
    }

    func finish(_ attempt: Attempt) async throws -> TestResponse {
        let started = try attempt.started.require(200)
        let options = try #require(started.value("options")).serialized()
        let response = try attempt.browser.device.create(
            optionsJSON: options, origin: attempt.browser.origin, settings: CeremonySettings(), mutation: nil)
        return try await attempt.browser.call(
            "/setup/passkey",
            body: [
                "state": .string(attempt.state), "session": .string(try started.text("session")),
                "response": try JSONReader.read(response),
            ])
    }

    func owners() async throws -> [UserID] {
        try await server.storage.read { try $0.owners.list() }
    }
}
