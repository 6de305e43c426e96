// SPDX-License-Identifier: Apache-2.0

import Configuration
import HTTPEndpoints
import HTTPServer
import IdentityModel
import RateLimiting
import SignIn
import TestStorage
import TestSupport
import Testing
import WireFormats

/// A forgotten password and the mailed link.
struct PasswordResetTests {
    private static let other = "another long enough one"

    @Test func `a mailed link sets the password once, and ends what the one before has opened`() async throws {
        let scene = try await MailedUser()
        let token = try await scene.user.signIn().require(200).text("refresh_token")
        try await scene.ask().require(200)
        let link = try await scene.link()
        let done = try await scene.choose(Self.other, on: scene.browser.visit(link))
        #expect(done.response.status == 200)
        #expect(try await scene.user.signIn().status == 403)
        try await scene.user.with { $0.password = Self.other }.signIn().require(200)
        let refreshed = try await scene.server.send(
            .post(
                "/oauth/token",
                json: ["grant_type": "refresh_token", "client_id": "password", "refresh_token": .string(token)]))
        #expect(refreshed.status == 403)
        #expect(try await scene.browser.visit(link).response.status == 403)
        let kinds = try await scene.server.storage.read { try $0.events.list(user: nil, limit: 50) }.map(\.kind)
        #expect(kinds.contains(.passwordReset))
    }

    @Test func `opening a link, as mail scanners do, spends nothing`() async throws {
        let scene = try await MailedUser()
        try await scene.ask().require(200)
        let link = try await scene.link()
        let storage = InstrumentedStorage(scene.server.storage)
        let transactions = storage.transactions
        for _ in 0..<3 {
            #expect(try await TestBrowser(at: scene.server).visit(link).response.status == 200)
            #expect(try await scene.server.send(Message(.head, path: link)).status == 200)
        }
        #expect(storage.transactions == transactions)
        let done = try await scene.choose(Self.other, on: scene.browser.visit(link))
        #expect(done.response.status == 200)
    }

    @Test func `a link that sets nothing computes few hashes`() async throws {
        let scene = try await MailedUser(["password_history": ["enable": true, "size": 2]], limits: .standard)
        try await scene.ask().require(200)
        var page = try await scene.browser.visit(scene.link())
        for _ in 0..<5 {
            page = try await scene.choose(scene.user.password, on: page)
            #expect(page.response.status == 400)
        }
        #expect(try await scene.choose(Self.other, on: page).response.status == 429)
    }

    @Test func `a page of another site can't send the form`() async throws {
        let scene = try await MailedUser()
        try await scene.ask().require(200)
        let token = try #require(try await scene.browser.visit(scene.link()).page.form("/password/reset")["t"])
        let message = Message.form("/password/reset", parameters: ["t": token, "password": Self.other])
        #expect(try await scene.server.send(message.on("https://evil.example")).status == 403)
        try await scene.user.signIn().require(200)
    }

    @Test func `whoever signs out elsewhere doesn't void the link`() async throws {
        let scene = try await MailedUser()
        try await scene.ask().require(200)
        let (link, id, time) = (try await scene.link(), try await scene.id(), scene.server.clock.now)
        try await scene.server.storage.withTransaction { try $0.users.apply(.newTokenGeneration, to: id, at: time) }
        let done = try await scene.choose(Self.other, on: scene.browser.visit(link))
        #expect(done.response.status == 200)
    }

    @Test func `of two submissions at the same time one sets the password`() async throws {
        let scene = try await MailedUser()
        try await scene.ask().require(200)
        let page = try await scene.browser.visit(scene.link())
        async let first = scene.choose(Self.other, on: page)
        async let second = scene.choose(Self.other + "2", on: page)
        let statuses = try await [first, second].map(\.response.status)
        #expect(statuses.sorted() == [200, 403])
    }

    @Test func `everyone is answered alike, and one row is stored for each`() async throws {
        let scene = try await MailedUser(isVerified: false)
        let known = try await scene.ask()
        scene.wait()
        let unknown = try await scene.ask(for: "nobody@example.org")
        #expect(known.status == 200 && unknown.status == 200)
        #expect(known.text == "We've just sent you an email to reset your password.")
        #expect(known.text == unknown.text && known.headers.fields.map(\.name) == unknown.headers.fields.map(\.name))
        #expect(try await scene.orders().map(\.content) == [.nothing, .unconfirmedReset])
        let owner = try #require(try await scene.server.users().first)
        let time = scene.server.clock.now
        try await scene.server.storage.withTransaction {
            try $0.users.apply(.blocked(true), to: owner.id, at: time)
        }
        scene.wait()
        #expect(try await scene.ask().text == unknown.text)
        #expect(try await scene.orders().first?.content == .nothing)
    }

    @Test func `the mailbox alone sets no password beside a settled passkey`() async throws {
        let scene = try await MailedUser()
        try await scene.user.device().enroll(scene.user.accountToken()).require(201)
        try await scene.ask().require(200)
        let early = try await scene.link()
        scene.server.clock.advance(seconds: PasswordClient.delay)
        try await scene.ask().require(200)
        #expect(
            try await scene.orders().first?.content == .passkeyInstead(link: "https://\(TestServer.host)/account"))
        #expect(try await scene.browser.visit(early).response.status == 403)
    }

    @Test func `a link ends with its hour, with another password, and at another host`() async throws {
        let scene = try await MailedUser()
        try await scene.ask().require(200)
        let first = try await scene.link()
        #expect(try await scene.server.send(Message(.get, path: first).at(TestServer.otherHost)).status == 403)
        try await scene.ask().require(200)
        let second = try await scene.link()
        scene.wait()
        _ = try await scene.choose(Self.other, on: scene.browser.visit(second))
        #expect(try await scene.browser.visit(first).response.status == 403)
        try await scene.ask().require(200)
        let third = try await scene.link()
        scene.server.clock.advance(seconds: 3_600)
        #expect(try await scene.browser.visit(third).response.status == 403)
    }

    @Test func `a password that is not accepted is said on the page, and the link still works`() async throws {
        let scene = try await MailedUser()
        try await scene.ask().require(200)
        let page = try await scene.choose("password1", on: scene.browser.visit(scene.link()))
        #expect(page.response.status == 400)
        let done = try await scene.choose(Self.other, on: page)
        #expect(done.response.status == 200)
    }

    @Test func `the page for a password leads to the mail, which is limited for each address`() async throws {
        let scene = try await MailedUser(limits: .standard)
        let attempt = RelyingParty(at: scene.server).attempt()
        let start = try await scene.browser.authorize(attempt)
        let page = try await scene.browser.post(
            "/login/password", fields: [("state", try #require(start.page.state)), ("identifier", "ada@example.org")])
        let forgotten = try await scene.browser.visit(
            try #require(page.page.links.first { $0.hasPrefix("/password/forgotten") }))
        let form = try forgotten.page.form("/password/forgotten")
        #expect(form.fields.first { $0.name == "identifier" }?.value == "ada@example.org")
        for _ in 0..<5 {
            let sent = try await scene.browser.submit(form, entering: ["identifier": "ada@example.org"])
            #expect(sent.response.status == 200)
        }
        #expect(try await scene.browser.submit(form, entering: [:]).response.status == 429)
        #expect(try await scene.orders().count == 5)
    }

    @Test func `without mail nothing is stored, and the page offers none`() async throws {
        let scene = try await MailedUser(sendsMail: false)
        try await scene.ask().require(200)
        #expect(try await scene.orders().isEmpty)
        #expect(try await !scene.pageOffersReset())
    }

    @Test func `where the mailbox alone sets no password, nobody is offered that, and a row is never sent`()
        async throws
    {
        let scene = try await MailedUser(tenant: ["recovery": ["password_reset": "wait"]])
        let answer = try await scene.ask().require(200)
        #expect(answer.text == "We've just sent you an email to reset your password.")
        #expect(try await scene.orders().map(\.content) == [.nothing])
        #expect(try await !scene.pageOffersReset())
    }

    @Test func `where users don't change their password themselves, no link is sent`() async throws {
        let scene = try await MailedUser(["disable_self_service_change_password": true])
        #expect(try await scene.ask().require(200).text == "We've just sent you an email to reset your password.")
        #expect(try await scene.orders().map(\.content) == [.nothing])
        #expect(try await !scene.pageOffersReset())
        #expect(try await scene.user.signIn().status == 200)
    }

    @Test(arguments: [
        Restriction(recovery: ["password_reset": "wait"]), Restriction(isChangeDisabled: true),
    ])
    func `a link that was sent before doesn't work once resets end, and works when they are back`(
        _ restriction: Restriction
    ) async throws {
        let scene = try await MailedUser()
        try await scene.ask().require(200)
        let link = try await scene.link()
        let page = try await scene.browser.visit(link)
        let served = scene.server.services.hosts
        let restricted = try await MailedUser(
            ["disable_self_service_change_password": .bool(restriction.isChangeDisabled)],
            tenant: ["recovery": .object(restriction.recovery)])
        scene.server.services.serve(restricted.server.services.hosts)
        #expect(try await scene.browser.visit(link).response.status == 403)
        #expect(try await scene.choose(Self.other, on: page).response.status == 403)
        scene.server.services.serve(served)
        #expect(try await scene.choose(Self.other, on: page).response.status == 200)
    }

    @Test func `where nobody has an address to send a link to, the page offers none`() async throws {
        let scene = try await MailedUser()
        let named = try await PasswordClient.server(
            ["attributes": ["username": ["identifier": ["active": true], "signup": ["status": "required"]]]],
            sendsMail: true)
        scene.server.services.serve(named.services.hosts)
        #expect(try await !scene.pageOffersReset())
    }

    /// What keeps users from a reset.
    struct Restriction: Sendable {
        var recovery: JSONObject = [:]
        var isChangeDisabled = false
    }
}
