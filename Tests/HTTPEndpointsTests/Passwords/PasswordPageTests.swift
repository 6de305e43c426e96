// SPDX-License-Identifier: Apache-2.0

import Configuration
import HTTPEndpoints
import HTTPServer
import IdentityModel
import RateLimiting
import SoftwareAuthenticator
import TestSupport
import Testing
import WireFormats

/// The page that asks for a password.
struct PasswordPageTests {
    /// A browser whose user has signed up with a password in an application.
    private struct Scene {
        let server: TestServer
        let party: RelyingParty
        let browser: TestBrowser
        let user: PasswordClient

        init(
            limits: RateLimitRules = .off, _ change: (inout [ConfigurationDocument]) -> Void = { _ in }
        ) async throws {
            server = try await PasswordClient.server(limits: limits, change: change)
            party = RelyingParty(at: server)
            browser = TestBrowser(at: server)
            user = PasswordClient(at: server)
            try await user.signUp().require(200)
        }

        /// Opens the page for a password as its user does, who has entered an address before.
        func open(_ attempt: RelyingParty.Attempt, entering email: String = "ada@example.org") async throws -> Visit {
            let page = try await browser.authorize(attempt)
            return try await browser.post(
                "/login/password", fields: [("state", try #require(page.page.state)), ("identifier", email)])
        }

        func submit(_ password: String, on page: Visit) async throws -> Visit {
            try await browser.submit(page.page.form("/login/password"), entering: ["password": password])
        }
    }

    @Test func `a user without a passkey signs in with a password, and is offered a passkey`() async throws {
        let scene = try await Scene()
        let attempt = scene.party.attempt()
        let page = try await scene.open(attempt)
        #expect(page.path == "/login/password")
        #expect(
            try page.page.form("/login/password").fields.first { $0.name == "identifier" }?.value == "ada@example.org")
        let offer = try await scene.submit(scene.user.password, on: page)
        #expect(offer.path == "/login/add-passkey")
        let done = try await scene.browser.authenticate(on: offer)
        let tokens = try await scene.party.tokens(from: done, of: attempt)
        #expect(tokens.identity["amr"] == ["pwd"])
        #expect(tokens.identity["acr"] == nil)
        let owner = try #require(try await scene.server.users().first)
        let passkeys = try await scene.server.storage.read { try $0.passkeys.list(of: owner.id) }
        #expect(passkeys.count == 1)
        #expect(passkeys.first?.addedBy == [owner.id.passwordWay])
    }

    @Test func `a user who has a passkey is offered none`() async throws {
        let scene = try await Scene()
        try await scene.user.device().enroll(scene.user.accountToken()).require(201)
        let attempt = scene.party.attempt()
        let done = try await scene.submit(scene.user.password, on: scene.open(attempt))
        _ = try await scene.party.tokens(from: done, of: attempt)
    }

    @Test func `whatever doesn't match is said alike, and keeps what the user entered`() async throws {
        let scene = try await Scene()
        var texts: Set<String> = []
        for email in ["ada@example.org", "bob@example.org"] {
            let page = try await scene.submit(
                "another long one", on: scene.open(scene.party.attempt(), entering: email))
            #expect(page.response.status == 403)
            let form = try page.page.form("/login/password")
            #expect(form.fields.first { $0.name == "identifier" }?.value == email)
            #expect(form.fields.first { $0.name == "password" }?.value == "")
            texts.insert(try page.page.text)
        }
        #expect(texts.count == 1)
        #expect(scene.browser.session == nil)
        #expect(scene.server.log.last?.code == "sign-in.password-mismatch")
    }

    @Test func `after too many wrong passwords, the page says that a passkey still works`() async throws {
        let scene = try await Scene(limits: .standard)
        let page = try await scene.open(scene.party.attempt())
        for _ in 0..<10 { #expect(try await scene.submit("another long one", on: page).response.status == 403) }
        let limited = try await scene.submit(scene.user.password, on: page)
        #expect(limited.response.status == 429)
        #expect(try limited.page.text.contains("A passkey works at any time."))
    }

    @Test func `a space at the end of an address, as keyboards add it, changes nothing`() async throws {
        let scene = try await Scene()
        let page = try await scene.open(scene.party.attempt(), entering: "ada@example.org ")
        #expect(try await scene.submit(scene.user.password, on: page).path == "/login/add-passkey")
    }

    @Test func `an account without a passkey that is going to be erased is kept by an operator only`() async throws {
        let scene = try await Scene()
        let id = try #require(try await scene.server.users().first).id
        let end = scene.server.clock.now.advanced(by: 3600)
        try await scene.server.storage.withTransaction {
            try $0.users.apply(.deletion(at: end), to: id, at: scene.server.clock.now)
        }
        let page = try await scene.submit(scene.user.password, on: scene.open(scene.party.attempt()))
        #expect(page.path == "/account/keep")
        #expect(try page.page.text.contains("only the operator of this site can bring the account back"))
    }

    @Test func `a user signs in with a password to the own account, too`() async throws {
        let scene = try await Scene()
        let login = try await scene.browser.visit("/account")
        let page = try await scene.browser.post(
            "/login/password",
            fields: [("state", try #require(login.page.state)), ("identifier", "ada@example.org")])
        let wrong = try await scene.submit("another long one", on: page)
        #expect(wrong.response.status == 403)
        #expect(
            try wrong.page.form("/login/password").fields.first { $0.name == "identifier" }?.value == "ada@example.org")
        let account = try await scene.submit(scene.user.password, on: wrong)
        #expect(account.path == "/account" && account.response.status == 200)
        #expect(scene.browser.cookies["__Host-thumbturn-known"] != nil)
    }

    @Test func `strangers who guess don't lock a browser out in which the user has signed in`() async throws {
        let scene = try await Scene(limits: .standard)
        let attempt = scene.party.attempt()
        _ = try await scene.submit(scene.user.password, on: scene.open(attempt))
        let home = TestBrowser(at: scene.server, address: "198.51.100.7")
        home.cookies = scene.browser.cookies
        let forgetSession = {
            try home.cookies.store(
                "__Host-thumbturn-session=; Path=/; Max-Age=0; HttpOnly; Secure; SameSite=None", from: TestServer.host)
        }
        try forgetSession()
        // The name is guessed from everywhere.
        for network in 0..<5 {
            for _ in 0..<10 { _ = try await scene.user.with { $0.password = "no" }.signIn(from: "203.0.\(network).9") }
        }
        let stranger = TestBrowser(at: scene.server, address: "198.51.100.7")
        let page = { (browser: TestBrowser) in
            let login = try await browser.authorize(scene.party.attempt())
            return try await browser.post(
                "/login/password",
                fields: [("state", try #require(login.page.state)), ("identifier", scene.user.email)])
        }
        let enter = { (browser: TestBrowser, page: Visit, password: String) in
            try await browser.submit(page.page.form("/login/password"), entering: ["password": password])
        }
        let refused = try await enter(stranger, page(stranger), scene.user.password)
        #expect(refused.response.status == 429)
        // The mark of a browser is of one account, and its wrong passwords are counted, too.
        let form = try await page(home)
        for _ in 0..<10 { #expect(try await enter(home, form, "another long one").response.status == 403) }
        #expect(try await enter(home, form, scene.user.password).response.status == 429)
        scene.server.clock.advance(seconds: 91)
        #expect(try await enter(home, form, scene.user.password).isAway)
        // A mark ends with what the old password has opened.
        try forgetSession()
        let id = try #require(try await scene.server.users().first).id
        try await scene.server.storage.withTransaction {
            try $0.users.apply(.newTokenGeneration, to: id, at: scene.server.clock.now)
        }
        scene.server.clock.advance(seconds: 91)
        #expect(try await enter(home, page(home), scene.user.password).response.status == 429)
    }

    @Test func `a request for a passkey, or a connection without passwords, has no such page`() async throws {
        let scene = try await Scene()
        let strict = scene.party.attempt([
            "claims": #"{"id_token":{"acr":{"essential":true,"value":"phr"}}}"#
        ])
        #expect(try await scene.open(strict).path == "/login")
        #expect(try await scene.open(scene.party.attempt(["acr_values": "phr"])).path == "/login")
        // The sign-in page is kept for all requests of a client, but not for these together.
        for (attempt, isOffered) in [(scene.party.attempt(), true), (strict, false), (scene.party.attempt(), true)] {
            let page = try await scene.browser.authorize(attempt)
            #expect(page.response.text.contains("/login/password") == isOffered)
        }
        let without = try await Scene { documents in
            for index in documents.indices {
                switch documents[index].kind {
                case .tenant: documents[index].json["default_directory"] = "people"
                case .client: documents[index].json["grant_types"] = ["authorization_code"]
                default: break
                }
            }
        }
        let page = try await without.browser.authorize(without.party.attempt())
        #expect(!page.response.text.contains("/login/password"))
        #expect(try await without.open(without.party.attempt()).path == "/login")
    }
}
