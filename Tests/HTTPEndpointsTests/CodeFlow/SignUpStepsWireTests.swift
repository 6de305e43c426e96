// SPDX-License-Identifier: Apache-2.0

import HTTPEndpoints
import IdentityModel
import RateLimiting
import SoftwareAuthenticator
import Testing
import WireFormats

/// The steps of a sign-up out of their order, and how often they can be taken.
struct SignUpStepsWireTests {
    private func limits(_ kind: WritableKeyPath<RateLimitRules, RateLimits.Rule?>) -> RateLimitRules {
        var rules = RateLimitRules.off
        rules[keyPath: kind] = RateLimits.Rule(capacity: 1, refillPerSecond: 0.001)
        return rules
    }

    /// Enters an identifier in the first step.
    private func enter(_ email: String, in browser: TestBrowser) async throws -> Visit {
        let page = try await browser.authorize(RelyingParty(at: browser.server).attempt(["prompt": "create"]))
        return try await browser.submit(page.page.form("/signup"), entering: ["email": email])
    }

    @Test func `a hint is entered into the field that it fits`() async throws {
        let browser = TestBrowser(at: try await TestServer())
        for (hint, entered) in [("grace@example.org", "grace@example.org"), ("grace", ""), ("+15550100", "")] {
            let attempt = RelyingParty(at: browser.server).attempt(["prompt": "create", "login_hint": hint])
            #expect(try await browser.authorize(attempt).page.form("/signup")["email"] == entered)
        }
    }

    @Test func `the form of the second step leads back to it`() async throws {
        let browser = TestBrowser(at: try await TestServer())
        let step = try await enter("ada@example.org", in: browser)
        let again = try await browser.submit(step.page.form("/signup"))
        #expect(again.path == "/signup" && again.response.status == 200)
        #expect(try again.page.text.contains("ada@example.org"))
    }

    /// Lets users of all connections sign up without a passkey.
    private static func allowAccountsWithoutPasskey(_ documents: inout [ConfigurationDocument]) {
        for index in documents.indices where documents[index].kind == .connection {
            documents[index].json["thumbturn"] = ["sign_up_passkey": "optional"]
        }
    }

    @Test func `a sign-up without a passkey needs identifiers`() async throws {
        let server = try await TestServer(limits: .off, Self.allowAccountsWithoutPasskey)
        let browser = TestBrowser(at: server)
        let page = try await browser.authorize(RelyingParty(at: server).attempt(["prompt": "create"]))
        let state = try #require(page.page.state)
        let visit = try await browser.post("/signup/skip", fields: [("state", state)])
        #expect(visit.path == "/signup" && visit.response.status == 200)
        #expect(try await server.users().isEmpty)
    }

    @Test func `another site can't sign up without a passkey`() async throws {
        let server = try await TestServer(limits: .off, Self.allowAccountsWithoutPasskey)
        let browser = TestBrowser(at: server)
        let state = try #require(try await enter("ada@example.org", in: browser).page.state)
        let visit = try await browser.post("/signup/skip", fields: [("state", state)], origin: "https://attacker.test")
        #expect(visit.response.status == 403)
        #expect(try await server.users().isEmpty)
    }

    @Test func `a connection without sign-ups has no sign-up page`() async throws {
        let browser = TestBrowser(at: try await TestServer())
        let page = try await browser.authorize(RelyingParty(at: browser.server).attempt(["connection": "closed"]))
        let state = try #require(page.page.state)
        #expect(try await browser.visit("/signup?state=\(state)").response.status == 403)
    }

    @Test func `an identifier that is no part of the sign-up has no field`() async throws {
        let server = try await TestServer { documents in
            for index in documents.indices where documents[index].id == "people" {
                documents[index].json["options"] = [
                    "attributes": [
                        "email": ["identifier": ["active": true], "signup": ["status": "required"]],
                        "username": ["identifier": ["active": true], "signup": ["status": "inactive"]],
                    ]
                ]
            }
        }
        let browser = TestBrowser(at: server)
        let page = try await browser.authorize(RelyingParty(at: server).attempt(["prompt": "create"]))
        let form = try page.page.form("/signup")
        #expect(form["email"] == "" && form["username"] == nil)
    }

    @Test func `the profile needs the session of the new account`() async throws {
        let server = try await TestServer()
        let (browser, eve) = (TestBrowser(at: server), TestBrowser(at: server, device: .googlePasswordManager))
        try await eve.signUp(at: RelyingParty(at: server), email: "eve@example.org", name: "Eve")
        let page = try await browser.authenticate(on: enter("ada@example.org", in: browser))
        #expect(page.path == "/signup/profile")
        browser.cookies.remove("__Host-thumbturn-session")
        #expect(try await browser.visit(page.address).path == "/login")
        let form = try page.page.form("/signup/profile")
        #expect(try await browser.submit(form, entering: ["name": "Mallory"]).path == "/login")
        browser.cookies.insert(try #require(eve.cookies["__Host-thumbturn-session"]))
        let visit = try await browser.submit(form, entering: ["name": "Mallory"])
        #expect(visit.path == "/login")
        #expect(try await server.users().compactMap(\.profile.name) == ["Eve"])
    }

    @Test func `a user without a name is named once where accounts are chosen`() async throws {
        let server = try await TestServer()
        let party = RelyingParty(at: server)
        for (email, name, profile) in [
            ("ada@example.org", "ada@example.org", AuthenticatorProfile.iCloudKeychain),
            ("grace@example.org", "Grace", .googlePasswordManager),
        ] {
            let browser = TestBrowser(at: server, device: profile)
            try await browser.signUp(at: party, email: email, name: name == email ? "" : name)
            let page = try await browser.authorize(party.attempt(["prompt": "select_account"])).page
            #expect(page.text.contains(name))
            #expect(page.text.ranges(of: email).count == 1)
        }
    }

    // MARK: Bounds

    @Test(arguments: ["ada@example.org", "ADA@example.org"])
    func `sign-ups with one identifier share a limit`(email: String) async throws {
        let server = try await TestServer(limits: limits(\.account))
        #expect(try await enter("ada@example.org", in: TestBrowser(at: server)).response.status == 200)
        let other = TestBrowser(at: server, address: "198.51.100.7")
        #expect(try await enter(email, in: other).response.status == 429)
        #expect(try await enter("grace@example.org", in: other).response.status == 200)
    }

    @Test func `sign-ups without a passkey are limited`() async throws {
        let server = try await TestServer(limits: limits(\.signUp), Self.allowAccountsWithoutPasskey)
        for (email, isAllowed) in [("ada@example.org", true), ("grace@example.org", false)] {
            let browser = TestBrowser(at: server)
            let visit = try await browser.submit(enter(email, in: browser).page.form("/signup/skip"))
            #expect((visit.path == "/signup/profile") == isAllowed)
            #expect((visit.response.status == 429) == !isAllowed)
        }
        #expect(try await server.users().count == 1)
    }
}
