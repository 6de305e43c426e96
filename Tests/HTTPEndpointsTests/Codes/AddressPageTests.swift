// SPDX-License-Identifier: Apache-2.0

import HTTPServer
import IdentityModel
import SignIn
import SoftwareAuthenticator
import TestSupport
import Testing
import WireFormats

/// The addresses on the account page.
@Suite(.timeLimit(.minutes(5))) struct AddressPageTests {
    private static let path = "/account/address"
    private static let new = "new@example.org"

    private func enter(_ code: String, on page: Visit, in browser: TestBrowser) async throws -> Visit {
        try await browser.submit(page.page.form("/account/address/code"), entering: ["code": code])
    }

    /// A user with a password, who is signed in.
    private func signedIn(isVerified: Bool = true) async throws -> (scene: CodeScene, browser: TestBrowser) {
        let scene = try await CodeScene(isVerified: isVerified)
        let browser = scene.mailed.browser
        try await scene.mailed.signIn(in: browser)
        return (scene, browser)
    }

    /// A user with a passkey that has settled and a verified address.
    private func withPasskey() async throws -> (scene: CodeScene, browser: TestBrowser) {
        let scene = try await CodeScene()
        let browser = scene.mailed.browser
        _ = try await browser.signUp(at: RelyingParty(at: scene.server), email: "eve@example.org", name: "Eve")
        let user = try #require(try await scene.user("eve@example.org"))
        let identifiers = user.identifiers.map { identifier in
            var proven = identifier
            proven.isVerified = true
            return proven
        }
        let time = scene.server.clock.now
        try await scene.server.storage.withTransaction {
            try $0.users.apply(.identifiers(identifiers), to: user.id, at: time)
        }
        scene.server.clock.advance(seconds: PasswordClient.delay)
        _ = try await browser.authenticate(on: browser.visit("/account"))
        return (scene, browser)
    }

    /// Has a code sent to another address, which the browser's passkey confirms.
    private func confirm(_ address: String, in browser: TestBrowser) async throws -> TestResponse {
        let document = try await browser.visit(Self.path).page
        let settings = try #require(document.settings)
        let ceremony = document.forms.first { $0.isCeremony }
        let form = try #require(ceremony)
        var body: JSONObject = [
            "csrf": .string(form["csrf"] ?? ""), "act": .string(form["act"] ?? ""), "identifier": .string(address),
        ]
        let started = try await browser.call(try #require(settings["begin"]?.stringValue), body: body)
        guard started.status == 200 else { return started }
        let response = try browser.device.get(
            optionsJSON: try #require(started.value("options")).serialized(), origin: browser.origin,
            settings: CeremonySettings(), mutation: nil)
        body["session"] = .string(try started.text("session"))
        body["response"] = try JSONReader.read(response)
        return try await browser.call(try #require(settings["finish"]?.stringValue), body: body)
    }

    @Test func `an address is confirmed with a code, and counts from three days later on`() async throws {
        let (scene, browser) = try await signedIn(isVerified: false)
        let account = try await browser.visit("/account")
        let form = try #require(
            try account.page.forms.first { $0.action == "/account/address/send" && $0["kind"] == "email" })
        let page = try await browser.submit(form)
        #expect(page.path == "/account/address/code")
        let code = try await scene.code(to: "ada@example.org")
        let wrong = try await enter(scene.wrong(code), on: page, in: browser)
        #expect(wrong.response.status == 403)
        let done = try await enter(code, on: wrong, in: browser)
        #expect(done.path == "/account")
        let address = try #require(try await scene.user()?[.email])
        #expect(address.isVerified)
        #expect(address.unconfirmedUntil == scene.server.clock.now.advanced(by: PasswordClient.delay))
        // The same form, sent twice.
        #expect(try await enter(code, on: wrong, in: browser).path == "/account")
        #expect(try await scene.events(.identifierVerified).count == 1)
    }

    @Test func `the link of the mail confirms in the browser that has asked`() async throws {
        let (scene, browser) = try await signedIn(isVerified: false)
        let account = try await browser.visit("/account")
        let form = try #require(
            try account.page.forms.first { $0.action == "/account/address/send" && $0["kind"] == "email" })
        _ = try await browser.submit(form)
        let link = try await scene.linkPath()
        let other = try await TestBrowser(at: scene.server).visit(link)
        #expect(try other.page.forms.allSatisfy { $0.action != "/link" })
        #expect(try await scene.user()?[.email]?.isVerified == false)
        let page = try await browser.visit(link)
        let done = try await browser.submit(page.page.form("/link"))
        #expect(done.path == "/account")
        #expect(try await scene.user()?[.email]?.isVerified == true)
        #expect(try await browser.visit(link).response.status == 403)
    }

    @Test func `another user of the browser confirms nothing with the code or the link`() async throws {
        let (scene, browser) = try await signedIn(isVerified: false)
        let account = try await browser.visit("/account")
        let form = try #require(
            try account.page.forms.first { $0.action == "/account/address/send" && $0["kind"] == "email" })
        let page = try await browser.submit(form)
        let (code, link) = (try await scene.code(), try await scene.linkPath())
        let other = scene.mailed.user.with { $0.email = "other@example.org" }
        try await other.signUp().require(200)
        let start = try await browser.authorize(RelyingParty(at: scene.server).attempt(["prompt": "login"]))
        let login = try await browser.post(
            "/login/password", fields: [("state", try #require(start.page.state)), ("identifier", other.email)])
        _ = try await browser.submit(login.page.form("/login/password"), entering: ["password": other.password])
        let csrf = try #require(try await browser.visit("/account").page.forms.lazy.compactMap { $0["csrf"] }.first)
        let session = try #require(try page.page.form("/account/address/code")["session"])
        let typed = try await browser.post(
            "/account/address/code",
            fields: [("csrf", csrf), ("kind", "email"), ("session", session), ("code", code)])
        #expect(typed.response.status == 403)
        let opened = try await browser.visit(link)
        if let form = try? opened.page.form("/link") {
            #expect(try await browser.submit(form).response.status == 403)
        }
        #expect(try await scene.user()?[.email]?.isVerified == false)
        #expect(try await scene.user("other@example.org")?[.email]?.isVerified == false)
    }

    @Test func `a passkey changes the address on the page`() async throws {
        let (scene, browser) = try await withPasskey()
        let answer = try await confirm(Self.new, in: browser).require(200)
        let page = try await browser.visit(answer.text("location"), from: .ownPage)
        #expect(page.path == "/account/address/code")
        let done = try await enter(scene.code(to: Self.new), on: page, in: browser)
        #expect(done.path == "/account" && done.response.status == 200)
        let user = try #require(try await scene.user(Self.new))
        #expect(user[.email]?.isVerified == true && user[.email]?.unconfirmedUntil == nil)
        let told = try await scene.mailed.notices().first {
            if case .addressChanged = $0.event { true } else { false }
        }
        #expect(told?.address == "eve@example.org")
        #expect(try await browser.visit("/account").path == "/account")
    }

    @Test func `an address that can't be used is said before the passkey is asked for`() async throws {
        let (_, browser) = try await withPasskey()
        #expect(try await confirm("no address", in: browser).code == "sign-in.profile.identifier-malformed")
        #expect(try await confirm("eve@example.org", in: browser).status >= 400)
    }

    @Test func `a session of a password alone changes no verified address`() async throws {
        let (scene, browser) = try await signedIn()
        #expect(try await browser.visit(Self.path).path == "/account")
        let csrf = try #require(try await browser.visit("/account").page.forms.lazy.compactMap { $0["csrf"] }.first)
        for path in [Self.path, Self.path + "/send"] {
            let forced = try await browser.post(
                path, fields: [("csrf", csrf), ("kind", "email"), ("identifier", Self.new)])
            #expect(forced.path == "/account")
        }
        #expect(try await scene.user() != nil)
        #expect(try await scene.mailed.orders().allSatisfy { $0.address != Self.new })
    }

    @Test func `a session of the mailbox and the password change the address without a script`() async throws {
        let scene = try await CodeScene()
        scene.server.clock.advance(seconds: PasswordClient.delay)
        let browser = scene.mailed.browser
        try await scene.signIn(in: browser)
        scene.wait()
        let page = try await browser.visit(Self.path)
        let form = try page.page.form(Self.path)
        let wrong = try await browser.submit(
            form, entering: ["identifier": Self.new, "current_password": "not the current one"])
        #expect(wrong.response.status == 403)
        let sent = try await browser.submit(
            wrong.page.form(Self.path),
            entering: ["identifier": Self.new, "current_password": scene.mailed.user.password])
        #expect(sent.path == "/account/address/code")
        #expect(try await enter(scene.code(to: Self.new), on: sent, in: browser).path == "/account")
        #expect(try await scene.user(Self.new)?[.email]?.isVerified == true)
        // The browser in which it was changed stays signed in.
        #expect(try await browser.visit("/account").path == "/account")
    }

    @Test func `another site can't have codes sent or entered`() async throws {
        let (scene, browser) = try await signedIn(isVerified: false)
        let form = try #require(
            try await browser.visit("/account").page.forms.first { $0.action == "/account/address/send" })
        let fields = form.fields.map { ($0.name, $0.value) }
        let forged = try await browser.post(
            form.action, fields: fields, from: .otherSite, origin: "https://evil.example")
        #expect(forged.response.status >= 400 || forged.path != "/account/address/code")
        let without = try await browser.post(form.action, fields: fields.filter { $0.0 != "csrf" })
        #expect(without.response.status >= 400 || without.path != "/account/address/code")
        #expect(try await scene.mailed.orders().isEmpty)
    }

    @Test func `a telephone number is added by a message`() async throws {
        let (scene, browser) = try await withPasskey()
        let page = try await browser.visit(Self.path + "?kind=phone")
        // The session of a settled passkey is enough for a first number.
        let codePage = try await browser.submit(
            page.page.form(Self.path), entering: ["identifier": "+4915112345678"])
        #expect(codePage.path == "/account/address/code")
        guard case .code(let code, _) = try #require(try await scene.mailed.messages().first).content else {
            throw Unexpected("no code")
        }
        #expect(try await enter(code, on: codePage, in: browser).path == "/account")
        #expect(try await scene.user("eve@example.org")?[.phoneNumber]?.isVerified == true)
    }
}
