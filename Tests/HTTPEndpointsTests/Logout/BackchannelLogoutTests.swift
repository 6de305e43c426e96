// SPDX-License-Identifier: Apache-2.0

import Foundation
import HTTPServer
import IdentityModel
import OpenIDProvider
import ServerHarness
import SignIn
import TestStorage
import TestSupport
import Testing
import WireFormats

/// The ends of a session, and the clients that are informed of them (OpenID Connect Back-Channel Logout 1.0).
struct BackchannelLogoutTests {
    /// A user who is signed in to some clients in one session.
    @available(macOS 15, *)
    private struct SignedIn {
        let fixture: LogoutDeliveryFixture
        let browser: TestBrowser
        let tokens: [String: Tokens]

        init(_ fixture: LogoutDeliveryFixture, to clients: [String]) async throws {
            self.fixture = fixture
            browser = TestBrowser(at: fixture.server)
            var tokens: [String: Tokens] = [:]
            for client in clients {
                let party = RelyingParty(at: fixture.server).with { $0.client = client }
                tokens[client] =
                    tokens.isEmpty
                    ? try await browser.signUp(at: party) : try await browser.continueSession(at: party)
            }
            self.tokens = tokens
        }

        var user: UserID {
            get throws { UserID(rawValue: try #require(tokens["web"]?.identity["sub"]?.stringValue)) }
        }

        var sessionID: String { get throws { try #require(tokens["web"]?.sessionID) } }
    }

    @available(macOS 15, *)
    private static func withUser(
        signedInTo clients: [String] = ["web", "many", "other-web"], adding members: JSONObject = [:],
        _ body: (SignedIn, TestReceiver) async throws -> Void
    ) async throws {
        let certificates = try CertificatePair.ofReceiver()
        try await TestReceiver.running(with: certificates) { receiver in
            let urls = ["web", "many"].map { ($0, "https://127.0.0.1:\(receiver.port)/\($0)?a=b") }
            let fixture = try await LogoutDeliveryFixture(
                clients: Dictionary(uniqueKeysWithValues: urls), certificates: certificates, adding: members)
            try await body(try await SignedIn(fixture, to: clients), receiver)
        }
    }

    // MARK: Tokens

    @available(macOS 15, *)
    @Test func `each client of the session gets a token that names the session`() async throws {
        try await Self.withUser { user, receiver in
            let fixture = user.fixture
            _ = try await user.browser.visit("/v2/logout")
            #expect(try await fixture.notices().count == 2)
            #expect(receiver.requests.isEmpty)
            #expect(try await fixture.deliver() == 2)
            #expect(receiver.requests.map(\.target).sorted() == ["/many?a=b", "/web?a=b"])
            for request in receiver.requests {
                #expect(request.headers["Content-Type"] == "application/x-www-form-urlencoded")
                let token = try await fixture.token(in: request)
                let client = try #require(request.path.split(separator: "/").last).description
                #expect(token.type == "logout+jwt" && token.algorithm == "RS256")
                #expect(token["iss"] == .string("https://\(TestServer.host)/"))
                #expect(token["aud"] == .string(client))
                #expect(try token["sub"] == .string(user.user.rawValue))
                #expect(try token["sid"] == .string(user.sessionID))
                #expect(token["events"] == ["http://schemas.openid.net/event/backchannel-logout": [:]])
                #expect(token["jti"]?.stringValue?.isEmpty == false && token["nonce"] == nil)
                let now = fixture.server.clock.now.secondsSince1970
                #expect(token["iat"]?.intValue == Int(now) && token["exp"]?.intValue == Int(now) + 120)
            }
            #expect(try await fixture.notices().isEmpty)
            #expect(try await fixture.deliver() == 0)
        }
    }

    @available(macOS 15, *)
    @Test func `discovery says that clients are informed`() async throws {
        let server = try await TestServer()
        let document = try await server.send(.get("/.well-known/openid-configuration")).require(200)
        #expect(document.value("backchannel_logout_supported") == true)
        #expect(document.value("backchannel_logout_session_supported") == true)
        let claims = document.value("claims_supported")?.arrayValue ?? []
        #expect(claims.contains("sid"))
    }

    @available(macOS 15, *)
    @Test func `two sessions of a user get a token each`() async throws {
        try await Self.withUser(signedInTo: ["web"]) { user, receiver in
            user.fixture.server.clock.advance(seconds: 1)
            let other = TestBrowser(sharingDeviceOf: user.browser)
            let party = RelyingParty(at: user.fixture.server)
            let second = try await other.signIn(at: party)
            #expect(try await user.fixture.administration.endSessions(of: user.user) == 2)
            #expect(try await user.fixture.deliver() == 2)
            var sessions: [String?] = []
            for request in receiver.requests {
                sessions.append(try await user.fixture.token(in: request)["sid"]?.stringValue)
            }
            #expect(Set(sessions) == [try user.sessionID, second.sessionID])
        }
    }

    @available(macOS 15, *)
    @Test func `clients are informed of a session that ends because the account has too many`() async throws {
        try await Self.withUser(signedInTo: ["web"]) { user, _ in
            let server = user.fixture.server
            let newer = TestBrowser(sharingDeviceOf: user.browser)
            for _ in 0..<BrowserSession.accountLimit {
                server.clock.advance(seconds: 1)
                _ = try await TestBrowser(sharingDeviceOf: newer).signIn(at: RelyingParty(at: server))
            }
            #expect(try await user.fixture.notices().map(\.session.rawValue) == [user.sessionID])
        }
    }

    @available(macOS 15, *)
    @Test func `nothing is stored without a URL, a client or an end`() async throws {
        try await Self.withUser(signedInTo: ["web", "other-web"]) { user, _ in
            #expect(try await user.fixture.notices().isEmpty)
            let server = user.fixture.server
            let alone = TestBrowser(at: server)
            let party = RelyingParty(at: server).with { $0.client = "other-web" }
            _ = try await alone.signUp(at: party, email: "eva@example.org")
            _ = try await alone.visit("/v2/logout")
            let only = TestBrowser(at: server)
            // The client doesn't exchange its code.
            let attempt = RelyingParty(at: server).attempt(["prompt": "create"])
            _ = try await only.signUp(on: only.authorize(attempt), email: "x@example.org")
            _ = try await only.visit("/v2/logout")
            #expect(try await user.fixture.notices().isEmpty)
        }
    }

    // MARK: Ends

    private enum End: String, CaseIterable, Sendable {
        case standardLogout, compatibleLogout, signOutOnAccountPage, sessionRemoval, otherSessionRemoval
        case endByOperator, block, deletion, passkeyRemoval, otherUser

        /// The reason, in Auth0's words.
        var initiator: String {
            switch self {
            case .standardLogout, .compatibleLogout, .signOutOnAccountPage: "rp-logout"
            case .block: "account-deactivated"
            case .deletion: "account-deleted"
            default: "session-revoked"
            }
        }
    }

    @available(macOS 15, *)
    private static func perform(_ end: End, on user: SignedIn) async throws {
        let (fixture, browser) = (user.fixture, user.browser)
        let (server, administration) = (fixture.server, fixture.administration)
        let formToken = { (browser: TestBrowser) in
            let page = try await browser.visit("/account").page
            return try #require(page.forms.lazy.compactMap { $0["csrf"] }.first)
        }
        switch end {
        case .standardLogout:
            let tokens = try #require(user.tokens["web"])
            let hint = try tokens.response.text("id_token")
            _ = try await browser.visit("/oidc/logout?id_token_hint=" + hint)
        case .compatibleLogout: _ = try await browser.visit("/v2/logout")
        case .signOutOnAccountPage:
            _ = try await browser.post("/account/logout", fields: [("csrf", try await formToken(browser))])
        case .sessionRemoval, .otherSessionRemoval:
            server.clock.advance(seconds: 1)
            let other = TestBrowser(sharingDeviceOf: browser)
            _ = try await other.authenticate(on: other.visit("/account"))
            let id = end == .sessionRemoval ? try user.sessionID : "others"
            _ = try await other.post(
                "/account/sessions/remove", fields: [("csrf", try await formToken(other)), ("id", id)])
        case .endByOperator: try await administration.endSessions(of: user.user)
        case .block: try await administration.block(user.user)
        case .deletion: try await administration.remove(user.user)
        case .passkeyRemoval:
            let id = try user.user
            let passkey = try #require(try await server.storage.read { try $0.passkeys.list(of: id) }.first)
            try await administration.removePasskey(passkey.id, of: id)
        case .otherUser:
            server.clock.advance(seconds: 1)
            let party = RelyingParty(at: server).with { $0.client = "other-web" }
            let attempt = party.attempt(["prompt": "create"])
            let visit = try await browser.signUp(on: browser.authorize(attempt), email: "eva@example.org")
            _ = try await party.tokens(from: visit, of: attempt)
        }
    }

    @available(macOS 15, *)
    @Test(arguments: End.allCases)
    private func `clients are informed of each end of a session, and only once`(end: End) async throws {
        try await Self.withUser { user, receiver in
            try await Self.perform(end, on: user)
            #expect(try await user.fixture.deliver() == 2)
            for request in receiver.requests {
                #expect(try await user.fixture.token(in: request)["sid"] == .string(try user.sessionID))
            }
            #expect(try await user.fixture.notices().isEmpty)
            _ = try await user.browser.visit("/v2/logout")
            #expect(try await user.fixture.deliver() == 0)
        }
    }

    @available(macOS 15, *)
    @Test(arguments: End.allCases)
    private func `a client is informed of the ends that it selected, and of each logout`(end: End) async throws {
        let members = { (selected: JSONValue) -> JSONObject in
            ["backchannel_logout_initiators": ["mode": "custom", "selected_initiators": selected]]
        }
        try await Self.withUser(signedInTo: ["web"], adding: members([.string(end.initiator)])) { user, _ in
            try await Self.perform(end, on: user)
            #expect(try await user.fixture.notices().count == 1)
        }
        try await Self.withUser(signedInTo: ["web"], adding: members([])) { user, _ in
            try await Self.perform(end, on: user)
            #expect(try await user.fixture.notices().count == (end.initiator == "rp-logout" ? 1 : 0))
        }
    }

    @available(macOS 15, *)
    @Test func `a client that the user disconnects is informed, and no other`() async throws {
        try await Self.withUser { user, receiver in
            let page = try await user.browser.visit("/account").page
            let form = try #require(page.forms.first { $0.action == "/account/consents/remove" && $0["id"] == "web" })
            _ = try await user.browser.submit(form)
            #expect(try await user.fixture.deliver() == 1)
            #expect(receiver.requests.map(\.target) == ["/web?a=b"])
            _ = try await user.browser.visit("/v2/logout")
            #expect(try await user.fixture.deliver() == 1)
            #expect(receiver.requests.map(\.target) == ["/web?a=b", "/many?a=b"])
        }
    }

    @available(macOS 15, *)
    @Test func `a user who signs in again stays signed in at the clients, and the last session's end informs all`()
        async throws
    {
        try await Self.withUser { user, receiver in
            let server = user.fixture.server
            server.clock.advance(seconds: 1)
            let again = try await user.browser.signIn(at: RelyingParty(at: server))
            #expect(again.sessionID != (try user.sessionID))
            #expect(try await user.fixture.notices().isEmpty)
            _ = try await user.browser.visit("/v2/logout")
            #expect(try await user.fixture.deliver() == 2)
            for request in receiver.requests {
                // Each client gets the ID that its latest tokens have.
                let expected = request.path == "/web" ? again.sessionID : try user.sessionID
                #expect(try await user.fixture.token(in: request)["sid"]?.stringValue == expected)
            }
        }
    }

    @available(macOS 15, *)
    @Test func `a session that expires causes no notice`() async throws {
        try await Self.withUser { user, _ in
            user.fixture.server.clock.advance(seconds: 400 * 86_400)
            let limit = user.fixture.server.clock.now
            let removed = try await user.fixture.server.storage.withTransaction {
                try $0.sessions.removeExpired(before: limit, limit: 10)
            }
            #expect(removed == 1)
            #expect(try await user.fixture.notices().isEmpty)
        }
    }

    @available(macOS 15, *)
    @Test func `the end of a session and its notices are one durable unit`() async throws {
        try await Self.withUser { user, _ in
            let storage = InstrumentedStorage(user.fixture.server.storage)
            try await user.fixture.administration(over: storage).endSessions(of: user.user)
            #expect(storage.transactions == 1)
            #expect(try await user.fixture.notices().count == 2)
        }
    }
}
