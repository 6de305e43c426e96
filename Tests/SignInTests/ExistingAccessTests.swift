// SPDX-License-Identifier: Apache-2.0

import Configuration
import IdentityModel
import SignIn
import SoftwareAuthenticator
import TestSupport
import Testing
import WebAuthnMessages
import WireFormats

/// Invitations for accounts that passkeys, sessions or unverified identifiers already give access to.
struct ExistingAccessTests {
    /// A way into an account, besides the address that its invitation is sent to.
    enum Access: CaseIterable {
        case nothing
        case passkey
        case session
        case browserSession
        case unverifiedIdentifier
    }

    private let fixture: SignInFixture
    private let enrolledUser: EnrolledUser

    init() throws {
        fixture = try SignInFixture()
        let handle = try #require(UserHandle([7]))
        var user = User(id: .random(), connection: "people", handle: handle, createdAt: fixture.clock.now)
        user.identifiers = [Identifier(kind: .email, value: "ada@example.org", normalized: "ada@example.org")]
        enrolledUser = EnrolledUser(fixture: fixture, user: user, client: try fixture.client())
    }

    private var invitations: Invitations { Invitations(ceremonies: fixture.ceremonies) }

    private func insertUser(with accesses: [Access]) async throws {
        var user = enrolledUser.user
        if accesses.contains(.unverifiedIdentifier) {
            user.identifiers.append(Identifier(kind: .username, value: "ada", normalized: "ada"))
        }
        let record = user
        try await fixture.storage.withTransaction { try $0.users.insert(record) }
        if accesses.contains(.passkey) { try await enrolledUser.insertPasskey(1) }
        if accesses.contains(.session) { try await insertSession() }
        if accesses.contains(.browserSession) { try await insertBrowserSession() }
    }

    private func insertBrowserSession() async throws {
        let now = fixture.clock.now
        let session = BrowserSession(
            id: BrowserSession.ID(rawValue: "session"), secretHash: [1], user: enrolledUser.user.id,
            host: SignInFixture.host, createdAt: now, idleExpiresAt: now, expiresAt: now)
        let client = ConfigurationDocument(
            kind: .client, id: "web",
            json: ["client_id": "web", "oidc_logout": ["backchannel_logout_urls": ["https://app.example.org/out"]]])
        try await fixture.storage.withTransaction { transaction in
            try transaction.configuration.put(client)
            try transaction.sessions.insert(session)
            try transaction.sessions.recordClient("web", in: session.id)
        }
    }

    /// Stores a refresh token, optionally one of the browser session.
    private func insertSession(inBrowser isInBrowser: Bool = false) async throws {
        let now = fixture.clock.now
        var grant = RefreshToken.Grant(
            user: enrolledUser.user.id, client: "web", host: SignInFixture.host, authenticatedAt: now)
        if isInBrowser { grant.session = BrowserSession.ID(rawValue: "session") }
        let token = RefreshToken(
            hash: [1, 2, isInBrowser ? 4 : 3],
            family: RefreshToken.Family(rawValue: isInBrowser ? "browser" : "family"), grant: grant, issuedAt: now,
            expiresAt: nil)
        try await fixture.storage.withTransaction { try $0.refreshTokens.insert(token) }
    }

    private func invite() async throws -> Invitations.Issued {
        var request = Invitations.Request(user: enrolledUser.user.id, host: SignInFixture.host, validFor: 3600)
        request.isRemovingExisting = true
        return try await invitations.issue(request, by: .command("users invite"))
    }

    @Test func `existing access is everything except the account's address`() async throws {
        for access in Access.allCases {
            let account = try ExistingAccessTests()
            try await account.insertUser(with: [access])
            #expect(try await account.invite().existing.isEmpty == (access == .nothing), "\(access)")
        }
    }

    @Test func `the refresh tokens of a browser session are not counted as another session`() async throws {
        try await insertUser(with: [.session, .browserSession])
        try await insertSession(inBrowser: true)
        #expect(try await invite().existing.sessions == 2)
    }

    @Test func `an invitation that removes existing access keeps the address and records each removal`() async throws {
        try await insertUser(with: [.passkey, .session, .browserSession, .unverifiedIdentifier])
        let old = try #require(try await enrolledUser.passkeys().first)
        let started = try await invitations.begin(
            try await invite().text, at: SignInFixture.host, in: fixture.configuration)
        let response = try SoftwareAuthenticator().create(
            optionsJSON: started.options.jsonBytes, origin: "https://\(SignInFixture.host)")
        let submission = Invitations.Submission(
            session: started.session, response: CredentialResponse(json: response), host: SignInFixture.host,
            sender: RequestSender())
        let enrolled = try await invitations.finish(submission, in: fixture.configuration)
        #expect(enrolled.user.identifiers.map(\.kind) == [.email])
        #expect(enrolled.user.tokenGeneration == 1)
        #expect(try await enrolledUser.passkeys() == [enrolled.passkey])
        let id = enrolledUser.user.id
        #expect(try await fixture.storage.read { try $0.refreshTokens.list(of: id) } == [])
        #expect(try await fixture.storage.read { try $0.sessions.list(of: id) } == [])
        let notices = try await fixture.storage.read { try $0.outbox.list(.logout, limit: 10) }
        #expect(notices.map { LogoutNotice($0)?.client } == ["web"])
        let removals = try await enrolledUser.events(.passkeyRemoved)
        #expect(removals.map { $0.details["passkey"]?.stringValue } == [old.id.rawValue])
    }
}
