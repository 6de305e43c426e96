// SPDX-License-Identifier: Apache-2.0

import HTTPEndpoints
import IdentityModel
import RateLimiting
import SoftwareAuthenticator
import TestSupport
import Testing
import WebAuthnMessages
import WireFormats

/// The contents of the account page, and the changes that users make on it.
struct AccountPageTests {
    @Test func `the page shows the user's passkey, session and identifiers`() async throws {
        let account = try await AccountPageFixture()
        let text = try await account.page().text
        for part in ["Apple Passwords", "ada@example.org", "Signed in with this", "This browser", "Synced"] {
            #expect(text.contains(part), "\(part) in \(text)")
        }
    }

    @Test func `the page signals the accepted passkeys and the names to the device`() async throws {
        let account = try await AccountPageFixture()
        let signal = try #require(try await account.page().settings?["signal"])
        let ids = try await account.passkeys().map { JSONValue.string($0.origin.credentialID.base64URL) }
        #expect(signal["all_accepted_credentials"]?["allAcceptedCredentialIds"] == .array(ids))
        #expect(signal["all_accepted_credentials"]?["rpId"] == .string(TestServer.relyingPartyID))
        #expect(signal["current_user_details"]?["displayName"] == "Ada")
    }

    @Test func `the name is stored`() async throws {
        let account = try await AccountPageFixture()
        let visit = try await account.post("/account/profile", fields: [("name", "Ada Lovelace")])
        #expect(visit.path == "/account")
        #expect(try await account.user().profile.name == "Ada Lovelace")
        _ = try await account.post("/account/profile", fields: [("name", "Ada Lovelace")])
        #expect(try await account.events(.userRenamed).map(\.client) == [nil, "web"])
    }

    @Test func `a visit extends the session's idle time, and at most one a minute is stored`() async throws {
        let account = try await AccountPageFixture()
        let first = try #require(try await account.sessions().first)
        account.server.clock.advance(seconds: 59)
        _ = try await account.page()
        #expect(try await account.sessions() == [first])
        account.server.clock.advance(seconds: 1)
        _ = try await account.page()
        let extended = try #require(try await account.sessions().first)
        #expect(extended.idleExpiresAt == first.idleExpiresAt.advanced(by: 60))
        #expect(extended.lastUsedAt == account.server.clock.now && extended.expiresAt == first.expiresAt)
    }

    @Test func `one session too many ends the oldest`() async throws {
        let account = try await AccountPageFixture()
        let first = try #require(try await account.sessions().first)
        try await account.insertSessions(49)
        _ = try await account.page()
        let other = try await account.otherBrowser()
        #expect(try await account.sessions().count == 50)
        #expect(try await account.browser.visit("/account").path != "/account")
        _ = try await account.page(in: other)
        let event = try #require(try await account.events(.sessionEnded).first)
        #expect(event.details == ["sid": .string(first.id.rawValue), "reason": "too-many-sessions"])
    }

    @Test func `the page lists as many sessions as an account may have, and counts those from before`() async throws {
        let account = try await AccountPageFixture()
        let other = try await account.otherBrowser()
        try await account.insertSessions(60)
        let page = try await account.page(in: other)
        #expect(page.forms.count { $0.action == "/account/sessions/remove" } == 51)
        #expect(page.text.contains("Older sessions that are not listed: 12"))
    }

    @Test func `one sign-in too many with a client, or of an account, ends the one that was not used for longest`()
        async throws
    {
        let account = try await AccountPageFixture()
        try await account.insertFamilies(19, of: "web")
        try await account.insertFamilies(79, of: "other")
        #expect(try await account.families().count == 99)
        let tokens = try await account.browser.signIn(at: account.party)
        #expect(try await account.party.refresh(account.tokens.refresh).code == "oauth.refresh-token-unknown")
        #expect(try await account.families().count == 99)
        let spa = TestClient(at: account.server).with { $0.device = account.browser.device }
        for _ in 0..<2 { _ = try await spa.signIn().require(200) }
        #expect(try await account.families().count == 100)
        try await account.party.refresh(tokens.refresh).require(200)
        let events = try await account.events(.tokenRevoked)
        #expect(events.map(\.client) == ["web", "web"])
        #expect(events.allSatisfy { $0.details == ["reason": "too-many-sign-ins"] })
    }

    @Test func `a browser that signs in again and again ends only what it got itself`() async throws {
        let account = try await AccountPageFixture()
        let phone = try await account.otherBrowser().continueSession(at: account.party)
        for _ in 0..<25 {
            account.server.clock.advance(seconds: 1)
            _ = try await account.browser.continueSession(at: account.party)
        }
        #expect(try await account.families().count == 20)
        try await account.party.refresh(phone.refresh).require(200)
    }

    @Test func `a code that is exchanged after later ones gives a refresh token that is good`() async throws {
        let account = try await AccountPageFixture()
        let attempt = account.party.attempt()
        let code = try account.party.code(in: try await account.browser.authorize(attempt), of: attempt)
        try await account.insertFamilies(25, of: "web")
        let tokens = try await account.party.exchange(code, of: attempt).require(200)
        try await account.party.refresh(tokens.text("refresh_token")).require(200)
    }

    @Test func `the page counts the sign-ins with applications that it doesn't list`() async throws {
        let account = try await AccountPageFixture()
        try await account.insertFamilies(102, of: "other")
        #expect(try await account.page().text.contains("apps and on devices that are not listed: 3"))
    }

    @Test func `visits of the page are limited by user`() async throws {
        var limits = RateLimitRules.off
        limits.accountVisit = RateLimits.Rule(capacity: 1, refillPerSecond: 0.5)
        let account = try await AccountPageFixture(at: try await TestServer(limits: limits))
        _ = try await account.page()
        #expect(try await account.browser.visit("/account").response.status == 429)
    }

    @Test(
        arguments: [
            ("/account/profile", "Profile saved."), ("/account/passkeys/rename", "Passkey renamed."),
            ("/account/passkeys/remove", "Passkey removed."), ("/account/sessions/remove", "Signed out there."),
            ("/account/consents/remove", "App disconnected."),
        ])
    func `after a change the page says what was done`(path: String, words: String) async throws {
        let account = try await AccountPageFixture()
        let first = try #require(try await account.passkeys().first).id.rawValue
        try await account.addPasskey().require(200)
        _ = try await account.otherBrowser()
        let added = try #require(try await account.passkeys().first { $0.id.rawValue != first }).id.rawValue
        let here = account.browser.session.flatMap { TimeOrderedSecret($0) }?.hash
        let session = try #require(try await account.sessions().first { $0.secretHash != here }).id.rawValue
        let fields = [
            "/account/passkeys/rename": [("id", first), ("name", "Phone")], "/account/passkeys/remove": [("id", added)],
            "/account/sessions/remove": [("id", session)], "/account/consents/remove": [("id", "web")],
            "/account/profile": [("name", "Ada")],
        ]
        let visit = try await account.post(path, fields: fields[path] ?? [])
        #expect(visit.path == "/account" && visit["done"] != nil)
        let notice = try #require(try visit.page.elements.first { $0["class"] == "notice success" })
        #expect(notice["role"] == "status" && notice["autofocus"] != nil)
        #expect(try visit.page.text.contains(words))
    }

    @Test(arguments: ["%3Cb%3EYou+won%3C%2Fb%3E", "PROFILE-SAVED", "", "profile-saved&done=set-up"])
    func `an address can't put text on the page`(value: String) async throws {
        let account = try await AccountPageFixture()
        let visit = try await account.browser.visit("/account?done=\(value)")
        #expect(visit.response.status == 200)
        #expect(try !visit.page.elements.contains { $0["class"] == "notice success" })
        #expect(try !visit.page.text.contains("You won"))
    }

    @Test func `a name that is too long is rejected`() async throws {
        let account = try await AccountPageFixture()
        let visit = try await account.post("/account/profile", fields: [("name", String(repeating: "a", count: 400))])
        #expect(visit.response.status == 400)
        #expect(try await account.user().profile.name == "Ada")
    }

    // MARK: Passkeys

    @Test func `a passkey is renamed`() async throws {
        let account = try await AccountPageFixture()
        let id = try #require(try await account.passkeys().first).id.rawValue
        _ = try await account.post("/account/passkeys/rename", fields: [("id", id), ("name", "My phone")])
        #expect(try await account.passkeys().first?.name == "My phone")
        #expect(try await account.page().text.contains("My phone"))
        #expect(try await account.events(.passkeyRenamed).count == 1)
    }

    @Test func `a passkey of another device is added with a signal`() async throws {
        let account = try await AccountPageFixture()
        let response = try await account.addPasskey().require(200)
        #expect(try response.text("location") == "/account?done=passkey-added")
        let passkeys = try await account.passkeys()
        #expect(passkeys.count == 2)
        let ids = passkeys.map { JSONValue.string($0.origin.credentialID.base64URL) }
        #expect(response.value("signal.all_accepted_credentials.allAcceptedCredentialIds") == .array(ids))
        #expect(try await account.events(.passkeyRegistered).map(\.client) == [nil, "web"])
    }

    @Test func `a passkey of the same second as the one before is the one that gets a name`() async throws {
        let account = try await AccountPageFixture()
        try await account.addPasskey(afterSeconds: 0).require(200)
        let page = try await account.browser.visit("/account?done=passkey-added").page
        let open = page.elements.indices.filter {
            page.elements[$0].name == "details" && page.elements[$0]["open"] != nil
        }
        try #require(open.count == 1)
        let renamed = page.elements[open[0]...].first { $0["name"] == "id" }
        #expect(try await account.passkeys().last?.id.rawValue == renamed?["value"])
    }

    @Test func `the options exclude the passkeys of the account`() async throws {
        let account = try await AccountPageFixture()
        let started = try await account.browser.call(
            "/account/passkeys/challenge", body: ["csrf": .string(try await account.formToken())]
        ).require(200)
        let excluded = try #require(started.value("options.excludeCredentials"))
        let id = try #require(try await account.passkeys().first).origin.credentialID.base64URL
        #expect(excluded.arrayValue?.first?["id"] == .string(id))
    }

    @Test func `a response that adds a passkey is accepted once`() async throws {
        let account = try await AccountPageFixture()
        let token = JSONValue.string(try await account.formToken())
        let started = try await account.browser.call("/account/passkeys/challenge", body: ["csrf": token]).require(200)
        let device = SoftwareAuthenticator(profile: .googlePasswordManager)
        let body: JSONObject = [
            "csrf": token, "session": .string(try started.text("session")),
            "response": try account.create(with: device, for: started),
        ]
        try await account.browser.call("/account/passkeys", body: body).require(200)
        #expect(try await account.browser.call("/account/passkeys", body: body).status == 400)
        #expect(try await account.passkeys().count == 2)
    }

    @Test func `a removed passkey is gone with the sessions that it opened`() async throws {
        let account = try await AccountPageFixture()
        try await account.addPasskey().require(200)
        try await account.settlePasskeys()
        let other = try await account.otherBrowser()
        let first = try #require(try await account.passkeys().first).id
        let visit = try await account.post("/account/passkeys/remove", fields: [("id", first.rawValue)])
        #expect(visit.path == "/login")
        #expect(try await account.passkeys().map(\.id) != [first])
        #expect(try await account.passkeys().count == 1)
        #expect(try await account.sessions().isEmpty)
        #expect(try await other.visit("/account").path == "/login")
        #expect(try await account.party.refresh(account.tokens.refresh).status != 200)
        #expect(try await account.events(.passkeyRemoved).count == 1)
    }

    @Test func `the last passkey can't be removed`() async throws {
        let account = try await AccountPageFixture()
        #expect(try await account.page().forms.allSatisfy { $0.action != "/account/passkeys/remove" })
        let id = try #require(try await account.passkeys().first).id.rawValue
        let visit = try await account.post("/account/passkeys/remove", fields: [("id", id)])
        #expect(visit.response.status == 409)
        #expect(account.server.log.last?.code == "sign-in.last-credential")
        #expect(try await account.passkeys().count == 1)
    }

    // MARK: Sessions

    @Test func `another session is ended with an event`() async throws {
        let account = try await AccountPageFixture()
        let other = try await account.otherBrowser()
        let newest = try #require(try await account.sessions().last).id
        _ = try await account.post("/account/sessions/remove", fields: [("id", newest.rawValue)])
        #expect(try await account.sessions().count == 1)
        #expect(try await other.visit("/account").path == "/login")
        #expect(try await account.events(.sessionEnded).map { $0.details["sid"] } == [.string(newest.rawValue)])
    }

    @Test func `all other sessions are ended at once`() async throws {
        let account = try await AccountPageFixture()
        let others = [try await account.otherBrowser(), try await account.otherBrowser()]
        _ = try await account.post("/account/sessions/remove", fields: [("id", "others")])
        for other in others { #expect(try await other.visit("/account").path == "/login") }
        #expect(try await account.sessions().count == 1)
        #expect(try await account.events(.sessionEnded).count == 2)
        _ = try await account.page()
    }

    @Test func `a session ends with its refresh tokens for online access`() async throws {
        let account = try await AccountPageFixture()
        let session = try #require(try await account.sessions().first)
        var grant = RefreshToken.Grant(
            user: session.user, client: "web", host: TestServer.host, authenticatedAt: account.server.clock.now)
        grant.scope = ["openid", "online_access"]
        grant.session = session.id
        let token = RefreshToken(
            hash: [1], family: .random(at: account.server.clock.now), grant: grant, issuedAt: account.server.clock.now,
            expiresAt: nil)
        try await account.server.storage.withTransaction { try $0.refreshTokens.insert(token) }
        let visit = try await account.post("/account/logout")
        #expect(visit.path == "/oidc/logout" && account.browser.session == nil)
        #expect(try await account.server.storage.read { try $0.refreshTokens.find([1]) } == nil)
        try await account.party.refresh(account.tokens.refresh).require(200)
    }

    // MARK: Consents

    @Test func `a withdrawn consent ends what the client got`() async throws {
        let account = try await AccountPageFixture()
        let partner = account.party.with {
            $0.client = "partner"
            $0.redirectURI = TestServerConfiguration.partnerCallback
            $0.scope = "openid email offline_access"
        }
        let attempt = partner.attempt()
        let consent = try await account.browser.authorize(attempt)
        let visit = try await account.browser.submit(consent.page.form("/consent"), pressing: "allow")
        let tokens = try await partner.tokens(from: visit, of: attempt)
        #expect(try await account.page().text.contains("The application partner"))
        _ = try await account.post("/account/consents/remove", fields: [("id", "partner")])
        #expect(try await partner.refresh(tokens.refresh).status == 400)
        #expect(try await partner.userInfo(tokens.access).status == 401)
        #expect(try await account.browser.authorize(partner.attempt()).path == "/consent")
        #expect(try await account.events(.clientDisconnected).map(\.client) == ["partner"])
        try await account.party.refresh(account.tokens.refresh).require(200)
    }
}
