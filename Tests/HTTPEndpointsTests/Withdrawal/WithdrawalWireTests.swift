// SPDX-License-Identifier: Apache-2.0

import HTTPEndpoints
import HTTPServer
import IdentityModel
import OpenIDProvider
import SignIn
import SoftwareAuthenticator
import TestSupport
import Testing
import WireFormats

/// Access that users withdraw ends at once, and with everything that came of it.
struct WithdrawalWireTests {
    private static let account = "https://\(TestServer.host)/me/"

    // MARK: Devices and the account

    @Test func `a device can't ask for the user's own account`() async throws {
        let server = try await TestServer()
        let scope = "openid offline_access create:me:authentication_methods"
        let response = try await ConnectedDevice.begin(at: server, scope: scope, audience: Self.account).require(403)
        #expect(response.code == "oauth.audience-not-allowed")
    }

    @Test func `a device's refresh token opens the user's own account neither at once nor later`() async throws {
        let fixture = try await AccountPageFixture()
        let device = try await ConnectedDevice(at: fixture.server)
        try await device.approve(in: fixture.browser)
        var token = try await device.poll().require(200).text("refresh_token")
        for _ in 0..<2 {
            let response = try await device.party.requestTokens([
                "grant_type": "refresh_token", "refresh_token": .string(token), "audience": .string(Self.account),
                "scope": "create:me:authentication_methods",
            ]).require(403)
            #expect(response.code == "oauth.audience-not-allowed")
            token = try await device.party.refresh(token).require(200).text("refresh_token")
        }
    }

    // MARK: Everything but this browser

    @Test func `signing out everywhere else ends applications, devices and their tokens`() async throws {
        let fixture = try await AccountPageFixture()
        let device = try await ConnectedDevice(at: fixture.server)
        try await device.approve(in: fixture.browser)
        let deviceToken = try await device.poll().require(200).text("refresh_token")
        let application = TestClient(at: fixture.server).with { $0.device = fixture.browser.device }
        let accountToken = try await application.accountToken()
        let pending = try await fixture.pendingCode()

        #expect(try await fixture.post("/account/sessions/remove", fields: [("id", "others")]).path == "/account")
        #expect(try await fixture.party.refresh(fixture.tokens.refresh).status == 400)
        #expect(try await device.party.refresh(deviceToken).status == 400)
        #expect(try await fixture.party.userInfo(fixture.tokens.access).status == 401)
        let begin = Message.post("/me/v1/authentication-methods", json: ["type": "passkey"])
        let revoked = try await application.account(begin, token: accountToken)
        #expect(revoked.code == "oauth.access-token-revoked" && revoked.value("title") == "Access Token Revoked")
        #expect(revoked.value("type") == "https://auth0.com/api-errors/A0E-401-0002")
        #expect(try await pending.exchange().code == "oauth.authorization-code-withdrawn")
        _ = try await fixture.page()
        _ = try await fixture.browser.continueSession(at: fixture.party)
    }

    @Test func `removing a passkey revokes every token for the account from before`() async throws {
        let fixture = try await AccountPageFixture()
        try await fixture.addPasskey().require(200)
        let added = try #require(try await fixture.passkeys().last).id.rawValue
        let application = TestClient(at: fixture.server).with { $0.device = fixture.browser.device }
        let accountToken = try await application.accountToken()
        try await application.list(accountToken).require(200)

        #expect(try await fixture.post("/account/passkeys/remove", fields: [("id", added)]).path == "/account")
        #expect(try await application.list(accountToken).code == "oauth.access-token-revoked")
        try await application.list(application.accountToken()).require(200)
        try await fixture.party.refresh(fixture.tokens.refresh).require(200)
    }

    // MARK: One application, one device

    @Test func `a disconnected application has no tokens left, also one of the operator`() async throws {
        let fixture = try await AccountPageFixture()
        let pending = try await fixture.pendingCode()
        #expect(try await fixture.page().text.contains("The application web"))
        _ = try await fixture.post("/account/consents/remove", fields: [("id", "web")])
        #expect(try await fixture.party.userInfo(fixture.tokens.access).code == "oauth.access-token-revoked")
        #expect(try await fixture.party.refresh(fixture.tokens.refresh).status == 400)
        #expect(try await pending.exchange().code == "oauth.authorization-code-withdrawn")
        #expect(try await !fixture.page().text.contains("Connected apps"))
        fixture.server.clock.advance(seconds: 1)
        let again = try await fixture.browser.continueSession(at: fixture.party)
        try await fixture.party.userInfo(again.access).require(200)
    }

    @Test func `a disconnected application's token for the account is dead`() async throws {
        let fixture = try await AccountPageFixture()
        let application = TestClient(at: fixture.server).with { $0.device = fixture.browser.device }
        _ = try await application.signIn().require(200)
        let token = try await application.accountToken()
        _ = try await fixture.post("/account/consents/remove", fields: [("id", "spa")])
        #expect(try await application.list(token).code == "oauth.access-token-revoked")
    }

    @Test func `a session of an application's own page is shown, and ends with the application`() async throws {
        let fixture = try await AccountPageFixture()
        let page = PlainPage(in: TestBrowser(sharingDeviceOf: fixture.browser))
        try await page.authenticate().require(200)
        #expect(try await fixture.sessions().compactMap(\.client) == ["plain"])
        #expect(try await fixture.page().text.contains("The application plain"))
        _ = try await fixture.post("/account/consents/remove", fields: [("id", "plain")])
        try await page.send(.get, at: "passkeys").require(401)
        #expect(try await !fixture.page().text.contains("The application plain"))
        #expect(try await fixture.sessions().count == 1)
    }

    @Test func `a session of an application's own page is worth nothing for another application`() async throws {
        let server = try await TestServer()
        let page = PlainPage(at: server)
        try await page.register("ada@example.org").require(200)
        server.serve(
            try TestServerConfiguration.configuration { documents in
                for index in documents.indices where documents[index].json["client_id"] == "plain" {
                    documents[index].json["thumbturn"] = nil
                }
                for index in documents.indices where documents[index].json["client_id"] == "spa" {
                    documents[index].json["thumbturn"] = ["ceremony_api": true]
                }
            })
        try await page.send(.get, at: "passkeys").require(401)
        try await page.authenticate().require(200)
    }

    @Test func `one device is disconnected, and the other stays`() async throws {
        let fixture = try await AccountPageFixture()
        var tokens: [TestResponse] = []
        for _ in 0..<2 {
            fixture.server.clock.advance(seconds: 60)
            let device = try await ConnectedDevice(at: fixture.server)
            try await device.approve(in: fixture.browser)
            tokens.append(try await device.poll().require(200))
        }
        let page = try await fixture.page()
        #expect(page.text.contains("Connected devices") && page.text.contains("The application television"))
        let newest = try #require(page.forms.first { $0.action == "/account/devices/remove" })
        _ = try await fixture.browser.submit(newest)
        let television = fixture.party.with { $0.client = "television" }
        #expect(try await television.refresh(tokens[1].text("refresh_token")).status == 400)
        #expect(try await television.userInfo(tokens[1].text("access_token")).status == 401)
        try await television.refresh(tokens[0].text("refresh_token")).require(200)
        #expect(try await fixture.events(.clientDisconnected).map(\.client) == ["television"])
    }

    @Test func `another user's device can't be disconnected`() async throws {
        let fixture = try await AccountPageFixture()
        let device = try await ConnectedDevice(at: fixture.server)
        try await device.approve(in: fixture.browser)
        let token = try await device.poll().require(200).text("refresh_token")
        let id = try #require(try await fixture.page().forms.first { $0.action == "/account/devices/remove" }?["id"])
        let other = try await AccountPageFixture(email: "eve@example.org", at: fixture.server)
        _ = try await other.post("/account/devices/remove", fields: [("id", id)])
        try await device.party.refresh(token).require(200)
    }

    // MARK: What was issued and not redeemed

    enum Withdrawal: CaseIterable {
        case block, passkeyRemoval, everywhereElse, signOut, disconnection

        func callAsFunction(in fixture: AccountPageFixture, from client: String) async throws {
            switch self {
            case .block:
                let administration = ServerOperator(storage: fixture.server.storage)
                let user = try await fixture.user().id
                try await administration.block(user)
                try await administration.unblock(user)
            case .passkeyRemoval:
                let added = try #require(try await fixture.passkeys().last).id.rawValue
                _ = try await fixture.post("/account/passkeys/remove", fields: [("id", added)])
            case .everywhereElse:
                _ = try await fixture.post("/account/sessions/remove", fields: [("id", "others")])
            case .signOut: _ = try await fixture.post("/account/logout")
            case .disconnection: _ = try await fixture.post("/account/consents/remove", fields: [("id", client)])
            }
        }
    }

    @Test(arguments: Withdrawal.allCases)
    func `a code issued before a withdrawal is worth nothing after it`(_ withdrawal: Withdrawal) async throws {
        let fixture = try await AccountPageFixture()
        try await fixture.addPasskey().require(200)
        let pending = try await fixture.pendingCode()
        try await withdrawal(in: fixture, from: "web")
        let response = try await pending.exchange().require(400)
        #expect(response.value("error") == "invalid_grant")
        let tokens = try await fixture.refreshTokens()
        #expect(tokens.allSatisfy { $0.issuedAt < fixture.server.clock.now })
    }

    @Test(arguments: Withdrawal.allCases.filter { $0 != .disconnection })
    func `an approval given before a withdrawal is worth nothing after it`(_ withdrawal: Withdrawal) async throws {
        let fixture = try await AccountPageFixture()
        try await fixture.addPasskey().require(200)
        let device = try await ConnectedDevice(at: fixture.server)
        try await device.approve(in: fixture.browser)
        try await withdrawal(in: fixture, from: "television")
        let response = try await device.poll().require(400)
        #expect(response.value("error") == "invalid_grant" && response.code == "oauth.device-code-withdrawn")
        #expect(try await fixture.refreshTokens().allSatisfy { $0.grant.client != "television" })
    }

    @Test func `an approval for a client that is disconnected before its device polls is worth nothing`() async throws {
        let fixture = try await AccountPageFixture()
        let first = try await ConnectedDevice(at: fixture.server)
        try await first.approve(in: fixture.browser)
        try await first.poll().require(200)
        let second = try await ConnectedDevice(at: fixture.server)
        try await second.approve(in: fixture.browser)
        let owner = try await fixture.owner()
        let applications = ConnectedApplications(accounts: fixture.server.services.accounts)
        #expect(try await applications.disconnect("television", of: owner))
        #expect(try await second.poll().code == "oauth.device-code-withdrawn")
    }
}

extension AccountPageFixture {
    /// A code that the client has not exchanged.
    struct PendingCode {
        let code: String
        let attempt: RelyingParty.Attempt
        let party: RelyingParty

        func exchange() async throws -> TestResponse { try await party.exchange(code, of: attempt) }
    }

    fileprivate func pendingCode() async throws -> PendingCode {
        let attempt = party.attempt()
        let code = try party.code(in: try await browser.authorize(attempt), of: attempt)
        server.clock.advance(seconds: 1)
        return PendingCode(code: code, attempt: attempt, party: party)
    }

    fileprivate func refreshTokens() async throws -> [RefreshToken] {
        let user = try await user().id
        return try await server.storage.read { try $0.refreshTokens.list(of: user) }
    }

    fileprivate func owner() async throws -> AccountOwner {
        AccountOwner(
            .accessToken(of: try await user().id), client: nil, host: TestServer.host, sender: RequestSender())
    }
}
