// SPDX-License-Identifier: Apache-2.0

import HTTPEndpoints
import HTTPServer
import IdentityModel
import SoftwareAuthenticator
import Testing
import WireFormats

/// Forged requests for the account page, and requests about what belongs to others.
struct AccountAttackTests {
    private static let attacker = "https://attacker.test"

    /// Posts a form about what the user has, and checks that nothing changed.
    private func attack(
        _ account: AccountPageFixture, path: String, token: String?, from initiator: CookieJar.Initiator = .ownPage,
        origin: String? = nil
    ) async throws -> Visit {
        try await account.addPasskey().require(200)
        _ = try await account.otherBrowser()
        let (passkeys, sessions) = (try await account.passkeys(), try await account.sessions())
        let passkey = passkeys[1].id.rawValue
        let id = path.contains("passkeys") ? passkey : path.contains("sessions") ? "others" : "partner"
        let fields = [("id", id), ("name", "Eve")] + (token.map { [("csrf", $0)] } ?? [])
        let visit = try await account.browser.post(path, fields: fields, from: initiator, origin: origin)
        #expect(try await account.passkeys() == passkeys)
        #expect(try await account.sessions().map(\.id) == sessions.map(\.id))
        #expect(try await account.user().profile.name == "Ada")
        return visit
    }

    @Test(arguments: ["/account", "/activate", "/activate/confirm?user_code=BCDF-GHJK"])
    func `a request of another site's page doesn't tell whether there is a session`(path: String) async throws {
        let account = try await AccountPageFixture()
        let stranger = TestBrowser(at: account.server)
        for site in ["cross-site", "same-site"] {
            let message = Message.get(path).setting("Sec-Fetch-Site", to: site).setting("Accept", to: "*/*")
            for browser in [account.browser, stranger] {
                let image = try await browser.send(message.setting("Sec-Fetch-Mode", to: "no-cors"), from: .otherSite)
                #expect(image.status == 403 && image.code == "page.navigation-missing")
                let link = try await browser.send(message.setting("Sec-Fetch-Mode", to: "navigate"), from: .link)
                #expect(link.status != 403)
            }
        }
        let own = Message.get(path).setting("Sec-Fetch-Site", to: "same-origin").setting("Sec-Fetch-Mode", to: "cors")
        #expect(try await account.browser.send(own).status != 403)
    }

    @Test(arguments: AccountPageFixture.forms)
    func `a form without its token is rejected`(path: String) async throws {
        let account = try await AccountPageFixture()
        #expect(try await attack(account, path: path, token: nil).response.status == 400)
        #expect(try await attack(account, path: path, token: "x").response.status == 403)
        #expect(account.server.log.last?.code == "page.form-token-mismatch")
    }

    @Test(arguments: AccountPageFixture.forms)
    func `a form with the token of another user's session is rejected`(path: String) async throws {
        let account = try await AccountPageFixture()
        let eve = TestBrowser(at: account.server, device: .googlePasswordManager)
        try await eve.signUp(at: account.party, email: "eve@example.org")
        let token = try await account.formToken(in: eve)
        #expect(try await attack(account, path: path, token: token).response.status == 403)
        #expect(account.server.log.last?.code == "page.form-token-mismatch")
    }

    @Test(arguments: AccountPageFixture.forms)
    func `a form with the token of the user's other session is rejected`(path: String) async throws {
        let account = try await AccountPageFixture()
        let token = try await account.formToken(in: account.otherBrowser())
        #expect(try await attack(account, path: path, token: token).response.status == 403)
    }

    @Test(arguments: AccountPageFixture.forms)
    func `a form of another site is rejected, even with the token`(path: String) async throws {
        let account = try await AccountPageFixture()
        let token = try await account.formToken()
        for origin in [Self.attacker, "null", "https://login.brand1.test.attacker.test"] {
            let visit = try await attack(account, path: path, token: token, from: .otherSite, origin: origin)
            #expect(visit.response.status == 403)
            #expect(account.server.log.last?.code == "page.origin-mismatch")
        }
    }

    @Test(arguments: AccountPageFixture.scripts)
    func `a script's request without the token or of another site is rejected`(path: String) async throws {
        let account = try await AccountPageFixture()
        let token = JSONValue.string(try await account.formToken())
        let body: JSONObject = ["csrf": "x", "act": "set-password", "session": "x", "response": [:]]
        #expect(try await account.browser.call(path, body: body).code == "page.form-token-mismatch")
        var own = body
        own["csrf"] = token
        let message = Message.post(path, json: own).on(Self.attacker).setting("Accept", to: "application/json")
        #expect(try await account.browser.send(message, from: .otherSite).code == "page.origin-mismatch")
        #expect(try await account.passkeys().count == 1)
    }

    // MARK: What belongs to others

    @Test func `another user's passkey can't be renamed or removed`() async throws {
        let account = try await AccountPageFixture()
        try await account.addPasskey().require(200)
        try await account.server.storeCredential([1, 2, 3])
        for path in ["/account/passkeys/rename", "/account/passkeys/remove"] {
            let visit = try await account.post(path, fields: [("id", "passkey|dev_owner"), ("name", "Eve")])
            #expect(visit.response.status == 404)
            #expect(account.server.log.last?.code == "sign-in.passkey-unknown")
        }
        let passkey = try await account.server.storage.read {
            try $0.passkeys.find(PasskeyID(rawValue: "passkey|dev_owner"))
        }
        #expect(passkey != nil && passkey?.name == nil)
    }

    @Test func `another user's session can't be ended`() async throws {
        let account = try await AccountPageFixture()
        let eve = TestBrowser(at: account.server, device: .googlePasswordManager)
        let sid = try #require(try await eve.signUp(at: account.party, email: "eve@example.org").sessionID)
        #expect(try await account.post("/account/sessions/remove", fields: [("id", sid)]).path == "/account")
        _ = try await account.post("/account/sessions/remove", fields: [("id", "others")])
        #expect(try await account.page(in: eve).text.contains("eve@example.org"))
    }

    @Test func `a registration begun by another user is rejected`() async throws {
        let account = try await AccountPageFixture()
        let eve = TestBrowser(at: account.server, device: .googlePasswordManager)
        try await eve.signUp(at: account.party, email: "eve@example.org")
        let token = JSONValue.string(try await account.formToken(in: eve))
        let started = try await account.browser.call(
            "/account/passkeys/challenge", body: ["csrf": .string(try await account.formToken())]
        ).require(200)
        let device = SoftwareAuthenticator(profile: .googlePasswordManager)
        let rejected = try await eve.call(
            "/account/passkeys",
            body: [
                "csrf": token, "session": .string(try started.text("session")),
                "response": try account.create(with: device, for: started),
            ])
        #expect(rejected.code == "sign-in.ceremony.binding-mismatch", "\(rejected.text)")
        #expect(try await account.passkeys().count == 1)
    }

    // MARK: Cookies

    @Test func `the cookie of an ended session is worth nothing`() async throws {
        let account = try await AccountPageFixture()
        let cookies = account.browser.cookies
        let token = try await account.formToken()
        _ = try await account.post("/account/logout")
        account.browser.cookies = cookies
        #expect(try await account.browser.visit("/account").path == "/login")
        let visit = try await account.browser.post("/account/profile", fields: [("csrf", token), ("name", "Eve")])
        #expect(visit.path == "/login")
        #expect(try await account.user().profile.name == "Ada")
        let attempt = account.party.attempt(["prompt": "none"])
        #expect(try await account.browser.authorize(attempt)["error"] == "login_required")
    }

    @Test func `a session cookie that comes twice counts as absent`() async throws {
        let account = try await AccountPageFixture()
        let eve = TestBrowser(at: account.server, device: .googlePasswordManager)
        try await eve.signUp(at: account.party, email: "eve@example.org")
        let tossed = try #require(eve.cookies["__Host-thumbturn-session"])
        account.browser.cookies.insert(tossed)
        #expect(try await account.browser.visit("/account").path == "/login")
    }

    @Test func `names can't inject markup`() async throws {
        let account = try await AccountPageFixture()
        let name = "\"><script>alert(1)</script>&'"
        _ = try await account.post("/account/profile", fields: [("name", name)])
        let id = try #require(try await account.passkeys().first).id.rawValue
        _ = try await account.post("/account/passkeys/rename", fields: [("id", id), ("name", name)])
        let page = try await account.page()
        #expect(page.text.contains(name))
        #expect(page.elements.count { $0.name == "script" } == 2)
    }
}
