// SPDX-License-Identifier: Apache-2.0

import HTTPServer
import HostedPages
import IdentityModel
import SignIn
import SoftwareAuthenticator
import TestSupport
import Testing
import WireFormats

/// An account in which nobody has proven the address, and the user who proves it on the server's pages (rule 21).
@Suite(.timeLimit(.minutes(5))) struct ReviewPageTests {
    private static let path = "/login/code/review"
    /// What comes next for who has no passkey.
    private static let offer = "/login/add-passkey"

    /// An account that somebody has made with the address of somebody else.
    private struct Scene {
        let codes: CodeScene
        /// Whoever has made the account.
        let squatter: TestBrowser
        /// Whoever has the mailbox.
        let owner: TestBrowser
        let token: String

        init(_ tenant: JSONObject = [:]) async throws {
            codes = try await CodeScene(tenant: tenant, isVerified: false)
            squatter = TestBrowser(at: codes.server, address: "203.0.113.9")
            owner = TestBrowser(at: codes.server)
            try await codes.mailed.signIn(in: squatter)
            try #require(squatter.session != nil)
            token = try await codes.mailed.user.signIn().require(200).text("refresh_token")
            codes.wait()
        }

        /// The page on which the owner of the mailbox decides.
        func review(_ attempt: RelyingParty.Attempt? = nil) async throws -> Visit {
            let page = try await codes.signIn(in: owner, attempt)
            try #require(page.path == ReviewPageTests.path, "\(page.address)")
            return page
        }

        /// Submits the page, with the boxes of some entries not ticked.
        func decide(on page: Visit, keeping kept: [String] = []) async throws -> Visit {
            let form = try page.page.form(ReviewPageTests.path)
            let fields = form.fields.filter { field in !kept.contains { field.name == ReviewPage.field + $0 } }
            return try await owner.post(form.action, fields: fields.map { ($0.name, $0.value) })
        }

        func refreshes(_ token: String) async throws -> Bool {
            try await codes.server.send(
                .post(
                    "/oauth/token",
                    json: ["grant_type": "refresh_token", "client_id": "password", "refresh_token": .string(token)])
            ).status == 200
        }

        func isSignedIn(_ browser: TestBrowser) async throws -> Bool {
            try await browser.visit("/account").path == "/account"
        }

        func passkeys() async throws -> [Passkey] {
            let user = try #require(try await codes.server.users().first)
            return try await codes.server.storage.read { try $0.passkeys.list(of: user.id) }
        }
    }

    private func boxes(on page: Visit) throws -> [PageDocument.Element] {
        try page.page.elements.filter { $0["type"] == "checkbox" }
    }

    private func ids(on page: Visit) throws -> [String] {
        try boxes(on: page).compactMap { $0["name"].map { String($0.dropFirst(ReviewPage.field.count)) } }
    }

    @Test func `the page lists the password, the sessions, the applications and the passkeys, all ticked`() async throws
    {
        let scene = try await Scene()
        try await scene.codes.mailed.user.device().enroll(scene.codes.mailed.user.accountToken()).require(201)
        let page = try await scene.review()
        let user = try #require(try await scene.codes.server.users().first)
        let (sessions, tokens) = try await scene.codes.server.storage.read {
            (try $0.sessions.list(of: user.id), try $0.refreshTokens.list(of: user.id))
        }
        let expected =
            try await scene.passkeys().map(\.id.rawValue) + [user.id.passwordWay.id] + sessions.map(\.id.rawValue)
            + Set(tokens.map(\.family.rawValue))
        #expect(sessions.count == 1 && !tokens.isEmpty)
        #expect(try Set(ids(on: page)) == Set(expected))
        #expect(try boxes(on: page).allSatisfy { $0["checked"] != nil })
        #expect(scene.owner.session == nil)
    }

    @Test func `what is ticked ends and is removed, and the address is proven`() async throws {
        let scene = try await Scene()
        let device = scene.codes.mailed.user.device()
        try await device.enroll(scene.codes.mailed.user.accountToken()).require(201)
        let access = try await scene.codes.mailed.user.signIn().require(200).text("access_token")
        scene.codes.wait()
        let done = try await scene.decide(on: scene.review())
        #expect(done.path == Self.offer)
        #expect(try await scene.isSignedIn(scene.owner))
        #expect(try await !scene.isSignedIn(scene.squatter))
        #expect(try await !scene.refreshes(scene.token))
        #expect(try await RelyingParty(at: scene.codes.server).userInfo(access).status == 401)
        #expect(try await scene.codes.mailed.user.signIn().status == 403)
        #expect(try await device.signIn().status != 200)
        #expect(try await scene.passkeys().isEmpty)
        let user = try #require(try await scene.codes.user())
        #expect(user[.email]?.isVerified == true)
        let events = try await scene.codes.server.storage.read { try $0.events.list(user: user.id, limit: 50) }
        for kind in [AuditEvent.Kind.identifierVerified, .passwordRemoved, .passkeyRemoved] {
            #expect(events.filter { $0.kind == kind }.count == 1, "\(kind)")
        }
    }

    @Test func `what is not ticked stays`() async throws {
        let scene = try await Scene()
        try await scene.codes.mailed.user.device().enroll(scene.codes.mailed.user.accountToken()).require(201)
        let page = try await scene.review()
        _ = try await scene.decide(on: page, keeping: ids(on: page))
        #expect(try await scene.isSignedIn(scene.squatter))
        #expect(try await scene.refreshes(scene.token))
        #expect(try await scene.passkeys().count == 1)
        try await scene.codes.mailed.user.signIn().require(200)
        #expect(try await scene.codes.user()?[.email]?.isVerified == true)
    }

    @Test func `each box is about its own entry`() async throws {
        let scene = try await Scene()
        let page = try await scene.review()
        let user = try #require(try await scene.codes.server.users().first)
        _ = try await scene.decide(on: page, keeping: [user.id.passwordWay.id])
        #expect(try await !scene.isSignedIn(scene.squatter))
        #expect(try await !scene.refreshes(scene.token))
        try await scene.codes.mailed.user.signIn().require(200)
    }

    @Test func `what was added since the page was shown is removed`() async throws {
        let scene = try await Scene()
        let page = try await scene.review()
        scene.codes.wait()
        let late = try await scene.codes.mailed.user.signIn().require(200).text("refresh_token")
        let browser = TestBrowser(at: scene.codes.server, address: "203.0.113.10")
        try await scene.codes.mailed.signIn(in: browser)
        try await scene.codes.mailed.user.device().enroll(scene.codes.mailed.user.accountToken()).require(201)
        _ = try await scene.decide(on: page, keeping: ids(on: page))
        #expect(try await scene.passkeys().isEmpty)
        #expect(try await !scene.refreshes(late))
        #expect(try await !scene.isSignedIn(browser))
        #expect(try await scene.isSignedIn(scene.squatter))
    }

    @Test func `whoever signs in a hundred times doesn't make the page too large to be sent`() async throws {
        let scene = try await Scene()
        var tokens: [String] = []
        for _ in 0..<110 {
            tokens.append(try await scene.codes.mailed.user.signIn().require(200).text("refresh_token"))
        }
        let page = try await scene.review()
        let count = try boxes(on: page).count
        #expect(count <= ReviewPage.limit && count > 20, "\(count)")
        #expect(try await scene.decide(on: page, keeping: ids(on: page)).response.status < 400)
        #expect(scene.owner.session != nil)
        var alive = 0
        for token in tokens where try await scene.refreshes(token) { alive += 1 }
        #expect(alive < ReviewPage.limit)
    }

    @Test func `an application that has refreshed its tokens is listed once`() async throws {
        let scene = try await Scene()
        #expect(try await scene.refreshes(scene.token))
        let page = try await scene.review()
        let ids = try ids(on: page)
        #expect(Set(ids).count == ids.count)
        #expect(try await scene.decide(on: page).path == Self.offer)
        #expect(try await !scene.refreshes(scene.token))
    }

    @Test func `the page can be loaded again, and its form sent twice`() async throws {
        let scene = try await Scene()
        let attempt = RelyingParty(at: scene.codes.server).attempt(["prompt": "login", "scope": "openid"])
        let page = try await scene.review(attempt)
        let again = try await scene.owner.visit(page.address, from: .ownPage)
        #expect(try ids(on: again) == ids(on: page))
        let before = scene.owner.cookies
        let first = try await scene.decide(on: again)
        // The browser drops the first response, with its cookies.
        scene.owner.cookies = before
        let second = try await scene.decide(on: again)
        #expect(first.path == Self.offer && second.path == Self.offer)
        #expect(scene.owner.session != nil)
        #expect(try await scene.codes.events(.identifierVerified).count == 1)
    }

    @Test func `of two submissions at the same time one decides`() async throws {
        let scene = try await Scene()
        let page = try await scene.review()
        let all = try ids(on: page)
        async let first = scene.decide(on: page)
        async let second = scene.decide(on: page, keeping: all)
        #expect(try await [first, second].allSatisfy { $0.response.status < 400 })
        #expect(try await scene.codes.events(.identifierVerified).count == 1)
    }

    @Test func `a proof of another tab decides nothing once the address is proven`() async throws {
        let scene = try await Scene()
        let first = try await scene.review()
        let second = try await scene.review()
        _ = try await scene.decide(on: second, keeping: ids(on: second))
        scene.codes.wait()
        _ = try await scene.decide(on: first)
        // The tab that came later would have ended this.
        #expect(try await scene.refreshes(scene.token))
        try await scene.codes.mailed.user.signIn().require(200)
        let late = try await scene.owner.visit(first.address, from: .ownPage)
        #expect(late.path != Self.path)
    }

    @Test func `a proof is good for an hour, in the browser that made it`() async throws {
        let scene = try await Scene()
        let page = try await scene.review()
        let form = try page.page.form(Self.path)
        let stranger = TestBrowser(at: scene.codes.server)
        #expect(try await stranger.submit(form).response.status == 400)
        scene.codes.server.clock.advance(seconds: 3_600)
        let late = try await scene.decide(on: page)
        #expect(late.path != "/login/add-passkey" && !late.isAway)
        #expect(scene.owner.session == nil)
        #expect(try await scene.codes.user()?[.email]?.isVerified == false)
    }

    @Test func `an account with a settled passkey is not entered, and keeps all but the address`() async throws {
        let scene = try await Scene()
        let device = scene.codes.mailed.user.device()
        try await device.enroll(scene.codes.mailed.user.accountToken()).require(201)
        scene.codes.server.clock.advance(seconds: PasswordClient.delay)
        let refresh = try await device.signIn().require(200).text("refresh_token")
        let old = try #require(try await scene.codes.user())
        let page = try await scene.review()
        #expect(try boxes(on: page).isEmpty)
        // A form of the other page changes nothing either.
        let forced = try await scene.owner.post(
            Self.path, fields: [("state", try #require(page.page.state))])
        #expect(forced.path == Self.path)
        #expect(try await scene.codes.user() == old)
        _ = try await scene.owner.submit(page.page.form(Self.path), pressing: "new")
        let new = try #require(try await scene.codes.user())
        #expect(new.id != old.id && new[.email]?.isVerified == true)
        #expect(try await scene.isSignedIn(scene.owner))
        let event = try #require(try await scene.codes.events(.identifierReleased).first)
        #expect(event.user == old.id && event.details["to"] == .string(new.id.rawValue))
        try await device.signIn().require(200)
        try await device.refresh(refresh).require(200)
        #expect(try await scene.codes.mailed.user.signIn().status == 403)
    }

    @Test func `a passkey that settles while the page is shown is not removed`() async throws {
        let scene = try await Scene()
        let device = scene.codes.mailed.user.device()
        try await device.enroll(scene.codes.mailed.user.accountToken()).require(201)
        scene.codes.server.clock.advance(seconds: PasswordClient.delay - 60)
        let page = try await scene.review()
        scene.codes.server.clock.advance(seconds: 60)
        let late = try await scene.decide(on: page)
        #expect(late.path == Self.path)
        #expect(try boxes(on: late).isEmpty)
        #expect(try await scene.passkeys().count == 1)
    }

    @Test func `an account in which another address was proven is not entered`() async throws {
        let scene = try await Scene()
        try await scene.codes.mailed.addPhone("+4915112345678")
        let old = try #require(try await scene.codes.user())
        let page = try await scene.review()
        #expect(try boxes(on: page).isEmpty)
        _ = try await scene.owner.submit(page.page.form(Self.path), pressing: "new")
        let new = try #require(try await scene.codes.user())
        #expect(new.id != old.id)
        let left = try await scene.codes.server.storage.read { try $0.users.find(old.id) }
        #expect(left?.identifiers.map(\.kind) == [.phoneNumber])
    }

    @Test func `a number that nobody has proven opens no account whose address somebody has`() async throws {
        let codes = try await CodeScene()
        try await codes.addUnverifiedPhone("+4915112345678")
        let browser = TestBrowser(at: codes.server)
        let ask = try await codes.askPage(in: browser)
        let page = try await browser.submit(
            ask.page.form("/login/code/send"), entering: ["identifier": "+4915112345678"])
        guard case .code(let code, _) = try #require(try await codes.mailed.messages().first).content else {
            throw Unexpected("no code")
        }
        let review = try await codes.submit(code, on: page, in: browser)
        #expect(review.path == Self.path)
        #expect(try boxes(on: review).isEmpty)
        _ = try await browser.post(Self.path, fields: [("state", try #require(review.page.state))])
        #expect(browser.session == nil)
        try await codes.mailed.user.signIn().require(200)
    }

    @Test func `the own account's sign-in shows the page, too`() async throws {
        let scene = try await Scene()
        let start = try await scene.owner.visit("/account")
        let ask = try await scene.owner.visit(start.page.link(to: "/login/code/send"), from: .ownPage)
        let page = try await scene.owner.submit(
            ask.page.form("/login/code/send"), entering: ["identifier": "ada@example.org"])
        let review = try await scene.codes.submit(scene.codes.code(), on: page, in: scene.owner)
        #expect(review.path == Self.path)
        let done = try await scene.decide(on: review)
        #expect(done.path == "/account")
        #expect(try await !scene.isSignedIn(scene.squatter))
    }

    @Test func `an account without another way in is entered at once, and its sessions end`() async throws {
        let codes = try await CodeScene()
        try await codes.populate()
        let email = CodeScene.Standing.unverified.email
        let user = try #require(try await codes.user(email))
        let time = codes.server.clock.now
        let session = BrowserSession(
            id: .random(at: time), secretHash: TimeOrderedSecret(at: time).hash, user: user.id, host: TestServer.host,
            createdAt: time, idleExpiresAt: time.advanced(by: 3600), expiresAt: time.advanced(by: 3600))
        try await codes.server.storage.withTransaction { try $0.sessions.insert(session) }
        codes.wait()
        let challenge = try await codes.challenge(email)
        try await codes.enter(codes.code(to: email), session: challenge).require(200)
        let left = try await codes.server.storage.read { try $0.sessions.list(of: user.id) }
        #expect(!left.contains { $0.id == session.id })
        #expect(try await codes.user(email)?[.email]?.isVerified == true)
    }
}
