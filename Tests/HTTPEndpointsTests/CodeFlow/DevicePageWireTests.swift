// SPDX-License-Identifier: Apache-2.0

import HTTPEndpoints
import HTTPServer
import IdentityModel
import OpenIDProvider
import RateLimiting
import SignIn
import SoftwareAuthenticator
import TestSupport
import Testing
import WireFormats

/// The page on which users connect devices.
struct DevicePageWireTests {
    /// A device that waits, and a browser that is signed in.
    private struct Scene {
        let server: TestServer
        let device: RelyingParty
        let browser: TestBrowser
        let code: String
        let userCode: String

        init(
            client: String = "television", scope: String = "openid offline_access", limits: RateLimitRules = .off
        ) async throws {
            server = try await TestServer(limits: limits) { $0.append(Scene.foreignDevice) }
            device = RelyingParty(at: server).with { $0.client = client }
            browser = TestBrowser(at: server)
            try await browser.signUp(at: RelyingParty(at: server))
            let started = try await server.send(
                .form("/oauth/device/code", fields: [("client_id", client), ("scope", scope)])
            ).require(200)
            (code, userCode) = (try started.text("device_code"), try started.text("user_code"))
        }

        private static let foreignDevice = ConfigurationDocument(
            kind: .client, id: "foreign-device",
            json: [
                "client_id": "foreign-device", "name": "The application foreign-device", "app_type": "native",
                "is_first_party": false, "grant_types": ["urn:ietf:params:oauth:grant-type:device_code"],
            ])

        func poll() async throws -> TestResponse {
            try await device.requestTokens([
                "grant_type": "urn:ietf:params:oauth:grant-type:device_code", "device_code": .string(code),
            ])
        }

        func enter(_ code: String) async throws -> Visit {
            let page = try await browser.visit("/activate", from: .ownPage)
            return try await browser.submit(page.page.form("/activate"), entering: ["user_code": code])
        }

        func decide(_ decision: String, on visit: Visit) async throws -> Visit {
            try await browser.submit(visit.page.form("/activate/confirm"), pressing: decision)
        }

        /// The fields of the decision's form.
        func fields(_ decision: String) async throws -> [(String, String)] {
            let form = try await enter(userCode).page.form("/activate/confirm")
            return form.fields.map { ($0.name, $0.value) } + [("decision", decision)]
        }
    }

    /// The page on which a user who has no account yet creates one.
    private func signUpPage(in browser: TestBrowser, for code: String) async throws -> Visit {
        let signIn = try await browser.visit("/activate?user_code=\(code)")
        return try await browser.visit(signIn.page.link(to: "/signup"), from: .ownPage)
    }

    @Test func `a user without an account creates one, and connects the device`() async throws {
        let scene = try await Scene()
        let browser = TestBrowser(at: scene.server)
        let page = try await signUpPage(in: browser, for: scene.userCode)
        #expect(try page.page.text.contains("to connect your device"))
        let state = JSONValue.string(try #require(page.page.state))
        let started = try await browser.call("/signup/challenge", body: ["state": state, "email": "new@example.org"])
            .require(200)
        let response = try browser.device.create(
            optionsJSON: try #require(started.value("options")).serialized(), origin: browser.origin,
            settings: CeremonySettings(), mutation: nil)
        let finished = try await browser.call(
            "/signup/passkey",
            body: [
                "state": state, "session": .string(try started.text("session")),
                "response": try JSONReader.read(response),
            ]
        ).require(200)
        let entered = try await browser.visit(finished.text("location"), from: .ownPage)
        let confirm = try await browser.submit(entered.page.form("/activate"))
        #expect(try confirm.page.text.contains("new@example.org"))
        _ = try await browser.submit(confirm.page.form("/activate/confirm"), pressing: "allow")
        try await scene.poll().require(200)
        #expect(try await scene.server.users().count == 2)
    }

    @Test func `an account that exists is not created again`() async throws {
        let scene = try await Scene()
        let browser = TestBrowser(at: scene.server)
        let page = try await signUpPage(in: browser, for: scene.userCode)
        let state = JSONValue.string(try #require(page.page.state))
        let refused = try await browser.call("/signup/challenge", body: ["state": state, "email": "ada@example.org"])
        #expect(refused.code == "sign-in.account-exists")
        #expect(try await browser.call("/signup/challenge", body: ["state": state]).code.hasPrefix("sign-in.profile."))
    }

    @Test func `where sign-ups are disabled, or for the account page, nobody creates an account`() async throws {
        let server = try await TestServer({ documents in
            for index in documents.indices where documents[index].kind == .connection {
                documents[index].json["options"] = ["disable_signup": true]
            }
        })
        for (server, path) in [(server, "/activate"), (try await TestServer(), "/account")] {
            let browser = TestBrowser(at: server)
            let signIn = try await browser.visit(path)
            #expect(try signIn.page.links.allSatisfy { !$0.hasPrefix("/signup") })
            let state = try #require(signIn.page.state)
            #expect(try await browser.visit("/signup?state=\(state)").response.status == 403)
            let started = try await browser.call(
                "/signup/challenge", body: ["state": .string(state), "email": "new@example.org"])
            #expect(started.code == "sign-in.ceremony.purpose-mismatch")
        }
    }

    @Test func `a user enters the code, sees who asks for what, and connects the device`() async throws {
        let scene = try await Scene()
        let confirm = try await scene.enter(scene.userCode.lowercased().replacing("-", with: " "))
        #expect(confirm.path == "/activate/confirm")
        for text in [scene.userCode, "The application television", "ada@example.org"] {
            #expect(try confirm.page.text.contains(text), "\(text)")
        }
        #expect(try await scene.poll().value("error") == "authorization_pending")
        let done = try await scene.decide("allow", on: confirm)
        #expect(done.response.status == 200 && done.path == "/activate/confirm")
        let tokens = try await scene.poll().require(200)
        let identity = try await VerifiedToken(tokens.text("id_token"), at: scene.server)
        #expect(identity["aud"] == "television" && identity["auth_time"] != nil)
        #expect(try await scene.poll().require(400).value("error") == "invalid_grant")
    }

    @Test func `a device belongs to no session, and outlives the one in which it was approved`() async throws {
        let scene = try await Scene()
        _ = try await scene.decide("allow", on: scene.enter(scene.userCode))
        let tokens = try await scene.poll().require(200)
        let identity = try await VerifiedToken(tokens.text("id_token"), at: scene.server)
        #expect(identity["sid"] == nil)
        let user = UserID(rawValue: try #require(identity["sub"]?.stringValue))
        let clients = try await scene.server.storage.read { snapshot in
            try snapshot.sessions.list(of: user).flatMap { try snapshot.sessions.clients(of: $0.id).map(\.id) }
        }
        #expect(clients == ["web"])
        _ = try await scene.browser.visit("/v2/logout")
        #expect(try await scene.server.storage.read { try $0.sessions.list(of: user) }.isEmpty)
        try await scene.device.refresh(tokens.text("refresh_token")).require(200)
    }

    @Test func `a user who denies ends the device's request`() async throws {
        let scene = try await Scene()
        let done = try await scene.decide("deny", on: scene.enter(scene.userCode))
        #expect(done.response.status == 200)
        #expect(try await scene.poll().value("error") == "access_denied")
    }

    @Test func `the device's link fills the code in, also after a sign-in`() async throws {
        let scene = try await Scene()
        let link = "/activate?user_code=\(scene.userCode)"
        #expect(try await scene.browser.visit(link).page.form("/activate")["user_code"] == scene.userCode)
        let other = TestBrowser(sharingDeviceOf: scene.browser)
        let signIn = try await other.visit(link)
        #expect(signIn.path == "/login")
        let page = try await other.authenticate(on: signIn)
        #expect(page.path == "/activate")
        #expect(try page.page.form("/activate")["user_code"] == scene.userCode)
    }

    @Test func `a wrong code leads back to the field`() async throws {
        let scene = try await Scene()
        let wrong = scene.userCode == "BBBB-BBBB" ? "CCCC-CCCC" : "BBBB-BBBB"
        for code in [wrong, "x", "", String(repeating: "B", count: 150), "<b>"] {
            let visit = try await scene.enter(code)
            #expect(visit.response.status == 400, "\(code)")
            #expect(scene.server.log.last?.code == "oauth.user-code-unknown")
            _ = try visit.page.form("/activate")
        }
    }

    @Test func `an expired code leads back to the field`() async throws {
        let scene = try await Scene()
        let page = try await scene.enter(scene.userCode)
        scene.server.clock.advance(seconds: 900)
        #expect(try await scene.enter(scene.userCode).response.status == 400)
        #expect(scene.server.log.last?.code == "oauth.user-code-expired")
        #expect(try await scene.decide("allow", on: page).response.status == 400)
        #expect(try await scene.poll().value("error") == "expired_token")
    }

    @Test(arguments: ["allow", "deny"])
    func `a decided code can't be decided again`(first: String) async throws {
        let scene = try await Scene()
        let page = try await scene.enter(scene.userCode)
        _ = try await scene.decide(first, on: page)
        let again = try await scene.decide(first == "allow" ? "deny" : "allow", on: page)
        #expect(again.response.status == 400 && scene.server.log.last?.code == "oauth.user-code-decided")
        #expect(try await scene.enter(scene.userCode).response.status == 400)
        let polled = try await scene.poll()
        #expect(first == "allow" ? polled.status == 200 : polled.value("error") == "access_denied")
    }

    @Test func `of sixteen decisions at once, one counts`() async throws {
        let scene = try await Scene()
        let allowed = try await scene.fields("allow")
        let denied = try await scene.fields("deny")
        let statuses = try await withThrowingTaskGroup(of: Int.self) { group in
            for index in 0..<16 {
                group.addTask {
                    try await scene.browser.send(
                        .form("/activate/confirm", fields: index % 2 == 0 ? allowed : denied).on(scene.browser.origin)
                    ).status
                }
            }
            return try await group.reduce(into: [Int]()) { $0.append($1) }
        }
        #expect(statuses.count { $0 == 200 } == 1)
        #expect(statuses.count { $0 == 400 } == 15)
    }

    // MARK: Clients and accounts

    @Test func `the consent to a client of others is remembered`() async throws {
        let scene = try await Scene(client: "foreign-device", scope: "openid email")
        _ = try await scene.decide("allow", on: scene.enter(scene.userCode))
        let user = try #require(try await scene.server.users().first).id
        let consents = try await scene.server.storage.read { try $0.consents.list(of: user) }
        #expect(consents.map(\.client) == ["foreign-device"])
        #expect(consents.first?.scope == ["openid", "email"])
    }

    @Test func `a denied client of others gets no consent, and the operator's needs none`() async throws {
        for (client, decision) in [("foreign-device", "deny"), ("television", "allow")] {
            let scene = try await Scene(client: client, scope: "openid email")
            _ = try await scene.decide(decision, on: scene.enter(scene.userCode))
            let user = try #require(try await scene.server.users().first).id
            #expect(try await scene.server.storage.read { try $0.consents.list(of: user) }.isEmpty)
        }
    }

    @Test func `a code of one host is none at another`() async throws {
        let scene = try await Scene()
        let elsewhere = TestBrowser(at: scene.server, device: .googlePasswordManager, host: TestServer.otherHost)
        try await elsewhere.signUp(
            at: RelyingParty(at: scene.server).with { $0.host = TestServer.otherHost }, email: "eve@example.org")
        let page = try await elsewhere.visit("/activate", from: .ownPage)
        let visit = try await elsewhere.submit(page.page.form("/activate"), entering: ["user_code": scene.userCode])
        #expect(visit.response.status == 400 && scene.server.log.last?.code == "oauth.user-code-unknown")
        #expect(try await scene.poll().value("error") == "authorization_pending")
    }

    @Test func `a blocked user decides nothing`() async throws {
        let scene = try await Scene()
        let page = try await scene.enter(scene.userCode)
        let clock = scene.server.clock
        let user = try #require(try await scene.server.users().first).id
        try await ServerOperator(storage: scene.server.storage, now: { clock.now }).block(user)
        #expect(try await scene.decide("allow", on: page).path == "/login")
        #expect(try await scene.poll().value("error") == "authorization_pending")
    }

    // MARK: Attacks

    @Test func `strangers can't try codes`() async throws {
        let scene = try await Scene()
        let stranger = TestBrowser(at: scene.server)
        for code in [scene.userCode, "BBBB-BBBB"] {
            #expect(try await stranger.visit("/activate/confirm?user_code=\(code)").path == "/login")
        }
    }

    @Test func `attempts are limited by address and by account`() async throws {
        for keyPath in [\RateLimitRules.userCode, \.accountUserCode] {
            var rules = RateLimitRules.off
            rules[keyPath: keyPath] = RateLimits.Rule(capacity: 2, refillPerSecond: 0.001)
            let scene = try await Scene(limits: rules)
            for _ in 0..<2 { #expect(try await scene.enter("BBBB-BBBB").response.status == 400) }
            let limited = try await scene.enter(scene.userCode)
            #expect(limited.response.status == 429 && limited.response.isPage)
            #expect(limited.response.headers["Retry-After"] != nil)
        }
    }

    @Test func `wrong codes of others, from other addresses, keep nobody from entering a right one`() async throws {
        var rules = RateLimitRules.off
        for keyPath in [\RateLimitRules.userCode, \.accountUserCode] {
            rules[keyPath: keyPath] = RateLimits.Rule(capacity: 2, refillPerSecond: 0.001)
        }
        let scene = try await Scene(limits: rules)
        for number in 1...3 {
            let other = TestBrowser(at: scene.server, address: "198.51.100.\(number)")
            try await other.signUp(at: RelyingParty(at: scene.server), email: "eve\(number)@example.org")
            for _ in 0..<3 { _ = try await other.visit("/activate/confirm?user_code=BBBB-BBBB") }
        }
        #expect(try await scene.enter(scene.userCode).response.status == 200)
    }

    @Test func `a form without the session's token is rejected`() async throws {
        let scene = try await Scene()
        let fields = try await scene.fields("allow")
        let other = TestBrowser(at: scene.server, device: .googlePasswordManager)
        try await other.signUp(at: RelyingParty(at: scene.server), email: "eve@example.org")
        for path in ["/activate", "/activate/confirm"] {
            // The form of one user in the session of another.
            let foreign = try await other.post(path, fields: fields)
            #expect(foreign.response.status == 403)
            #expect(scene.server.log.last?.code == "page.form-token-mismatch")
            for token in ["x", "AAAA"] {
                let changed = fields.map { $0.0 == "csrf" ? ("csrf", token) : $0 }
                #expect(try await scene.browser.post(path, fields: changed).response.status == 403)
            }
            #expect(
                try await scene.browser.post(path, fields: fields.filter { $0.0 != "csrf" }).response.status == 400)
            #expect(
                try await scene.browser.post(path, fields: fields, origin: "https://attacker.test").response.status
                    == 403)
        }
        #expect(try await scene.poll().value("error") == "authorization_pending")
    }

    @Test(arguments: ["/activate", "/activate/confirm?user_code="])
    func `the pages can't be framed`(path: String) async throws {
        let scene = try await Scene()
        let response = try await scene.browser.visit(path.hasSuffix("=") ? path + scene.userCode : path).response
        #expect(response.status == 200 && response.headers["X-Frame-Options"] == "DENY")
        #expect(response.headers["Content-Security-Policy"]?.contains("frame-ancestors 'none'") == true)
        #expect(response.headers["Cache-Control"] == "no-store")
    }

    @Test func `discovery has the endpoint for devices`() async throws {
        let document = try await TestServer().send(.get("/.well-known/openid-configuration")).require(200)
        #expect(
            document.value("device_authorization_endpoint")
                == .string("https://\(TestServer.host)/oauth/device/code"))
    }
}
