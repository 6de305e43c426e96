// SPDX-License-Identifier: Apache-2.0

import Configuration
import HTTPEndpoints
import HTTPServer
import IdentityModel
import OpenIDProvider
import SoftwareAuthenticator
import TestStorage
import TestSupport
import Testing
import WireFormats

/// Accounts without a passkey, where a connection allows them.
struct SignUpWithoutPasskeyWireTests {
    private static let returnURL = "https://app.brand1.test/bye"

    /// A server whose users may sign up without a passkey, and a browser.
    private struct Scene {
        let server: TestServer
        let party: RelyingParty
        let browser: TestBrowser

        init(through wrap: (any Storage) -> any Storage = { $0 }) async throws {
            server = try await TestServer(
                { documents in
                    for index in documents.indices {
                        switch (documents[index].kind, documents[index].id) {
                        case (.connection, _): documents[index].json["thumbturn"] = ["sign_up_passkey": "optional"]
                        case (.client, "web"): documents[index].json["allowed_logout_urls"] = [.string(returnURL)]
                        default: break
                        }
                    }
                }, through: wrap)
            party = RelyingParty(at: server)
            browser = TestBrowser(at: server)
        }

        /// The second step of a sign-up.
        func offer(
            _ attempt: RelyingParty.Attempt, in other: TestBrowser? = nil, email: String = "ada@example.org"
        ) async throws -> Visit {
            let browser = other ?? browser
            var page = try await browser.authorize(attempt)
            if page.path == "/login" { page = try await browser.visit(page.page.link(to: "/signup"), from: .ownPage) }
            return try await browser.submit(page.page.form("/signup"), entering: ["email": email])
        }

        /// Signs up without a passkey.
        func signUp() async throws -> Tokens {
            let attempt = party.attempt()
            let offer = try await offer(attempt)
            let profile = try await browser.submit(offer.page.form("/signup/skip"))
            let done = try await browser.submit(profile.page.form("/signup/profile"), entering: ["name": "Ada"])
            return try await party.tokens(from: done, of: attempt)
        }

        func session() async throws -> BrowserSession? {
            guard let hash = browser.session.flatMap({ TimeOrderedSecret($0) })?.hash else { return nil }
            return try await server.storage.read { try $0.sessions.find(by: hash) }
        }

        func passkeyCount() async throws -> Int {
            guard let user = try await server.users().first?.id else { return 0 }
            return try await server.storage.read { try $0.passkeys.list(of: user).count }
        }

        /// Adds a passkey on the account page.
        func addPasskey() async throws -> TestResponse {
            let page = try await browser.visit("/account").page
            let token = JSONValue.string(try #require(page.forms.lazy.compactMap { $0["csrf"] }.first))
            let started = try await browser.call("/account/passkeys/challenge", body: ["csrf": token])
            guard started.status == 200 else { return started }
            let options = try #require(started.value("options")).serialized()
            let response = try browser.device.create(
                optionsJSON: options, origin: browser.origin, settings: CeremonySettings(), mutation: nil)
            return try await browser.call(
                "/account/passkeys",
                body: [
                    "csrf": token, "session": .string(try started.text("session")),
                    "response": try JSONReader.read(response),
                ])
        }
    }

    @Test func `a user signs up without a passkey, and the tokens name no authentication method`() async throws {
        let scene = try await Scene()
        let tokens = try await scene.signUp()
        #expect(tokens.identity["amr"] == nil && tokens.identity["acr"] == nil)
        #expect(tokens.identity["auth_time"]?.intValue == Int(ManualClock.start.secondsSince1970))
        #expect(tokens.identity["email_verified"] == false && tokens.identity["name"] == "Ada")
        let session = try #require(try await scene.session())
        #expect(session.id.rawValue == tokens.sessionID && session.ways.isEmpty && session.methods.isEmpty)
        #expect(try await scene.passkeyCount() == 0)
        try await scene.party.refresh(tokens.refresh).require(200)
        let again = try await scene.browser.continueSession(at: scene.party, asking: ["prompt": "none"])
        #expect(again.identity["sub"] == tokens.identity["sub"])
        let user = session.user
        let events = try await scene.server.storage.read { try $0.events.list(user: user, limit: 100) }
        #expect(events.last?.kind == .userCreated && events.last?.details["passkey"] == false)
        let signIns = try await scene.server.storage.read { try $0.events.listSignIns(of: user, limit: 10) }
        #expect(signIns.map(\.method) == ["sign-up"] && signIns.first?.client == "web")
    }

    @Test func `the page says what it means, and the script's request does the same as the form`() async throws {
        let scene = try await Scene()
        let offer = try await scene.offer(scene.party.attempt())
        #expect(try offer.page.text.contains("you can’t get back in"))
        let state = try #require(offer.page.form("/signup/skip")["state"])
        let response = try await scene.browser.call("/signup/skip", body: ["state": .string(state)]).require(303)
        #expect(response.headers["Location"]?.hasPrefix("/login/continue?") == true)
        #expect(try await scene.session() != nil)
        let account = try await scene.browser.visit("/account").page.text
        #expect(account.contains("only way into your account"))
        let logout = try await scene.browser.visit("/oidc/logout").page.text
        #expect(logout.contains("only way into your account"))
    }

    // MARK: The logout

    @Test(arguments: ["/v2/logout", "/oidc/logout", "/account/logout"])
    func `a user without a passkey is asked before any logout`(path: String) async throws {
        let scene = try await Scene()
        let hint = try await scene.signUp().response.text("id_token")
        let visit: Visit
        switch path {
        case "/v2/logout": visit = try await scene.browser.visit("\(path)?client_id=web&returnTo=\(Self.returnURL)")
        case "/oidc/logout":
            visit = try await scene.browser.visit(
                "\(path)?id_token_hint=\(hint)&post_logout_redirect_uri=\(Self.returnURL)")
        default: visit = try await scene.browser.submit(scene.browser.visit("/account").page.form(path))
        }
        #expect(try await scene.session() != nil)
        #expect(try visit.page.form("/account").isCeremony)
        let confirmed = try await scene.browser.submit(visit.page.form("/oidc/logout"))
        #expect(confirmed.address == (path == "/account/logout" ? "/oidc/logout" : Self.returnURL))
        #expect(try await scene.session() == nil)
    }

    @Test func `a user with a passkey is not asked`() async throws {
        let scene = try await Scene()
        _ = try await scene.signUp()
        try await scene.addPasskey().require(200)
        let visit = try await scene.browser.visit("/v2/logout?client_id=web&returnTo=\(Self.returnURL)")
        #expect(visit.address == Self.returnURL && scene.browser.session == nil)
    }

    @Test func `a connection requires a passkey unless it says otherwise`() async throws {
        let server = try await TestServer()
        let (party, browser) = (RelyingParty(at: server), TestBrowser(at: server))
        var page = try await browser.authorize(party.attempt(["screen_hint": "signup"]))
        page = try await browser.submit(page.page.form("/signup"), entering: ["email": "ada@example.org"])
        #expect(try page.page.forms.allSatisfy { $0.action != "/signup/skip" })
        let forced = try await browser.post("/signup/skip", fields: [("state", try #require(page.page.state))])
        #expect(forced.path == "/signup" && browser.session == nil)
        #expect(try await server.users().isEmpty)
    }

    @Test func `a client that needs a context class gets no account without a passkey`() async throws {
        let scene = try await Scene()
        let claims = #"{"id_token":{"acr":{"essential":true,"values":["phr"]}}}"#
        let offer = try await scene.offer(scene.party.attempt(["claims": claims]))
        #expect(try offer.page.forms.allSatisfy { $0.action != "/signup/skip" })
        _ = try await scene.browser.post("/signup/skip", fields: [("state", try #require(offer.page.state))])
        #expect(try await scene.server.users().isEmpty)
        _ = try await scene.signUp()
        let asked = try await scene.browser.authorize(scene.party.attempt(["claims": claims]))
        #expect(asked.path == "/login/add-passkey")
    }

    @Test func `a stranger who signs up with the same identifier gets nothing`() async throws {
        let scene = try await Scene()
        let stranger = TestBrowser(at: scene.server, device: .googlePasswordManager)
        let pending = try await scene.offer(scene.party.attempt(), in: stranger, email: "Ada@example.org")
        let tokens = try await scene.signUp()
        let skipped = try await stranger.submit(pending.page.form("/signup/skip"))
        #expect(skipped.response.status == 400 && skipped.path == "/signup/skip")
        let begun = try await stranger.beginCeremony(of: pending).require(400)
        #expect(begun.code == "sign-in.account-exists" && stranger.session == nil)
        let late = try await scene.offer(scene.party.attempt(), in: stranger)
        #expect(late.response.status == 400)
        #expect(try await scene.server.users().count == 1)
        #expect(try await scene.passkeyCount() == 0)
        let again = try await scene.browser.continueSession(at: scene.party)
        #expect(again.identity["sub"] == tokens.identity["sub"])
    }

    @Test func `the session adds a passkey at any time, and then the usual rules hold`() async throws {
        let scene = try await Scene()
        let tokens = try await scene.signUp()
        scene.server.clock.advance(seconds: 86_400)
        try await scene.addPasskey().require(200)
        #expect(try await scene.passkeyCount() == 1)
        #expect(try await scene.browser.visit("/account").page.text.contains("only way") == false)
        #expect(try await scene.addPasskey().require(401).code == "page.sign-in-required")
        let signedIn = try await scene.browser.signIn(at: scene.party)
        #expect(signedIn.identity["sub"] == tokens.identity["sub"])
        #expect(signedIn.identity["amr"]?.arrayValue?.contains("pop") == true)
    }

    @Test(arguments: [["prompt": "login"], ["max_age": "0"], ["max_age": "10"]])
    func `a user who has to sign in again adds a passkey first`(changes: [String: String]) async throws {
        let scene = try await Scene()
        let tokens = try await scene.signUp()
        scene.server.clock.advance(seconds: 3600)
        let attempt = scene.party.attempt(changes.mapValues { $0 })
        let page = try await scene.browser.authorize(attempt)
        #expect(page.path == "/login/add-passkey")
        #expect(try page.page.text.contains("Add a passkey first"))
        // Another person who uses the browser finds the way to their own account.
        let others = try await scene.browser.visit(page.page.link(to: "/login/select"), from: .ownPage)
        #expect(try others.page.form("/login/select").buttons.map(\.value) == ["current", "another"])
        // The user has said "not now", so nothing is created without a prompt.
        #expect(try page.page.settings?["conditional"] == nil)
        #expect(scene.browser.cookies["__Host-thumbturn-passkey-offer"] == nil)
        let signIn = try await scene.browser.authenticate(on: page)
        #expect(signIn.path == "/login")
        let done = try await scene.browser.authenticate(on: signIn)
        let again = try await scene.party.tokens(from: done, of: attempt)
        #expect(again.identity["sub"] == tokens.identity["sub"])
        #expect(again.identity["auth_time"]?.intValue == Int(scene.server.clock.now.secondsSince1970))
    }

    @Test func `a user who adds none goes back to the client, and keeps the session`() async throws {
        let scene = try await Scene()
        _ = try await scene.signUp()
        let attempt = scene.party.attempt(["prompt": "login"])
        let page = try await scene.browser.authorize(attempt)
        let visit = try await scene.browser.submit(page.page.form("/login/add-passkey/skip"))
        #expect(visit["error"] == "login_required" && visit["state"] == attempt.state)
        let silent = try await scene.browser.authorize(scene.party.attempt(["prompt": "none", "max_age": "0"]))
        #expect(silent["error"] == "login_required")
        _ = try await scene.browser.continueSession(at: scene.party)
    }

    // MARK: Another account

    @Test(arguments: [
        ["login_hint": "eve@example.org"], ["prompt": "login", "login_hint": "eve@example.org"], ["prompt": "create"],
    ])
    func `a user without a passkey is asked before another account is signed in`(
        changes: [String: String]
    ) async throws {
        let scene = try await Scene()
        _ = try await TestBrowser(sharingDeviceOf: scene.browser).signUp(at: scene.party, email: "eve@example.org")
        let tokens = try await scene.signUp()
        let attempt = scene.party.attempt(changes.mapValues { $0 })
        let asked = try await scene.browser.authorize(attempt)
        #expect(asked.path == "/login/select")
        #expect(try asked.page.text.contains("only way into this account"))
        let form = try asked.page.form("/login/select")
        #expect(form.buttons.map(\.value) == ["another", "cancel"])
        let canceled = try await scene.browser.submit(form, pressing: "cancel")
        #expect(canceled["error"] == "login_required" && canceled["state"] == attempt.state)
        #expect(try await scene.session()?.id.rawValue == tokens.sessionID)
        let next = try await scene.browser.submit(form, pressing: "another")
        let isSignUp = changes["prompt"] == "create"
        #expect(next.path == (isSignUp ? "/signup" : "/login"))
        if isSignUp {
            _ = try await scene.browser.signUp(on: next, email: "zoe@example.org")
        } else {
            let done = try await scene.browser.authenticate(on: next)
            _ = try await scene.party.tokens(from: done, of: attempt)
        }
        let left = BrowserSession.ID(rawValue: try #require(tokens.sessionID))
        #expect(try await scene.server.storage.read { try $0.sessions.find(left) } == nil)
        let silent = try await scene.browser.authorize(scene.party.attempt(["prompt": "none"]))
        #expect(silent["code"] != nil)
    }

    @Test(arguments: [true, false])
    func `a page that was opened before doesn't end the only way into an account`(isForClient: Bool) async throws {
        let scene = try await Scene()
        let other = TestBrowser(sharingDeviceOf: scene.browser)
        _ = try await other.signUp(at: scene.party, email: "eve@example.org")
        let page =
            isForClient
            ? try await scene.browser.authorize(scene.party.attempt()) : try await scene.browser.visit("/account")
        let tokens = try await scene.signUp()
        let rejected = try await scene.browser.finishCeremony(of: page).require(409)
        #expect(rejected.code == "sign-in.only-way-in")
        #expect(try rejected.text("location").hasPrefix(isForClient ? "/login/select?state=" : "/oidc/logout"))
        #expect(try await scene.session()?.id.rawValue == tokens.sessionID)
        // Shown again, it asks for the client, or knows that the user is signed in.
        let again = try await scene.browser.visit(page.address, from: .ownPage)
        #expect(again.path == (isForClient ? "/login/select" : "/account"))
    }

    @Test func `forms of a sign-up that were shown before ask as well, and the device forgets its passkey`()
        async throws
    {
        let scene = try await Scene()
        let (passkey, without) = (
            try await scene.offer(scene.party.attempt(), email: "eve@example.org"),
            try await scene.offer(scene.party.attempt(), email: "zoe@example.org")
        )
        let tokens = try await scene.signUp()
        let rejected = try await scene.browser.finishCeremony(of: passkey).require(409)
        #expect(rejected.code == "sign-in.only-way-in" && rejected.value("signal.unknown_credential") != nil)
        let asked = try await scene.browser.submit(without.page.form("/signup/skip"))
        #expect(asked.path == "/login/select")
        let own = try #require(tokens.sessionID)
        let page = try await scene.browser.visit("/account").page
        let token = try #require(page.forms.lazy.compactMap { $0["csrf"] }.first)
        let ended = try await scene.browser.post("/account/sessions/remove", fields: [("csrf", token), ("id", own)])
        #expect(ended.path == "/oidc/logout")
        #expect(try await scene.session()?.id.rawValue == own)
        #expect(try await scene.server.users().count == 1)
    }

    @Test func `a ticket of another user doesn't end the only way into an account`() async throws {
        let scene = try await Scene()
        let tokens = try await scene.signUp()
        let page = EmbeddedPage(at: scene.server, in: scene.browser).with {
            $0.client.profile = ["email": "eve@example.org"]
        }
        let (ticket, attempt) = try await page.ticket()
        let rejected = try await page.post(ticket, for: attempt)
        #expect(rejected["error"] == "account_selection_required" && rejected["state"] == attempt.state)
        #expect(try await scene.session()?.id.rawValue == tokens.sessionID)
    }

    @Test func `a ticket whose browser gets such a session meanwhile is used up, and begins none`() async throws {
        let scene = try await Scene()
        _ = try await TestBrowser(sharingDeviceOf: scene.browser).signUp(at: scene.party, email: "eve@example.org")
        let eve = try #require(try await scene.server.users().first)
        _ = try await scene.signUp()
        let session = try #require(try await scene.session())
        let ticket = LoginTicket(
            LoginTicket.Binding(client: "embedded", host: TestServer.host, origin: TestServer.page, challenge: "x"),
            user: eve, ways: [],
            authentication: AuthenticationFacts(authenticatedAt: scene.server.clock.now, methods: []))
        let use = LoginTicketUse(
            accounts: scene.server.services.accounts, lifetimes: scene.server.services.hosts.configuration.tenant)
        #expect(try await use.begin(with: ticket, sender: RequestSender(), replacing: session) == nil)
        #expect(try await scene.session()?.id == session.id)
    }

    // MARK: Twice

    @Test func `a form that is sent twice leads to the account that it made first`() async throws {
        let scene = try await Scene()
        let attempt = scene.party.attempt()
        let offer = try await scene.offer(attempt)
        let before = scene.browser.cookies
        _ = try await scene.browser.submit(offer.page.form("/signup/skip"))
        let first = try #require(try await scene.session())
        // The browser drops the first response, with its cookie, when the form is sent again.
        scene.browser.cookies = before
        let profile = try await scene.browser.submit(offer.page.form("/signup/skip"))
        #expect(profile.path == "/signup/profile")
        #expect(try await scene.session()?.id == first.id)
        let done = try await scene.browser.submit(profile.page.form("/signup/profile"), entering: ["name": "Ada"])
        let tokens = try await scene.party.tokens(from: done, of: attempt)
        #expect(tokens.identity["sub"]?.stringValue == first.user.rawValue && tokens.sessionID == first.id.rawValue)
        let again = try await scene.browser.submit(offer.page.form("/signup/skip"))
        #expect(again.isAway && again.parameters["code"] != nil)
        #expect(try await scene.session()?.id == first.id)
        #expect(try await scene.server.users().count == 1)
    }

    @Test func `a form that is sent twice replaces the session of the user before, as one that is sent once does`()
        async throws
    {
        let scene = try await Scene()
        _ = try await scene.browser.signUp(at: scene.party, email: "eve@example.org")
        let other = try #require(try await scene.session())
        let offer = try await scene.offer(scene.party.attempt(["prompt": "create"]))
        let before = scene.browser.cookies
        _ = try await scene.browser.submit(offer.page.form("/signup/skip"))
        let first = try #require(try await scene.session())
        scene.browser.cookies = before
        #expect(try await scene.browser.submit(offer.page.form("/signup/skip")).path == "/signup/profile")
        #expect(try await scene.session()?.id == first.id)
        #expect(try await scene.server.storage.read { try $0.sessions.find(other.id) } == nil)
    }

    @Test func `a form that another user's browser sends twice leads to no account`() async throws {
        let scene = try await Scene()
        let offer = try await scene.offer(scene.party.attempt())
        _ = try await scene.browser.submit(offer.page.form("/signup/skip"))
        let other = TestBrowser(at: scene.server)
        _ = try await other.authorize(scene.party.attempt())
        let stolen = try await other.submit(offer.page.form("/signup/skip"))
        #expect(stolen.response.status == 400 && other.session == nil)
    }

    @Test func `a form that is sent again does not replace another user's session`() async throws {
        let scene = try await Scene()
        let offer = try await scene.offer(scene.party.attempt())
        let before = scene.browser.cookies
        _ = try await scene.browser.submit(offer.page.form("/signup/skip"))
        scene.browser.cookies = before
        _ = try await scene.browser.signUp(at: scene.party, email: "eve@example.org")
        let other = try #require(try await scene.session())
        let again = try await scene.browser.submit(offer.page.form("/signup/skip"))
        #expect(again.response.status == 400)
        #expect(try await scene.session()?.id == other.id)
    }

    @Test func `a form that is sent again opens no session that has ended`() async throws {
        let scene = try await Scene()
        let offer = try await scene.offer(scene.party.attempt())
        _ = try await scene.browser.submit(offer.page.form("/signup/skip"))
        let user = try #require(try await scene.session()).user
        try await scene.server.storage.withTransaction { try $0.sessions.removeAll(of: user) }
        let again = try await scene.browser.submit(offer.page.form("/signup/skip"))
        #expect(again.response.status == 400)
        #expect(try await scene.session() == nil)
    }

    @Test func `a form that is sent again opens no account that has a passkey`() async throws {
        let scene = try await Scene()
        let offer = try await scene.offer(scene.party.attempt())
        let before = scene.browser.cookies
        _ = try await scene.browser.submit(offer.page.form("/signup/skip"))
        try await scene.addPasskey().require(200)
        scene.browser.cookies = before
        #expect(try await scene.browser.submit(offer.page.form("/signup/skip")).response.status == 400)
        #expect(scene.browser.session == nil)
    }

    @Test func `a form that is sent again opens nothing once the connection takes no sign-ups`() async throws {
        let scene = try await Scene()
        let offer = try await scene.offer(scene.party.attempt())
        let before = scene.browser.cookies
        _ = try await scene.browser.submit(offer.page.form("/signup/skip"))
        scene.browser.cookies = before
        scene.server.serve(
            try TestServerConfiguration.configuration { documents in
                for index in documents.indices where documents[index].kind == .connection {
                    documents[index].json["thumbturn"] = ["sign_up_passkey": "optional"]
                    documents[index].json["options"] = ["disable_signup": true]
                }
            })
        let again = try await scene.browser.submit(offer.page.form("/signup/skip"))
        #expect(again.response.status == 400 && scene.browser.session == nil)
    }

    @Test func `a connection whose passkeys are disabled meanwhile gets no new account`() async throws {
        let scene = try await Scene()
        let offer = try await scene.offer(scene.party.attempt())
        scene.server.serve(
            try TestServerConfiguration.configuration { documents in
                for index in documents.indices where documents[index].kind == .connection {
                    documents[index].json["thumbturn"] = ["sign_up_passkey": "optional"]
                    documents[index].json["options"] = ["authentication_methods": ["passkey": ["enabled": false]]]
                }
            })
        let skipped = try await scene.browser.submit(offer.page.form("/signup/skip"))
        #expect(skipped.response.status == 400 && scene.browser.session == nil)
        #expect(scene.server.log.last?.code == "sign-in.passkeys-disabled")
    }

    @Test func `a user who could lose the account to another sign-in is warned`() async throws {
        let scene = try await Scene()
        _ = try await scene.signUp()
        let choice = try await scene.browser.authorize(scene.party.attempt(["prompt": "select_account"]))
        #expect(try choice.page.text.contains("only way into this account"))
        try await scene.addPasskey().require(200)
        let later = try await scene.browser.authorize(scene.party.attempt(["prompt": "select_account"]))
        #expect(later.path == "/login/select")
        #expect(try later.page.text.contains("only way") == false)
    }

    @Test func `account and session are one durable unit`() async throws {
        let scene = try await Scene(through: { InstrumentedStorage($0) })
        let offer = try await scene.offer(scene.party.attempt())
        let storage = try #require(scene.server.services.storage as? InstrumentedStorage)
        let before = storage.transactions
        let state = try #require(offer.page.form("/signup/skip")["state"])
        try await scene.browser.call("/signup/skip", body: ["state": .string(state)]).require(303)
        #expect(storage.transactions == before + 1)
    }
}
