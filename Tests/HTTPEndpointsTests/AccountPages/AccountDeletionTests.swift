// SPDX-License-Identifier: Apache-2.0

import HTTPEndpoints
import HTTPServer
import IdentityModel
import SoftwareAuthenticator
import TestSupport
import Testing
import WebAuthnMessages
import WireFormats

/// Users who delete their accounts, and those who change their minds.
struct AccountDeletionTests {
    private static let delay = 72 * 3600

    /// Deletes the account on the page, and returns the page that says so.
    private func delete(_ account: AccountPageFixture) async throws -> Visit {
        try await account.browser.authenticate(on: account.browser.visit("/account/delete"))
    }

    private func erase(at server: TestServer) async throws {
        let clock = try #require(server.services.options.expiryClock)
        _ = try await ExpiredRecords(storage: server.storage, clock: clock).remove()
    }

    // MARK: The pages

    @Test func `a passkey deletes the account, and sessions and tokens end at once`() async throws {
        let account = try await AccountPageFixture()
        let other = try await account.otherBrowser()
        // A sign-in from long ago suffices, because the passkey is asked for.
        account.server.clock.advance(seconds: 3600)
        let done = try await delete(account)
        #expect(done.path == "/account/keep" && done.response.status == 200)
        #expect(try done.page.text.contains("Your account will be deleted"))
        #expect(account.browser.session == nil)
        #expect(try await account.sessions() == [])
        #expect(try await account.families() == [])
        #expect(try await other.visit("/account").path == "/login")
        try await account.party.refresh(account.tokens.refresh).require(400)
        #expect(try await account.party.userInfo(account.tokens.access).status == 401)
        let deletesAt = account.server.clock.now.advanced(by: Self.delay)
        #expect(try await account.user().deletesAt == deletesAt)
        let event = try #require(try await account.events(.userDeletionRequested).first)
        let passkey = try #require(try await account.passkeys().first).id
        #expect(
            event.details == ["deletes_at": .string(deletesAt.description), "passkey": .string(passkey.rawValue)])
    }

    @Test func `a sign-in asks whether to keep the account, and keeps it`() async throws {
        let account = try await AccountPageFixture()
        _ = try await delete(account)
        let other = TestBrowser(sharingDeviceOf: account.browser)
        let refused = try await other.finishCeremony(of: other.visit("/account")).require(403)
        #expect(refused.code == "sign-in.account-to-be-deleted")
        #expect(other.session == nil)
        let page = try await other.visit(refused.text("location"), from: .ownPage)
        #expect(try page.path == "/account/keep" && page.page.text.contains("It is erased on"))
        let kept = try await other.authenticate(on: page)
        #expect(kept.path == "/account" && kept.response.status == 200)
        #expect(try await account.user().deletesAt == nil)
        #expect(try await account.events(.userDeletionCanceled).count == 1)
        account.server.clock.advance(seconds: Int64(Self.delay) + 3600)
        try await erase(at: account.server)
        _ = try await account.user()
    }

    @Test func `the page after the deletion keeps the account, too`() async throws {
        let account = try await AccountPageFixture()
        let kept = try await account.browser.authenticate(on: delete(account))
        #expect(try kept.page.text.contains("Your account stays."))
        #expect(try await account.user().deletesAt == nil)
    }

    @Test func `a sign-in to a client goes on when the account is kept`() async throws {
        let account = try await AccountPageFixture()
        _ = try await delete(account)
        let attempt = account.party.attempt()
        let browser = TestBrowser(sharingDeviceOf: account.browser)
        let refused = try await browser.finishCeremony(of: browser.authorize(attempt)).require(403)
        let page = try await browser.visit(refused.text("location"), from: .ownPage)
        let done = try await browser.authenticate(on: page)
        _ = try await account.party.tokens(from: done, of: attempt)
        #expect(try await account.user().deletesAt == nil)
    }

    @Test func `an account is erased after three days, and its passkey is unknown`() async throws {
        let account = try await AccountPageFixture()
        let id = try await account.user().id
        _ = try await delete(account)
        account.server.clock.advance(seconds: Int64(Self.delay) + ExpiryClock.grace)
        try await erase(at: account.server)
        #expect(try await account.user().deletesAt != nil)
        account.server.clock.advance(seconds: 1)
        try await erase(at: account.server)
        #expect(try await account.server.users() == [])
        let other = TestBrowser(sharingDeviceOf: account.browser)
        let refused = try await other.finishCeremony(of: other.visit("/account")).require(403)
        #expect(refused.code == "sign-in.credential-unknown" && refused.value("signal.unknown_credential") != nil)
        let events = try await account.server.storage.read { try $0.events.list(user: id, limit: 100) }
        #expect(events.first?.kind == .userRemoved && events.first?.details["reason"] == "deletion-requested")
    }

    @Test func `another account's passkey deletes nothing`() async throws {
        let account = try await AccountPageFixture()
        let neighbor = try await AccountPageFixture(email: "eve@example.org", at: account.server)
        let visit = try await account.browser.visit("/account/delete")
        let token = JSONValue.string(try #require(visit.page.forms.lazy.compactMap { $0["csrf"] }.first))
        let started = try await account.browser.call("/account/delete/challenge", body: ["csrf": token]).require(200)
        let ids = started.value("options.allowCredentials")?.arrayValue?.compactMap { $0["id"] }
        #expect(try await ids == account.passkeys().map { .string($0.origin.credentialID.base64URL) })
        var options = try #require(started.value("options")?.objectValue)
        options["allowCredentials"] = nil
        let response = try neighbor.browser.device.get(
            optionsJSON: JSONValue.object(options).serialized(), origin: account.browser.origin,
            settings: CeremonySettings(), mutation: nil)
        let refused = try await account.browser.call(
            "/account/delete/passkey",
            body: [
                "csrf": token, "session": .string(try started.text("session")),
                "response": try JSONReader.read(response),
            ])
        #expect(refused.code == "sign-in.identifier-mismatch")
        #expect(try await account.server.users().allSatisfy { $0.deletesAt == nil })
    }

    @Test(arguments: [true, false])
    func `an account without a passkey needs a recent sign-in`(isRecent: Bool) async throws {
        let server = try await TestServer({ documents in
            for index in documents.indices where documents[index].kind == .connection {
                documents[index].json["thumbturn"] = ["sign_up_passkey": "optional"]
            }
        })
        let browser = TestBrowser(at: server)
        let attempt = RelyingParty(at: server).attempt(["screen_hint": "signup"])
        let step = try await browser.authorize(attempt)
        let offer = try await browser.submit(step.page.form("/signup"), entering: ["email": "ada@example.org"])
        _ = try await browser.submit(offer.page.form("/signup/skip"))
        let page = try await browser.visit("/account/delete")
        server.clock.advance(seconds: isRecent ? 900 : 901)
        let done = try await browser.submit(page.page.form("/account/delete"))
        #expect(done.path == (isRecent ? "/account/keep" : "/account/delete"))
        #expect(try done.page.text.contains(isRecent ? "only the operator" : "Add a passkey to your account first"))
        #expect(try !done.page.forms.contains(where: \.isCeremony))
        #expect(try await server.users().map { $0.deletesAt != nil } == [isRecent])
    }

    @Test func `the page says nothing about an account that it knows nothing of`() async throws {
        let browser = TestBrowser(at: try await TestServer())
        #expect(try await browser.visit("/account/keep").page.text.contains("If you have asked for its deletion"))
    }

    @Test func `the date in the address is one that a deletion can have`() async throws {
        let browser = TestBrowser(at: try await TestServer())
        let now = browser.server.clock.now.secondsSince1970
        let texts = ["\(now + 3600)", "\(now + 400_000)", "\(now)", "\(Int64.min)", "\(Int64.max)", "x"]
        for (text, isShown) in zip(texts, [true, false, false, false, false, false]) {
            let page = try await browser.visit("/account/keep?at=\(text)").page
            #expect(page.text.contains("It is erased on") == isShown, "\(text)")
        }
    }

    // MARK: The API

    /// A user of an app, with a token that allows the deletion.
    private struct Owner {
        let client: TestClient
        let token: String

        init(_ server: TestServer, scope: String = "delete:me:account") async throws {
            client = TestClient(at: server)
            try await client.signUp().require(200)
            let parameters: JSONObject = [
                "scope": .string(scope), "audience": .string("https://\(TestServer.host)/me/"),
            ]
            token = try await client.with { $0.tokenParameters = parameters }.signIn().require(200).text("access_token")
        }

        func delete(_ body: JSONObject? = nil) async throws -> TestResponse {
            let message = Message.raw(
                .delete, path: "/me/v1", body: body.map { JSONValue.object($0).serialized() } ?? [],
                type: body == nil ? nil : "application/json")
            return try await client.account(message, token: token)
        }

        func proof(by device: TestClient? = nil) async throws -> JSONObject {
            let started = try await client.beginSignIn()
            return [
                "auth_session": .string(started.session),
                "authn_response": try JSONReader.read((device ?? client).signed(started)),
            ]
        }
    }

    @Test func `an app deletes the account with a fresh passkey`() async throws {
        let server = try await TestServer()
        let owner = try await Owner(server)
        #expect(try await owner.delete().require(400).code == "sign-in.proof-missing")
        let proof = try await owner.proof()
        let accepted = try await owner.delete(proof).require(202)
        let deletesAt = server.clock.now.advanced(by: Self.delay).description
        #expect(accepted.json == ["deletes_at": .string(deletesAt)])
        #expect(try await owner.delete(owner.proof()).require(401).code == "oauth.access-token-user-unknown")
        let refused = try await owner.client.signIn().require(403)
        #expect(refused.code == "sign-in.account-to-be-deleted" && refused.value("error") == "access_denied")
        #expect(refused.value("deletes_at") == .string(deletesAt))
    }

    @Test func `a passkey that was added a short time ago deletes nothing, as long as there is an older one`()
        async throws
    {
        let server = try await TestServer()
        let scope = "delete:me:account create:me:authentication_methods"
        let owner = try await Owner(server, scope: scope)
        let thief = owner.client.with { $0.device = SoftwareAuthenticator(profile: .googlePasswordManager) }
        try await thief.enroll(owner.token).require(201)
        #expect(try await owner.delete(owner.proof(by: thief)).code == "sign-in.passkey-too-new")
        #expect(try await server.users().allSatisfy { $0.deletesAt == nil })
        try await owner.delete(owner.proof()).require(202)
    }

    @Test func `a passkey that was added a short time ago keeps no account that an older one deletes`() async throws {
        let account = try await AccountPageFixture()
        let token = JSONValue.string(try await account.formToken())
        let started = try await account.browser.call("/account/passkeys/challenge", body: ["csrf": token]).require(200)
        let thief = TestBrowser(at: account.server, device: .googlePasswordManager)
        let body: JSONObject = [
            "csrf": token, "session": .string(try started.text("session")),
            "response": try account.create(with: thief.device, for: started),
        ]
        try await account.browser.call("/account/passkeys", body: body).require(200)
        _ = try await delete(account)
        let refused = try await thief.finishCeremony(of: thief.visit("/account")).require(403)
        let page = try await thief.visit(refused.text("location"), from: .ownPage)
        #expect(try await thief.finishCeremony(of: page).code == "sign-in.passkey-too-new")
        #expect(try await account.user().deletesAt != nil)
    }

    @Test func `a passkey that did not verify the user deletes nothing on the page`() async throws {
        let account = try await AccountPageFixture()
        let visit = try await account.browser.visit("/account/delete")
        let token = JSONValue.string(try #require(visit.page.forms.lazy.compactMap { $0["csrf"] }.first))
        let started = try await account.browser.call("/account/delete/challenge", body: ["csrf": token]).require(200)
        #expect(started.value("options.userVerification") == "required")
        // A browser that does as it likes.
        var options = try #require(started.value("options")?.objectValue)
        options["userVerification"] = "discouraged"
        var settings = CeremonySettings()
        settings.userVerified = false
        let response = try account.browser.device.get(
            optionsJSON: JSONValue.object(options).serialized(), origin: account.browser.origin, settings: settings,
            mutation: nil)
        let refused = try await account.browser.call(
            "/account/delete/passkey",
            body: [
                "csrf": token, "session": .string(try started.text("session")),
                "response": try JSONReader.read(response),
            ])
        #expect(refused.status == 403)
        #expect(try await account.user().deletesAt == nil)
    }

    @Test func `a scope that no token has by default is needed`() async throws {
        let owner = try await Owner(TestServer(), scope: TestClient.accountScope)
        #expect(try await owner.delete(owner.proof()).require(403).code == "oauth.scope-insufficient")
    }

    @Test func `an app can't delete the account with another one's passkey`() async throws {
        let server = try await TestServer()
        let owner = try await Owner(server)
        let neighbor = TestClient(at: server).with { $0.profile = ["email": "eve@example.org"] }
        try await neighbor.signUp().require(200)
        let refused = try await owner.delete(owner.proof(by: neighbor))
        #expect(refused.code == "sign-in.identifier-mismatch")
        #expect(try await server.users().allSatisfy { $0.deletesAt == nil })
    }

    @Test func `the response of a sign-in that is stored deletes nothing`() async throws {
        let server = try await TestServer()
        let owner = try await Owner(server)
        let started = try await owner.client.beginSignIn()
        let response = try owner.client.signed(started)
        try await owner.client.finish(started.session, response: response).require(200)
        let proof: JSONObject = [
            "auth_session": .string(started.session), "authn_response": try JSONReader.read(response),
        ]
        #expect(try await owner.delete(proof).code == "sign-in.ceremony.consumed")
        #expect(try await server.users().allSatisfy { $0.deletesAt == nil })
    }
}
