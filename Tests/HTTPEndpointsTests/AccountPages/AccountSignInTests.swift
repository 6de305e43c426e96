// SPDX-License-Identifier: Apache-2.0

import HTTPEndpoints
import IdentityModel
import SoftwareAuthenticator
import TestSupport
import Testing
import WireFormats

/// The sign-in for the server's own pages, where no client takes part.
struct AccountSignInTests {
    @Test func `a browser without a session signs in and returns to the page`() async throws {
        let account = try await AccountPageFixture()
        let other = TestBrowser(sharingDeviceOf: account.browser)
        let visit = try await other.visit("/account")
        #expect(visit.path == "/login")
        #expect(try visit.page.links.allSatisfy { !$0.hasPrefix("/signup") })
        let page = try await other.authenticate(on: visit)
        #expect(page.path == "/account" && page.response.status == 200)
        #expect(try await account.sessions().count == 2)
        #expect(try await account.events(.signedIn).filter { $0.client == nil }.count == 1)
    }

    @Test func `users of every connection sign in`() async throws {
        let server = try await TestServer()
        let browser = TestBrowser(at: server)
        let attempt = RelyingParty(at: server).attempt(["connection": "names", "screen_hint": "signup"])
        let form = try await browser.authorize(attempt)
        let step = try await browser.submit(form.page.form("/signup"), entering: ["username": "ada"])
        _ = try await browser.authenticate(on: step)
        let other = TestBrowser(sharingDeviceOf: browser)
        let page = try await other.authenticate(on: other.visit("/account"))
        #expect(try page.page.text.contains("ada"))
    }

    @Test func `a sign-in replaces the session of the browser`() async throws {
        let account = try await AccountPageFixture()
        let before = try #require(account.browser.session)
        account.server.clock.advance(seconds: 1000)
        let visit = try await account.post("/account/sessions/remove", fields: [("id", "others")])
        _ = try await account.browser.authenticate(on: visit)
        #expect(account.browser.session != before)
        #expect(try await account.sessions().count == 1)
    }

    @Test(arguments: ["/account/passkeys/remove", "/account/sessions/remove"])
    func `removing access needs a recent sign-in`(path: String) async throws {
        let account = try await AccountPageFixture()
        try await account.addPasskey().require(200)
        _ = try await account.otherBrowser()
        account.server.clock.advance(seconds: 15 * 60)
        let id = path.contains("passkeys") ? try await account.passkeys()[1].id.rawValue : "others"
        let visit = try await account.post(path, fields: [("id", id)])
        #expect(visit.path == "/login")
        #expect(try await account.passkeys().count == 2)
        #expect(try await account.sessions().count == 2)
        let page = try await account.browser.authenticate(on: visit)
        #expect(page.path == "/account")
        #expect(try await account.post(path, fields: [("id", id)]).path == "/account")
        #expect(try await account.passkeys().count + account.sessions().count == 3)
    }

    @Test func `adding a passkey needs a recent sign-in`() async throws {
        let account = try await AccountPageFixture()
        let token = JSONValue.string(try await account.formToken())
        account.server.clock.advance(seconds: 15 * 60 + 1)
        let response = try await account.browser.call("/account/passkeys/challenge", body: ["csrf": token])
        #expect(response.status == 401 && response.code == "page.sign-in-required")
        let visit = try await account.browser.visit(response.text("location"), from: .ownPage)
        #expect(visit.path == "/login")
        #expect(try await account.browser.authenticate(on: visit).path == "/account")
        try await account.addPasskey().require(200)
    }

    @Test func `renaming needs no recent sign-in`() async throws {
        let account = try await AccountPageFixture()
        account.server.clock.advance(seconds: 15 * 60)
        let id = try #require(try await account.passkeys().first).id.rawValue
        #expect(
            try await account.post("/account/passkeys/rename", fields: [("id", id), ("name", "x")]).path == "/account")
    }

    @Test func `the form that adds a passkey returns to the page without a script, and needs its fields`() async throws
    {
        let account = try await AccountPageFixture()
        #expect(try await account.post("/account", fields: []).path == "/account")
        let stranger = TestBrowser(at: account.server)
        #expect(try await stranger.post("/account", fields: []).response.status == 400)
    }

    // MARK: Attacks

    @Test func `the sign-in of another browser opens no page`() async throws {
        let account = try await AccountPageFixture()
        let attacker = TestBrowser(at: account.server)
        let state = try #require(try await attacker.visit("/account").page.state)
        let victim = TestBrowser(sharingDeviceOf: account.browser)
        _ = try await victim.visit("/account")
        #expect(try await victim.visit("/login?state=\(state)").response.status == 400)
        let response = try await victim.call("/login/challenge", body: ["state": .string(state)])
        #expect(response.code == "oauth.authorization-transaction-browser-mismatch")
    }

    @Test(arguments: ["/login/challenge", "/login/passkey"])
    func `a script of another site can't sign a user in for a page`(path: String) async throws {
        let account = try await AccountPageFixture()
        let other = TestBrowser(sharingDeviceOf: account.browser)
        let state = try #require(try await other.visit("/account").page.state)
        let started = try await other.call("/login/challenge", body: ["state": .string(state)]).require(200)
        let response = try other.device.get(
            optionsJSON: try #require(started.value("options")).serialized(), origin: other.origin,
            settings: CeremonySettings(), mutation: nil)
        let body: JSONObject = [
            "state": .string(state), "session": .string(try started.text("session")),
            "response": try JSONReader.read(response),
        ]
        let message = Message.post(path, json: body).setting("Accept", to: "application/json")
        let rejected = try await other.send(message.on("https://attacker.test"))
        #expect(rejected.status == 403 && rejected.code == "page.origin-mismatch")
        #expect(other.session == nil)
        try await other.send(message.on(other.origin)).require(200)
    }

    @Test(arguments: ["page.", "page.AAAA", "page.é", "page.page."])
    func `a state that this server did not seal opens no page`(state: String) async throws {
        let browser = TestBrowser(at: try await TestServer())
        _ = try await browser.visit("/account")
        let visit = try await browser.visit("/login?state=\(PercentEncoding.encode(state))")
        #expect(visit.response.status == 400)
        #expect(browser.server.log.last?.code == "oauth.authorization-transaction-not-issued-here")
    }

    @Test func `a changed state opens no page`() async throws {
        let browser = TestBrowser(at: try await TestServer())
        let state = try #require(try await browser.visit("/account").page.state)
        let flipped = String(state.dropLast(5)) + (state.hasSuffix("AAAAA") ? "BBBBB" : "AAAAA")
        #expect(try await browser.visit("/login?state=\(flipped)").response.status == 400)
    }

    @Test func `a sign-in for a page expires`() async throws {
        let browser = TestBrowser(at: try await TestServer())
        let visit = try await browser.visit("/account")
        browser.server.clock.advance(seconds: 3600)
        #expect(try await browser.visit(visit.address).response.status == 400)
        #expect(browser.server.log.last?.code == "oauth.authorization-transaction-expired")
    }

    @Test func `a sign-in for a page is none at another host`() async throws {
        let browser = TestBrowser(at: try await TestServer())
        let state = try #require(try await browser.visit("/account").page.state)
        let response = try await browser.server.send(
            .get("/login?state=\(state)").at(TestServer.otherHost)
                .setting("Cookie", to: browser.cookies.field(for: TestServer.host, from: .ownPage)))
        #expect(response.status == 400)
    }

    @Test(arguments: ["/consent", "/login/select", "/login/continue", "/signup/profile"])
    func `a sign-in for a page is no authorization request`(path: String) async throws {
        let browser = TestBrowser(at: try await TestServer())
        let state = try #require(try await browser.visit("/account").page.state)
        #expect(try await browser.visit("\(path)?state=\(state)").response.status == 400)
    }

    @Test func `the ceremony of a client is not accepted for a page, nor the other way round`() async throws {
        let account = try await AccountPageFixture()
        let other = TestBrowser(sharingDeviceOf: account.browser)
        let own = try await other.visit("/account")
        let client = try await other.authorize(account.party.attempt())
        for (begin, finish) in [(own, client), (client, own)] {
            let started = try await other.beginCeremony(of: begin).require(200)
            let response = try other.device.get(
                optionsJSON: try #require(started.value("options")).serialized(), origin: other.origin,
                settings: CeremonySettings(), mutation: nil)
            let rejected = try await other.call(
                "/login/passkey",
                body: [
                    "state": .string(try #require(finish.page.state)), "session": .string(try started.text("session")),
                    "response": try JSONReader.read(response),
                ])
            #expect(rejected.code == "sign-in.ceremony.binding-mismatch", "\(rejected.text)")
            #expect(other.session == nil)
        }
    }

    @Test func `a blocked user can't sign in for a page`() async throws {
        let account = try await AccountPageFixture()
        let user = try await account.user()
        let time = account.server.clock.now
        try await account.server.storage.withTransaction { try $0.users.apply(.blocked(true), to: user.id, at: time) }
        let other = TestBrowser(sharingDeviceOf: account.browser)
        #expect(try await other.finishCeremony(of: other.visit("/account")).status == 401)
        #expect(other.session == nil)
    }
}
