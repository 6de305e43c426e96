// SPDX-License-Identifier: Apache-2.0

import Administration
import HTTPEndpoints
import HTTPServer
import IdentityModel
import SignIn
import TestStorage
import TestSupport
import Testing
import WireFormats

/// Codes and links where and when they are good for nothing.
@Suite(.timeLimit(.minutes(5))) struct CodeReplayTests {
    private static let email = "ada@example.org"

    /// A copy of a browser's page in another browser, whose address has the same sealed state.
    private func form(of page: Visit, in browser: TestBrowser, code: String) async throws -> Visit {
        try await browser.submit(page.page.form("/login/code"), entering: ["code": code])
    }

    @Test func `the older form takes a code once`() async throws {
        let scene = try await CodeScene()
        try await scene.start(Self.email).require(200)
        let code = try await scene.code()
        try await scene.enter(code, for: Self.email).require(200)
        try await scene.enter(code, for: Self.email).requireWrongCode()
    }

    @Test func `only the newest code of the older form counts, and another client's doesn't matter`() async throws {
        let scene = try await CodeScene()
        try await scene.start(Self.email).require(200)
        let own = try await scene.code()
        scene.wait()
        try await scene.start(Self.email, adding: ["client_id": "other-codes"]).require(200)
        let other = try await scene.code()
        if own != other { try await scene.enter(other, for: Self.email).requireWrongCode() }
        scene.wait()
        _ = try await scene.challenge(Self.email)
        try await scene.enter(own, for: Self.email).require(200)
        try await scene.enter(other, for: Self.email, adding: ["client_id": "other-codes", "scope": "openid"])
            .require(200)
    }

    @Test func `a session is good for the client that has asked`() async throws {
        let scene = try await CodeScene()
        let session = try await scene.challenge(Self.email)
        let code = try await scene.code()
        try await scene.enter(code, session: session, adding: ["client_id": "other-codes", "scope": "openid"])
            .requireWrongCode()
        try await scene.enter(code, session: session).require(200)
    }

    @Test func `a code is good at the host where it was asked for`() async throws {
        let scene = try await CodeScene()
        let session = try await scene.challenge(Self.email)
        let code = try await scene.code()
        let body: JSONObject = [
            "client_id": .string(CodeScene.client), "grant_type": .string(CodeScene.grant),
            "auth_session": .string(session), "otp": .string(code),
        ]
        try await scene.server.send(Message.post("/oauth/token", json: body).at(TestServer.otherHost))
            .requireWrongCode()
        try await scene.start(Self.email).require(200)
        let older: JSONObject = [
            "client_id": .string(CodeScene.client), "grant_type": .string(CodeScene.grant),
            "username": .string(Self.email), "realm": "email", "otp": .string(try await scene.code()),
        ]
        try await scene.server.send(Message.post("/oauth/token", json: older).at(TestServer.otherHost))
            .requireWrongCode()
        try await scene.enter(code, session: session).require(200)
    }

    @Test func `a restored backup has no codes and no links`() async throws {
        let scene = try await CodeScene()
        let session = try await scene.challenge(Self.email)
        let code = try await scene.code()
        let page = try await scene.codePage(in: scene.mailed.browser)
        let (onPage, link) = (try await scene.code(), try await scene.linkPath())
        let preparation = RestorePreparation(server: scene.mailed.administered, ring: scene.server.services.keyRing)
        _ = try await preparation(by: .command("restore"))
        try await scene.enter(code, session: session).requireWrongCode()
        #expect(try await scene.mailed.browser.visit(link).response.status == 403)
        let late = try await form(of: page, in: scene.mailed.browser, code: onPage)
        #expect(late.response.status >= 400)
        #expect(scene.mailed.browser.session == nil)
    }

    @Test func `of parallel right codes one is accepted, in either form`() async throws {
        let scene = try await CodeScene()
        let session = try await scene.challenge(Self.email)
        let code = try await scene.code()
        let statuses = try await withThrowingTaskGroup(of: Int.self) { group in
            for _ in 0..<5 { group.addTask { try await scene.enter(code, session: session).status } }
            return try await group.reduce(into: [Int]()) { $0.append($1) }
        }
        #expect(statuses.sorted() == [200, 403, 403, 403, 403])
        scene.wait()
        try await scene.start(Self.email).require(200)
        let older = try await scene.code()
        let others = try await withThrowingTaskGroup(of: Int.self) { group in
            for _ in 0..<5 { group.addTask { try await scene.enter(older, for: Self.email).status } }
            return try await group.reduce(into: [Int]()) { $0.append($1) }
        }
        #expect(others.sorted() == [200, 403, 403, 403, 403])
    }

    @Test func `of parallel sign-ups with right codes one makes an account`() async throws {
        let scene = try await CodeScene()
        var entries: [(session: String, code: String)] = []
        for _ in 0..<2 {
            let session = try await scene.challenge("new@example.org", adding: ["allow_signup": true])
            entries.append((session, try await scene.code()))
            scene.wait()
        }
        let statuses = try await withThrowingTaskGroup(of: Int.self) { group in
            for entry in entries {
                group.addTask { try await scene.enter(entry.code, session: entry.session).status }
            }
            return try await group.reduce(into: [Int]()) { $0.append($1) }
        }
        // The second may find the account, and signs in to it.
        #expect(statuses.contains(200))
        #expect(try await scene.server.users().filter { $0[.email]?.normalized == "new@example.org" }.count == 1)
    }

    @Test func `a code of a page is good in the browser that has asked`() async throws {
        let scene = try await CodeScene()
        let (browser, other) = (scene.mailed.browser, TestBrowser(at: scene.server))
        let page = try await scene.codePage(in: browser)
        let code = try await scene.code()
        #expect(try await form(of: page, in: other, code: code).response.status == 400)
        // A page of the other browser with the ID of the code is not possible: it is sealed. At the token endpoint:
        let id = try await scene.id(ofLink: scene.linkPath())
        try await scene.enter(code, session: id).requireWrongCode()
        #expect(try await scene.submit(code, on: page, in: browser).response.status != 403)
        #expect(browser.session != nil && other.session == nil)
    }

    @Test func `a code of a client's session is good on no page`() async throws {
        let scene = try await CodeScene()
        let page = try await scene.codePage(in: scene.mailed.browser)
        scene.wait()
        _ = try await scene.challenge(Self.email)
        let foreign = try await scene.code()
        #expect(try await scene.submit(foreign, on: page, in: scene.mailed.browser).response.status == 403)
    }

    @Test func `a link signs in the browser that has asked, and shows its code in others`() async throws {
        let scene = try await CodeScene()
        let browser = scene.mailed.browser
        let attempt = RelyingParty(at: scene.server).attempt(["prompt": "login"])
        let page = try await scene.codePage(in: browser, attempt)
        let (link, code) = (try await scene.linkPath(), try await scene.code())
        let other = try await TestBrowser(at: scene.server).visit(link)
        #expect(try other.page.text.filter(\.isNumber).contains(code))
        #expect(try other.page.forms.allSatisfy { $0.action != "/link" })
        #expect(other.response.headers["Referrer-Policy"] == "same-origin")
        let own = try await browser.visit(link)
        #expect(browser.session == nil)
        _ = try await browser.submit(own.page.form("/link"))
        #expect(browser.session != nil)
        // The code that the link stands for is used up, and so is the link.
        #expect(try await browser.visit(link).response.status == 403)
        #expect(try await TestBrowser(at: scene.server).visit(link).response.status == 403)
        #expect(try await scene.submit(code, on: page, in: TestBrowser(at: scene.server)).response.status == 400)
    }

    @Test func `opening a link, as mail scanners do, spends nothing`() async throws {
        let scene = try await CodeScene()
        let page = try await scene.codePage(in: scene.mailed.browser)
        let (link, code) = (try await scene.linkPath(), try await scene.code())
        let transactions = scene.counted.transactions
        for _ in 0..<3 {
            #expect(try await TestBrowser(at: scene.server).visit(link).response.status == 200)
            #expect(try await scene.server.send(Message(.head, path: link)).status == 200)
        }
        #expect(scene.counted.transactions == transactions)
        #expect(try await scene.submit(code, on: page, in: scene.mailed.browser).response.status != 403)
    }

    @Test func `one page says that a link is unknown, used, expired or of another host`() async throws {
        let scene = try await CodeScene()
        let browser = scene.mailed.browser
        _ = try await scene.codePage(in: browser)
        let link = try await scene.linkPath()
        var shapes: Set<AnswerShape> = []
        let token = try #require(link.split(separator: "=").last)
        shapes.insert(AnswerShape(try await scene.server.send(.get("/link?t=" + token.dropLast(2) + "AA"))))
        #expect(try await scene.server.send(Message.get(link).at(TestServer.otherHost)).status == 403)
        _ = try await browser.submit(browser.visit(link).page.form("/link"))
        shapes.insert(AnswerShape(try await scene.server.send(.get(link))))
        _ = try await scene.codePage(in: browser)
        let second = try await scene.linkPath()
        scene.server.clock.advance(seconds: 600)
        shapes.insert(AnswerShape(try await scene.server.send(.get(second))))
        #expect(shapes.count == 1)
        #expect(shapes.first?.lines.first == "status 403")
    }

    @Test func `another site can't use a link up`() async throws {
        let scene = try await CodeScene()
        let browser = scene.mailed.browser
        _ = try await scene.codePage(in: browser)
        let form = try await browser.visit(scene.linkPath()).page.form("/link")
        let forged = try await browser.post(
            "/link", fields: form.fields.map { ($0.name, $0.value) }, from: .otherSite, origin: "https://evil.example")
        #expect(forged.response.status == 403)
        #expect(browser.session == nil)
    }

    @Test func `a code of a sign-in proves nothing in a sign-up, and the other way round`() async throws {
        let scene = try await CodeScene(tenant: ["sign_up_mode": "strict"])
        try await scene.populate()
        // Whoever proves this address gets in either way.
        let email = CodeScene.Standing.unverified.email
        let browser = scene.mailed.browser
        let party = RelyingParty(at: scene.server)
        let start = try await browser.authorize(party.attempt(["prompt": "login"]))
        let form = try await browser.visit(start.page.link(to: "/signup"), from: .ownPage).page.form("/signup")
        let signUp = try await browser.submit(form, entering: ["email": email])
        let signUpCode = try await scene.code(to: email)
        scene.wait()
        let signIn = try await scene.codePage(in: browser, for: email)
        let signInCode = try await scene.code(to: email)
        try #require(signUpCode != signInCode)
        let codeForm = try #require(try signUp.page.forms.first { $0["code"] != nil })
        #expect(try await browser.submit(codeForm, entering: ["code": signInCode]).response.status == 403)
        #expect(try await scene.submit(signUpCode, on: signIn, in: browser).response.status == 403)
        #expect(try await browser.submit(codeForm, entering: ["code": signUpCode]).path == "/signup")
    }

    @Test func `a code of a sign-up is none of the older form`() async throws {
        let scene = try await CodeScene(tenant: ["sign_up_mode": "strict"])
        let device = TestClient(at: scene.server).with {
            $0.realm = PasswordClient.connection
            $0.client = CodeScene.client
            $0.profile = ["email": "new@example.org"]
        }
        try await scene.server.send(device.registration).require(200)
        try await scene.enter(scene.code(to: "new@example.org"), for: "new@example.org").requireWrongCode()
        #expect(try await scene.user("new@example.org") == nil)
    }
}
