// SPDX-License-Identifier: Apache-2.0

import HTTPServer
import IdentityModel
import SignIn
import TestSupport
import Testing
import WireFormats

/// Sign-ups with a password through an application, which wait for the link in a mail.
@Suite(.timeLimit(.minutes(5))) struct SuspendedSignUpTests {
    private static let email = "new@example.org"
    private static let password = "a long enough one"

    private func scene(_ options: JSONObject = [:]) async throws -> (scene: CodeScene, user: PasswordClient) {
        let scene = try await CodeScene(options, tenant: ["sign_up_mode": "strict"])
        return (scene, scene.mailed.user.with { $0.email = Self.email })
    }

    private func confirm(_ password: String, on page: Visit, in browser: TestBrowser) async throws -> Visit {
        try await browser.submit(page.page.form("/link"), entering: ["password": password])
    }

    @Test func `the account exists from the link on, and its ID was none`() async throws {
        let (scene, user) = try await scene()
        let answer = try await user.signUp().require(200)
        #expect(answer.value("email_verified") == false)
        let ids = try await [answer, user.signUp().require(200)].map { try $0.text("_id") }
        #expect(ids[0] != ids[1])
        #expect(try await scene.user(Self.email) == nil)
        #expect(try await user.signIn().status == 403)
        let browser = TestBrowser(at: scene.server)
        let page = try await browser.visit(scene.linkPath())
        let done = try await confirm(Self.password, on: page, in: browser)
        #expect(done.response.status == 200)
        let account = try #require(try await scene.user(Self.email))
        #expect(account[.email]?.isVerified == true)
        #expect(!ids.contains { account.id.rawValue.contains($0) })
        #expect(browser.session == nil)
        try await user.signIn().require(200)
        let kinds = try await scene.server.storage.read { try $0.events.list(user: account.id, limit: 9) }.map(\.kind)
        #expect(kinds.contains(.userCreated) && kinds.contains(.identifierVerified) && kinds.contains(.passwordSet))
    }

    @Test func `the owner of a mailbox gets no account with the password of a stranger`() async throws {
        let (scene, user) = try await scene()
        try await user.signUp().require(200)
        let browser = TestBrowser(at: scene.server)
        var page = try await browser.visit(scene.linkPath())
        #expect(try page.page.form("/link").fields.contains { $0.name == "password" })
        for number in 1...5 {
            page = try await confirm("not the one that was typed", on: page, in: browser)
            #expect(page.response.status == 403)
            #expect((try? page.page.form("/link")) != nil, "\(number)")
        }
        #expect(try await confirm(Self.password, on: page, in: browser).response.status == 403)
        #expect(try await browser.visit(scene.linkPath()).response.status == 403)
        #expect(try await scene.user(Self.email) == nil)
    }

    @Test func `wrong passwords that come at once are counted, too`() async throws {
        let (scene, user) = try await scene()
        try await user.signUp().require(200)
        let form = try await TestBrowser(at: scene.server).visit(scene.linkPath()).page.form("/link")
        try await withThrowingTaskGroup(of: Void.self) { group in
            for _ in 0..<8 {
                group.addTask {
                    _ = try await TestBrowser(at: scene.server).submit(form, entering: ["password": "a wrong one"])
                }
            }
            try await group.waitForAll()
        }
        let late = try await TestBrowser(at: scene.server).submit(form, entering: ["password": Self.password])
        #expect(late.response.status == 403)
        #expect(try await scene.user(Self.email) == nil)
    }

    @Test func `a link is used once, also by two at the same time`() async throws {
        let (scene, user) = try await scene()
        try await user.signUp().require(200)
        let form = try await TestBrowser(at: scene.server).visit(scene.linkPath()).page.form("/link")
        let submit = { @Sendable in
            try await TestBrowser(at: scene.server).submit(form, entering: ["password": Self.password]).response.status
        }
        async let first = submit()
        async let second = submit()
        let statuses = try await [first, second]
        #expect(statuses.sorted() == [200, 403])
        #expect(try await scene.server.users().filter { $0[.email]?.normalized == Self.email }.count == 1)
    }

    @Test func `a link works for an hour, at its host`() async throws {
        let (scene, user) = try await scene()
        try await user.signUp().require(200)
        let link = try await scene.linkPath()
        #expect(try await scene.server.send(Message.get(link).at(TestServer.otherHost)).status == 403)
        scene.server.clock.advance(seconds: 3_599)
        #expect(try await TestBrowser(at: scene.server).visit(link).response.status == 200)
        scene.server.clock.advance(seconds: 1)
        #expect(try await TestBrowser(at: scene.server).visit(link).response.status == 403)
    }

    @Test func `an address that has an account gets no link`() async throws {
        let (scene, user) = try await scene()
        try await scene.populate()
        for standing in [CodeScene.Standing.known, .blocked, .erased] {
            scene.wait()
            try await user.with { $0.email = standing.email }.signUp().require(200)
            let content = try await scene.lastOrder().content
            #expect(content == (standing == .known ? .accountExists : .nothing))
        }
    }

    @Test func `an unverified account loses its address to whoever uses the link`() async throws {
        let (scene, user) = try await scene()
        try await scene.populate()
        let email = CodeScene.Standing.unverified.email
        let old = try #require(try await scene.user(email))
        try await user.with { $0.email = email }.signUp().require(200)
        let browser = TestBrowser(at: scene.server)
        let done = try await confirm(Self.password, on: browser.visit(scene.linkPath()), in: browser)
        #expect(done.response.status == 200)
        let new = try #require(try await scene.user(email))
        #expect(new.id != old.id)
        #expect(try await scene.events(.identifierReleased).first?.details["to"] == .string(new.id.rawValue))
        #expect(try await scene.events(.identifierReleased).first?.user == old.id)
    }

    @Test func `a link of an address that somebody has proven since is like any other that doesn't work`() async throws
    {
        let (scene, user) = try await scene()
        try await user.signUp().require(200)
        let link = try await scene.linkPath()
        scene.wait()
        let session = try await scene.challenge(Self.email, adding: ["allow_signup": true])
        try await scene.enter(scene.code(to: Self.email), session: session).require(200)
        let owner = try #require(try await scene.user(Self.email))
        let browser = TestBrowser(at: scene.server)
        #expect(try await confirm(Self.password, on: browser.visit(link), in: browser).response.status == 403)
        #expect(try await scene.user(Self.email) == owner)
    }

    @Test func `no code of such a mail can be typed anywhere`() async throws {
        let (scene, user) = try await scene()
        try await user.signUp().require(200)
        let id = try await scene.id(ofLink: scene.linkPath())
        for code in ["123456", "", String(repeating: "0", count: 6)] {
            let answer = try await scene.enter(code, session: id)
            #expect(answer.status == 403 || answer.status == 400)
        }
        #expect(try await TestBrowser(at: scene.server).visit(scene.linkPath()).response.status == 200)
    }
}
