// SPDX-License-Identifier: Apache-2.0

import Configuration
import HTTPEndpoints
import HTTPServer
import IdentityModel
import SoftwareAuthenticator
import TestSupport
import Testing
import WireFormats

/// The password on the account page: set, changed, removed, restored, and switched off.
struct AccountPasswordPageTests {
    private static let password = "a long enough one"
    private static let other = "another long one"

    /// A browser whose user has an account in a connection with passwords.
    private struct Scene {
        let server: TestServer
        let browser: TestBrowser
        let client: PasswordClient

        /// - Parameters:
        ///   - passkeys: How many settled passkeys the account has. The first of them is the browser's.
        ///   - hasPassword: Whether it has a password, too.
        init(passkeys: Int, hasPassword: Bool) async throws {
            let server = try await PasswordClient.server()
            let browser = TestBrowser(at: server)
            self.server = server
            self.browser = browser
            client = PasswordClient(at: server)
            let party = RelyingParty(at: server)
            guard passkeys > 0 else {
                try await client.signUp().require(200)
                try await signIn()
                return
            }
            _ = try await browser.signUp(at: party, email: client.email, name: "Ada")
            for _ in 1..<passkeys { try await addPasskey() }
            server.clock.advance(seconds: PasswordClient.delay)
            _ = try await browser.authenticate(on: browser.visit("/account"))
            guard hasPassword else { return }
            _ = try await submit(AccountPasswordPageTests.password)
        }

        /// Signs in with the password, and without a passkey.
        func signIn(in other: TestBrowser? = nil) async throws {
            let browser = other ?? browser
            let page = try await browser.authorize(RelyingParty(at: server).attempt())
            let form = try await browser.post(
                "/login/password", fields: [("state", try #require(page.page.state)), ("identifier", client.email)])
            let next = try await browser.submit(
                form.page.form("/login/password"), entering: ["password": client.password])
            try #require(browser.session != nil, "\(next.address)")
        }

        func addPasskey() async throws {
            server.clock.advance(seconds: 1)
            let device = SoftwareAuthenticator(profile: .googlePasswordManager)
            let page = try await browser.visit("/account").page
            let token = JSONValue.string(try #require(page.forms.lazy.compactMap { $0["csrf"] }.first))
            let started = try await browser.call("/account/passkeys/challenge", body: ["csrf": token]).require(200)
            let response = try device.create(
                optionsJSON: try #require(started.value("options")).serialized(), origin: browser.origin,
                settings: CeremonySettings(), mutation: nil)
            try await browser.call(
                "/account/passkeys",
                body: [
                    "csrf": token, "session": .string(try started.text("session")),
                    "response": try JSONReader.read(response),
                ]
            ).require(200)
        }

        /// The links of the account page's section about the password.
        func links() async throws -> Set<String> {
            Set(try await browser.visit("/account").page.links.filter { $0.hasPrefix("/account/password") })
        }

        /// Sets a password with the passkey.
        func submit(_ password: String) async throws -> Visit {
            try await browser.authenticate(on: browser.visit("/account/password"), typing: password)
        }

        /// Confirms what a page asks with the passkey.
        func confirm(_ act: String) async throws -> Visit {
            try await browser.authenticate(on: browser.visit("/account/password/\(act)"))
        }

        func signsIn(with password: String) async throws -> Bool {
            try await client.with { $0.password = password }.signIn().status == 200
        }
    }

    @Test func `a passkey sets the first password and changes it`() async throws {
        let scene = try await Scene(passkeys: 1, hasPassword: false)
        #expect(try await scene.links() == ["/account/password"])
        let done = try await scene.submit(Self.password)
        #expect(try done.path == "/account" && done.page.text.contains("Password saved."))
        #expect(try await scene.signsIn(with: Self.password))
        _ = try await scene.submit(Self.other)
        let signsIn = (try await scene.signsIn(with: Self.password), try await scene.signsIn(with: Self.other))
        #expect(signsIn == (false, true))
    }

    @Test func `where users don't change their password themselves, they only remove it or do without`() async throws {
        let scene = try await Scene(passkeys: 2, hasPassword: true)
        let restricted = try await PasswordClient.server(["disable_self_service_change_password": true])
        scene.server.services.serve(restricted.services.hosts)
        #expect(try await scene.links() == ["/account/password/disable", "/account/password/remove"])
        #expect(try await scene.browser.visit("/account/password").path == "/account")
        _ = try await scene.confirm("remove")
        #expect(try await !scene.signsIn(with: Self.password))
        // No other password takes its place.
        #expect(try await scene.links() == ["/account/password/restore"])
        #expect(try await scene.browser.visit("/account/password").path == "/account")
    }

    @Test func `where users don't change their password themselves, nobody sets a first one`() async throws {
        let scene = try await Scene(passkeys: 1, hasPassword: false)
        let page = try await scene.browser.visit("/account/password")
        let restricted = try await PasswordClient.server(["disable_self_service_change_password": true])
        scene.server.services.serve(restricted.services.hosts)
        #expect(try await scene.links().isEmpty)
        let refused = try await scene.browser.beginCeremony(of: page, typing: Self.password)
        #expect(refused.code == "sign-in.password-changes-disabled")
    }

    @Test func `a password that is too common is rejected before the user is asked for a passkey`() async throws {
        let scene = try await Scene(passkeys: 1, hasPassword: false)
        let page = try await scene.browser.visit("/account/password")
        let refused = try await scene.browser.beginCeremony(of: page, typing: "password1234")
        #expect(refused.code == "sign-in.password-rejected.common")
        let messages = try #require(page.page.settings?["messages"]?.objectValue)
        #expect(messages["sign-in.password-rejected.common"] != nil)
    }

    @Test func `the only passkey leaves the password, and two of them remove and restore it`() async throws {
        let one = try await Scene(passkeys: 1, hasPassword: true)
        #expect(try await one.links() == ["/account/password"])
        #expect(try await one.browser.visit("/account/password/remove").path == "/account")
        #expect(try await one.browser.visit("/account").page.text.contains("With two passkeys"))

        let scene = try await Scene(passkeys: 2, hasPassword: true)
        #expect(
            try await scene.links() == ["/account/password", "/account/password/disable", "/account/password/remove"])
        let removed = try await scene.confirm("remove")
        #expect(try removed.path == "/account" && removed.page.text.contains("Password removed."))
        #expect(try await !scene.signsIn(with: Self.password))
        #expect(try await scene.links() == ["/account/password", "/account/password/restore"])
        let restored = try await scene.confirm("restore")
        #expect(try restored.page.text.contains("Password brought back."))
        #expect(try await scene.signsIn(with: Self.password))
    }

    @Test func `a user has only passkeys sign in, and allows the password again`() async throws {
        let scene = try await Scene(passkeys: 2, hasPassword: true)
        let disabled = try await scene.confirm("disable")
        #expect(try disabled.page.text.contains("Only passkeys sign in now."))
        #expect(try await !scene.signsIn(with: Self.password))
        #expect(try await scene.links() == ["/account/password/enable", "/account/password/remove"])
        #expect(try await scene.browser.visit("/account/password").path == "/account")
        let enabled = try await scene.confirm("enable")
        #expect(try enabled.page.text.contains("Password allowed."))
        #expect(try await scene.signsIn(with: Self.password))
    }

    @Test func `what an operator has switched off is said, and can't be changed`() async throws {
        let scene = try await Scene(passkeys: 2, hasPassword: true)
        let id = try #require(try await scene.server.users().first).id
        try await scene.server.storage.withTransaction { try $0.passwords.setDisabled(by: .administrator, of: id) }
        #expect(try await scene.links() == [])
        #expect(try await scene.browser.visit("/account").page.text.contains("has switched the password off"))
    }

    @Test func `an account without a passkey changes its password with the current one`() async throws {
        let scene = try await Scene(passkeys: 0, hasPassword: true)
        let page = try await scene.browser.visit("/account/password")
        let wrong = try await scene.browser.submit(
            page.page.form("/account/password"), entering: ["current_password": "a wrong one", "password": Self.other])
        #expect(wrong.response.status == 403)
        #expect(try wrong.page.text.contains("This is not your current password."))
        let weak = try await scene.browser.submit(
            wrong.page.form("/account/password"), entering: ["current_password": Self.password, "password": "short"])
        #expect(weak.response.status == 400)
        #expect(try weak.page.text.contains("This password is too short."))
        let done = try await scene.browser.submit(
            weak.page.form("/account/password"),
            entering: ["current_password": Self.password, "password": Self.other])
        #expect(try done.path == "/account" && done.page.text.contains("Password saved."))
        #expect(try await scene.signsIn(with: Self.other))
        // This browser stays signed in.
        #expect(try await scene.browser.visit("/account").path == "/account")
    }

    @Test func `beside a passkey, a session that a password has just opened changes nothing`() async throws {
        let scene = try await Scene(passkeys: 2, hasPassword: true)
        let thief = TestBrowser(at: scene.server, device: .googlePasswordManager)
        try await scene.signIn(in: thief)
        let page = try await thief.visit("/account/password")
        // The passkey that the page asks for is the owner's.
        #expect(try page.page.form("/account/password").fields.allSatisfy { $0.name != "current_password" })
        let forced = try await thief.post(
            "/account/password",
            fields: [
                ("csrf", try #require(page.page.forms.lazy.compactMap { $0["csrf"] }.first)),
                ("current_password", Self.password), ("password", Self.other),
            ])
        #expect(forced.path == "/account/password")
        #expect(try await scene.signsIn(with: Self.password))
    }

    @Test func `in a browser that has been signed in for three days, the current password is enough`() async throws {
        let scene = try await Scene(passkeys: 1, hasPassword: true)
        for _ in 0..<3 {
            scene.server.clock.advance(seconds: 86_400)
            #expect(try await scene.browser.visit("/account").path == "/account")
        }
        let page = try await scene.browser.visit("/account/password")
        #expect(try page.page.form("/account/password").fields.allSatisfy { $0.name != "current_password" })
        #expect(try page.page.links.contains("/account/password?by=password"))
        let other = try await scene.browser.visit("/account/password?by=password")
        let done = try await scene.browser.submit(
            other.page.form("/account/password"),
            entering: ["current_password": Self.password, "password": Self.other])
        #expect(try done.page.text.contains("Password saved."))
    }

    @Test func `a passkey that confirms one act does no other`() async throws {
        let scene = try await Scene(passkeys: 2, hasPassword: true)
        let page = try await scene.browser.visit("/account/password/disable")
        let started = try await scene.browser.beginCeremony(of: page).require(200)
        let response = try scene.browser.device.get(
            optionsJSON: try #require(started.value("options")).serialized(), origin: scene.browser.origin,
            settings: CeremonySettings(), mutation: nil)
        let refused = try await scene.browser.call(
            "/account/confirmation",
            body: [
                "csrf": .string(try #require(page.page.forms.lazy.compactMap { $0["csrf"] }.first)),
                "act": "remove-password", "session": .string(try started.text("session")),
                "response": try JSONReader.read(response),
            ])
        #expect(refused.code == "sign-in.ceremony.purpose-mismatch")
        #expect(try await scene.signsIn(with: Self.password))
    }

    @Test func `where nobody gets a first password, an account without one is offered none`() async throws {
        let server = try await PasswordClient.server([
            "authentication_methods": [
                "passkey": ["enabled": true], "password": ["enabled": true, "signup_behavior": "block"],
            ]
        ])
        let browser = TestBrowser(at: server)
        _ = try await browser.signUp(at: RelyingParty(at: server), email: "ada@example.org", name: "Ada")
        let account = try await browser.visit("/account")
        #expect(try account.page.links.allSatisfy { !$0.hasPrefix("/account/password") })
        #expect(try await browser.visit("/account/password").path == "/account")
        let device = PasswordClient(at: server).with { $0.email = "bob@example.org" }.device()
        try await device.signUp().require(200)
        let token = try await device.accountToken()
        var body = try await device.confirm("set-password", token)
        body["new_password"] = .string(Self.password)
        let set = try await device.account(
            .post("\(PasswordClient.methods)/password%7Cnew/verify", json: body), token: token)
        #expect(set.code == "sign-in.password-sign-up-blocked")
    }

    @Test func `a connection without passwords has no such page`() async throws {
        let account = try await AccountPageFixture()
        #expect(try await account.page().links.allSatisfy { !$0.hasPrefix("/account/password") })
        #expect(try await account.browser.visit("/account/password").path == "/account")
    }
}
