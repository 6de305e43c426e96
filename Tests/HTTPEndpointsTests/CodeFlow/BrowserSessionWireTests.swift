// SPDX-License-Identifier: Apache-2.0

import HTTPServer
import IdentityModel
import SignIn
import SoftwareAuthenticator
import TestSupport
import Testing
import WireFormats

/// Browser sessions: what keeps them, and what ends them.
struct BrowserSessionWireTests {
    private struct SignedIn {
        let server: TestServer
        let party: RelyingParty
        let browser: TestBrowser
        let tokens: Tokens

        init(_ change: (inout RelyingParty) -> Void = { _ in }) async throws {
            server = try await TestServer()
            party = RelyingParty(at: server).with(change)
            browser = TestBrowser(at: server)
            tokens = try await browser.signUp(at: party)
        }

        var user: UserID { get throws { UserID(rawValue: try #require(tokens.identity["sub"]?.stringValue)) } }

        var administration: ServerOperator {
            let clock = server.clock
            return ServerOperator(storage: server.storage, now: { clock.now })
        }

        /// The error of a silent request, or `nil` if the session is alive.
        func silentError() async throws -> String? {
            try await browser.authorize(party.attempt(["prompt": "none"]))["error"]
        }

        /// A code that was not exchanged yet.
        func code() async throws -> (String, RelyingParty.Attempt) {
            let attempt = party.attempt()
            return (try party.code(in: try await browser.authorize(attempt), of: attempt), attempt)
        }
    }

    @Test func `the cookies are for this host, and only the session's comes with requests of other sites`() async throws
    {
        let jar = try await SignedIn().browser.cookies
        #expect(jar["__Host-thumbturn-browser"]?.sameSite == .lax)
        #expect(jar["__Host-thumbturn-session"]?.sameSite == CookieJar.SameSite.none)
        #expect(jar.cookies.count == 2)
    }

    @Test(arguments: ["/authorize", "/account"])
    func `a browser is identified once`(path: String) async throws {
        let server = try await TestServer()
        let browser = TestBrowser(at: server)
        let address = path == "/authorize" ? RelyingParty(at: server).attempt().path : path
        let first = try await browser.send(.get(address), from: .link).require(303)
        #expect(first.headers["Set-Cookie"]?.hasPrefix("__Host-thumbturn-browser=") == true)
        let second = try await browser.send(.get(address), from: .link).require(303)
        #expect(second.headers["Set-Cookie"] == nil)
    }

    @Test func `refreshed tokens keep the session's ID`() async throws {
        let user = try await SignedIn()
        let refreshed = try await user.party.refresh(user.tokens.refresh).require(200)
        let identity = try await VerifiedToken(refreshed.text("id_token"), at: user.server)
        #expect(identity["sid"]?.stringValue == user.tokens.sessionID)
        #expect(identity["nonce"] == nil)
    }

    @Test func `a blocked user has no session, no code and no refresh`() async throws {
        let user = try await SignedIn()
        let (code, attempt) = try await user.code()
        try await user.administration.block(user.user)
        #expect(try await user.silentError() == "login_required")
        #expect(try await user.party.exchange(code, of: attempt).status >= 400)
        #expect(try await user.party.refresh(user.tokens.refresh).status >= 400)
        try await user.party.userInfo(user.tokens.access).require(401)
        try await user.administration.unblock(user.user)
        #expect(try await user.silentError() == "login_required")
        let again = try await user.party.exchange(code, of: attempt)
        #expect(again.value("error") == "invalid_grant")
    }

    @Test func `a blocked user can't sign in on the page`() async throws {
        let user = try await SignedIn()
        try await user.administration.block(user.user)
        let visit = try await user.browser.authorize(user.party.attempt())
        let response = try await user.browser.finishCeremony(of: visit)
        #expect(response.status == 401 || response.status == 403)
        #expect(response.headers["Set-Cookie"] == nil)
    }

    @Test func `deleting the account ends everything`() async throws {
        let user = try await SignedIn()
        let (code, attempt) = try await user.code()
        try await user.administration.remove(user.user)
        #expect(try await user.silentError() == "login_required")
        #expect(try await user.party.exchange(code, of: attempt).require(400).value("error") == "invalid_grant")
        #expect(try await user.party.refresh(user.tokens.refresh).require(403).value("error") == "invalid_grant")
    }

    @Test func `a session ends with the passkey that opened it`() async throws {
        let user = try await SignedIn()
        let (code, attempt) = try await user.code()
        let id = try user.user
        let passkey = try #require(try await user.server.storage.read { try $0.passkeys.list(of: id) }.first)
        try await ServerOperator(storage: user.server.storage).removePasskey(passkey.id, of: id)
        #expect(try await user.silentError() == "login_required")
        #expect(try await user.party.exchange(code, of: attempt).require(400).value("error") == "invalid_grant")
    }

    @Test func `a session ends after its idle time, unless it is used`() async throws {
        let user = try await SignedIn()
        let idle = try #require(try await record(of: user)).idleExpiresAt
        let lifetime = idle.secondsSince1970 - user.server.clock.now.secondsSince1970
        user.server.clock.advance(seconds: lifetime - 1)
        #expect(try await user.silentError() == nil)
        #expect(try await record(of: user).map { $0.idleExpiresAt > idle } == true)
        let absolute = try #require(try await record(of: user)).expiresAt
        while user.server.clock.now.advanced(by: lifetime - 1) < absolute {
            user.server.clock.advance(seconds: lifetime - 1)
            #expect(try await user.silentError() == nil)
        }
        user.server.clock.advance(seconds: absolute.secondsSince1970 - user.server.clock.now.secondsSince1970)
        #expect(try await user.silentError() == "login_required")
    }

    private func record(of user: SignedIn) async throws -> BrowserSession? {
        let hash = try #require(user.browser.session.flatMap { TimeOrderedSecret($0) }).hash
        return try await user.server.storage.read { try $0.sessions.find(by: hash) }
    }

    @Test func `a HEAD request issues no code and ends no session`() async throws {
        let user = try await SignedIn()
        let head = try await user.browser.send(Message(.head, path: user.party.attempt().path))
        #expect(head.headers["Location"]?.hasPrefix("/login?") == true)
        let hint = try user.tokens.response.text("id_token")
        for path in ["/oidc/logout?id_token_hint=\(hint)", "/v2/logout"] {
            let response = try await user.browser.send(Message(.head, path: path))
            #expect(response.headers["Set-Cookie"] == nil)
        }
        #expect(try await user.silentError() == nil)
    }

    @Test func `an unused session ends`() async throws {
        let user = try await SignedIn()
        let idle = try #require(try await record(of: user)).idleExpiresAt
        user.server.clock.advance(seconds: idle.secondsSince1970 - user.server.clock.now.secondsSince1970)
        #expect(try await user.silentError() == "login_required")
    }

    @Test func `a session of one host is none at another`() async throws {
        let user = try await SignedIn()
        let elsewhere = TestBrowser(at: user.server, host: TestServer.otherHost)
        let cookie = try #require(user.browser.session)
        let party = user.party.with { $0.host = TestServer.otherHost }
        let message = Message.get(party.attempt(["prompt": "none"]).path)
            .setting("Cookie", to: "__Host-thumbturn-session=\(cookie)")
        let visit = try await elsewhere.follow(elsewhere.send(message), at: message.path)
        #expect(visit["error"] == "login_required")
    }
}
