// SPDX-License-Identifier: Apache-2.0

import HTTPServer
import IdentityModel
import SoftwareAuthenticator
import TestSupport
import Testing
import WireFormats

/// A user who signed up through a client, and the browser with the session.
struct AccountPageFixture {
    /// The forms of the page that change something, with what they are about.
    static let forms: [String] = [
        "/account/profile", "/account/passkeys/rename", "/account/passkeys/remove", "/account/device-keys/remove",
        "/account/sessions/remove",
        "/account/consents/remove", "/account/logout", "/account/delete", "/account/password",
    ]
    /// The paths of the page's script.
    static let scripts = [
        "/account/passkeys/challenge", "/account/passkeys", "/account/delete/challenge", "/account/delete/passkey",
        "/account/confirmation/challenge", "/account/confirmation",
    ]

    let server: TestServer
    let party: RelyingParty
    let browser: TestBrowser
    let tokens: Tokens

    init(email: String = "ada@example.org", at existing: TestServer? = nil) async throws {
        if let existing { server = existing } else { server = try await TestServer() }
        party = RelyingParty(at: server)
        browser = TestBrowser(at: server)
        tokens = try await browser.signUp(at: party, email: email, name: "Ada")
    }

    /// The account page.
    func page(in other: TestBrowser? = nil) async throws -> PageDocument {
        let visit = try await (other ?? browser).visit("/account")
        try #require(visit.path == "/account", "\(visit.address)")
        return try visit.page
    }

    /// The token of the forms of a browser's session.
    func formToken(in other: TestBrowser? = nil) async throws -> String {
        try #require(try await page(in: other).forms.lazy.compactMap { $0["csrf"] }.first)
    }

    func user() async throws -> User {
        let id = try #require(tokens.identity["sub"]?.stringValue)
        return try #require(try await server.storage.read { try $0.users.find(UserID(rawValue: id)) })
    }

    func passkeys() async throws -> [Passkey] {
        let user = try await user().id
        return try await server.storage.read { try $0.passkeys.list(of: user) }
    }

    func sessions() async throws -> [BrowserSession] {
        let user = try await user().id
        return try await server.storage.read { try $0.sessions.list(of: user) }
    }

    /// Stores more sessions of the user, each a second after the one before.
    func insertSessions(_ count: Int) async throws {
        let user = try await user().id
        for _ in 0..<count {
            server.clock.advance(seconds: 1)
            let (time, end) = (server.clock.now, server.clock.now.advanced(by: 3600))
            let session = BrowserSession(
                id: .random(at: time), secretHash: TimeOrderedSecret(at: time).hash, user: user, host: TestServer.host,
                createdAt: time, idleExpiresAt: end, expiresAt: end)
            try await server.storage.withTransaction { try $0.sessions.insert(session) }
        }
    }

    /// Stores refresh tokens of more families of the user, each a second after the one before.
    func insertFamilies(_ count: Int, of client: String) async throws {
        let user = try await user().id
        for _ in 0..<count {
            server.clock.advance(seconds: 1)
            let time = server.clock.now
            let grant = RefreshToken.Grant(user: user, client: client, host: TestServer.host, authenticatedAt: time)
            let token = RefreshToken(
                hash: TimeOrderedSecret(at: time).hash, family: .random(at: time), grant: grant, issuedAt: time,
                expiresAt: nil)
            try await server.storage.withTransaction { try $0.refreshTokens.insert(token) }
        }
    }

    func families() async throws -> Set<RefreshToken.Family> {
        let user = try await user().id
        return try await server.storage.read { Set(try $0.refreshTokens.list(of: user).map(\.family)) }
    }

    func events(_ kind: AuditEvent.Kind) async throws -> [AuditEvent] {
        let user = try await user().id
        return try await server.storage.read { try $0.events.list(user: user, limit: 100) }.filter { $0.kind == kind }
    }

    /// Posts a form of the page with the token of the browser's session.
    func post(_ path: String, fields: [(String, String)] = []) async throws -> Visit {
        try await browser.post(path, fields: [("csrf", try await formToken())] + fields)
    }

    /// Adds a passkey of another device on the page.
    func addPasskey(
        of device: AuthenticatorProfile = .googlePasswordManager, afterSeconds seconds: Int64 = 1
    ) async throws -> TestResponse {
        server.clock.advance(seconds: seconds)
        let authenticator = SoftwareAuthenticator(profile: device)
        let token = try await formToken()
        let started = try await browser.call("/account/passkeys/challenge", body: ["csrf": .string(token)]).require(200)
        return try await browser.call(
            "/account/passkeys",
            body: [
                "csrf": .string(token), "session": .string(try started.text("session")),
                "response": try create(with: authenticator, for: started),
            ])
    }

    func create(with device: SoftwareAuthenticator, for started: TestResponse) throws -> JSONValue {
        let options = try #require(started.value("options")).serialized()
        return try JSONReader.read(
            device.create(optionsJSON: options, origin: browser.origin, settings: CeremonySettings(), mutation: nil))
    }

    /// Lets three days pass, after which passkeys prove who added them, and signs in again.
    func settlePasskeys() async throws {
        server.clock.advance(seconds: 72 * 3600)
        let visit = try await browser.visit("/account")
        if visit.path != "/account" { _ = try await browser.authenticate(on: visit) }
    }

    /// Signs in with the same device in another browser.
    func otherBrowser() async throws -> TestBrowser {
        server.clock.advance(seconds: 1)
        let other = TestBrowser(sharingDeviceOf: browser)
        _ = try await other.authenticate(on: other.visit("/account"))
        return other
    }
}
