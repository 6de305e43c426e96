// SPDX-License-Identifier: Apache-2.0

import Configuration
import HTTPEndpoints
import HTTPServer
import IdentityModel
import SoftwareAuthenticator
import TestSupport
import Testing
import WireFormats

/// The step of a sign-up in which a user chooses a password instead of a passkey.
struct PasswordSignUpPageTests {
    private struct Scene {
        let server: TestServer
        let party: RelyingParty
        let browser: TestBrowser

        init(_ options: JSONObject = [:]) async throws {
            server = try await PasswordClient.server(options)
            party = RelyingParty(at: server)
            browser = TestBrowser(at: server)
        }

        /// The step after the one that asks for the address.
        func open(_ attempt: RelyingParty.Attempt, email: String = "ada@example.org") async throws -> Visit {
            var page = try await browser.authorize(attempt)
            page = try await browser.visit(page.page.link(to: "/signup"), from: .ownPage)
            return try await browser.submit(page.page.form("/signup"), entering: ["email": email])
        }

        func choose(_ password: String, on page: Visit) async throws -> Visit {
            try await browser.submit(page.page.form("/signup/password"), entering: ["password": password])
        }
    }

    private static let password = "a long enough one"

    @Test func `a user signs up with a password, and is offered a passkey right after`() async throws {
        let scene = try await Scene()
        let attempt = scene.party.attempt(["scope": "openid offline_access"])
        let offer = try await scene.open(attempt)
        let page = try await scene.browser.visit(offer.page.link(to: "/signup/password"), from: .ownPage)
        #expect(try page.page.text.contains("For ada@example.org"))
        let next = try await scene.choose(Self.password, on: page)
        #expect(next.path == "/login/add-passkey")
        let done = try await scene.browser.authenticate(on: next)
        let tokens = try await scene.party.tokens(from: done, of: attempt)
        #expect(tokens.identity["amr"] == ["pwd"])
        let user = try #require(try await scene.server.users().first)
        let passkeys = try await scene.server.storage.read { try $0.passkeys.list(of: user.id) }
        #expect(passkeys.map(\.addedBy) == [[user.id.passwordWay]])
        try await PasswordClient(at: scene.server).signIn().require(200)
        let kinds = try await scene.server.storage.read { try $0.events.list(user: user.id, limit: 9).map(\.kind) }
        #expect(kinds.filter { $0 == .passwordSet }.count == 1)
    }

    @Test(arguments: [
        ("short", "too-short", "This password is too short."),
        ("password1234", "common", "Attackers try it first."),
        ("ada@example.org", "personal", "too similar to your name or address"),
    ])
    func `a password that breaks a rule stays on the page, which says why`(
        password: String, code: String, text: String
    ) async throws {
        let scene = try await Scene()
        let offer = try await scene.open(scene.party.attempt(["scope": "openid"]))
        let page = try await scene.browser.visit(offer.page.link(to: "/signup/password"), from: .ownPage)
        let refused = try await scene.choose(password, on: page)
        #expect(refused.response.status == 400)
        #expect(try refused.page.text.contains(text))
        #expect(scene.server.log.last?.code == "sign-in.password-rejected.\(code)")
        #expect(try await scene.server.users() == [])
        #expect(try await scene.choose(Self.password, on: refused).path == "/login/add-passkey")
    }

    @Test func `the form can be sent twice`() async throws {
        let scene = try await Scene()
        let offer = try await scene.open(scene.party.attempt(["scope": "openid"]))
        let page = try await scene.browser.visit(offer.page.link(to: "/signup/password"), from: .ownPage)
        let before = scene.browser.cookies
        _ = try await scene.choose(Self.password, on: page)
        // The browser drops the first response, with its cookies.
        scene.browser.cookies = before
        #expect(try await scene.choose(Self.password, on: page).path == "/login/add-passkey")
        #expect(try await scene.server.users().count == 1)
    }

    @Test func `an address that is taken is said where it was entered`() async throws {
        let scene = try await Scene()
        let offer = try await scene.open(scene.party.attempt(["scope": "openid"]))
        let page = try await scene.browser.visit(offer.page.link(to: "/signup/password"), from: .ownPage)
        try await PasswordClient(at: scene.server).signUp().require(200)
        let refused = try await scene.choose(Self.password, on: page)
        #expect(refused.response.status == 400)
        #expect(try refused.page.form("/signup").fields.contains { $0.name == "email" })
        #expect(scene.browser.session == nil)
    }

    @Test func `where new users get no password, there is no such step`() async throws {
        let scene = try await Scene([
            "authentication_methods": [
                "passkey": ["enabled": true], "password": ["enabled": true, "signup_behavior": "block"],
            ]
        ])
        let offer = try await scene.open(scene.party.attempt(["scope": "openid"]))
        #expect(try offer.page.links.allSatisfy { !$0.hasPrefix("/signup/password") })
        let state = try #require(offer.page.state)
        let back = try await scene.browser.visit("/signup/password?state=\(state)", from: .ownPage)
        #expect(back.path == "/signup")
        let posted = try await scene.browser.post(
            "/signup/password", fields: [("state", state), ("password", Self.password)])
        #expect(posted.path == "/signup")
        #expect(try await scene.server.users() == [])
    }

    @Test func `where passwords are all there is, no page speaks of passkeys`() async throws {
        let scene = try await Scene([
            "authentication_methods": ["passkey": ["enabled": false], "password": ["enabled": true]]
        ])
        let attempt = scene.party.attempt(["scope": "openid"])
        let page = try await scene.browser.authorize(attempt)
        #expect(page.path == "/login/password")
        let first = try await scene.browser.visit(page.page.link(to: "/signup"), from: .ownPage)
        let second = try await scene.browser.submit(
            first.page.form("/signup"), entering: ["email": "ada@example.org"])
        #expect(second.path == "/signup/password")
        #expect(try second.page.links.allSatisfy { !$0.hasPrefix("/signup?") || $0.contains("state=") })
        let done = try await scene.choose(Self.password, on: second)
        _ = try await scene.party.tokens(from: done, of: attempt)
    }
}
