// SPDX-License-Identifier: Apache-2.0

import Administration
import HTTPEndpoints
import HTTPServer
import IdentityModel
import SignIn
import SoftwareAuthenticator
import TestStorage
import TestSupport
import Testing
import WireFormats

/// Who hears of what was changed.
struct NoticeTests {
    private static let delay = PasswordClient.delay

    @Test func `a verified address hears of each change of the ways in, once`() async throws {
        let scene = try await MailedUser()
        let (user, device) = (scene.user, scene.user.device())
        try await device.enroll(user.accountToken()).require(201)
        scene.server.clock.advance(seconds: Self.delay)
        try await user.device(.googlePasswordManager).enroll(device.accountToken()).require(201)
        scene.server.clock.advance(seconds: Self.delay)
        var token = try await device.accountToken()
        let begun = try await device.account(.post(PasswordClient.methods, json: ["type": "password"]), token: token)
        var body = try device.response(to: begun.require(202))
        body["new_password"] = "another long enough one"
        try await device.account(.post("\(PasswordClient.methods)/password%7Cnew/verify", json: body), token: token)
            .require(201)
        scene.wait()
        token = try await device.accountToken()
        try await device.removePassword(token).require(204)
        token = try await device.accountToken()
        let path = try await device.pathOfPasskey(token)
        try await device.account(
            .json(.delete, path: path, body: device.confirm("remove-passkey", token)), token: token
        )
        .require(409)
        #expect(
            try await scene.notices().map(\.event) == [
                .passwordRemoved, .passwordChanged, .passkeyAdded, .passkeyAdded,
            ])
        #expect(try await scene.notices().allSatisfy { $0.address == "ada@example.org" })
    }

    @Test func `an address that is not verified hears of nothing, and neither does anyone without mail`() async throws {
        for scene in [try await MailedUser(isVerified: false), try await MailedUser(sendsMail: false)] {
            try await scene.user.device().enroll(scene.user.accountToken()).require(201)
            #expect(try await scene.orders().isEmpty)
        }
    }

    @Test func `a notice says when, where and by what, in the language of the browser`() async throws {
        let scene = try await MailedUser()
        scene.browser.prefer("de-AT,de;q=0.9,en;q=0.5")
        try await scene.signIn(in: scene.browser)
        let order = try #require(try await scene.orders().first)
        guard case .notice(let notice, _) = order.content else { throw NoNotice() }
        #expect(notice.event == .newBrowser && notice.way == .password && notice.network == "192.0.2.1")
        #expect(notice.time == scene.server.clock.now && notice.host == TestServer.host)
        #expect(order.languages == ["de-AT", "de", "en"])
    }

    @Test func `a change that is rejected tells nobody`() async throws {
        let scene = try await MailedUser()
        try await scene.user.device().enroll(scene.user.accountToken()).require(201)
        scene.server.clock.advance(seconds: Self.delay)
        let device = scene.user.device(.googlePasswordManager)
        let count = try await scene.orders().count
        let rejected = try await device.account(
            .post(PasswordClient.methods, json: ["type": "passkey"]), token: scene.user.accountToken())
        #expect(rejected.status == 401)
        #expect(try await scene.orders().count == count)
    }

    @Test func `a new browser is told once a day, and a known one never`() async throws {
        let scene = try await MailedUser()
        try await scene.signIn(in: scene.browser)
        #expect(try await scene.notices().map(\.event) == [.newBrowser])
        try await scene.signIn(in: TestBrowser(at: scene.server))
        #expect(try await scene.notices().count == 1)
        scene.server.clock.advance(seconds: 86_400)
        try await scene.signIn(in: scene.browser)
        #expect(try await scene.notices().count == 1)
        try await scene.signIn(in: TestBrowser(at: scene.server))
        #expect(try await scene.notices().count == 2)
    }

    @Test func `a tenant may have nobody told of new browsers`() async throws {
        let scene = try await MailedUser(tenant: ["notices": ["new_browser": false]])
        try await scene.signIn(in: scene.browser)
        #expect(try await scene.notices().isEmpty)
    }

    @Test func `an account that is to be deleted tells its address`() async throws {
        let scene = try await MailedUser()
        try await scene.signIn(in: scene.browser)
        scene.wait()
        let page = try await scene.browser.visit("/account/delete")
        _ = try await scene.browser.submit(page.page.form("/account/delete"))
        let end = scene.server.clock.now.advanced(by: Int(Self.delay))
        #expect(try await scene.notices().first?.event == .accountToBeDeleted(at: end, hasPasskey: false))
        scene.wait()
        try await DeletionCancellation(server: scene.administered)(scene.id(), by: .command("users keep"))
        #expect(try await scene.notices().first?.event == .accountKept)
    }

    @Test func `what an operator does is told as that, without links`() async throws {
        let scene = try await MailedUser()
        try await scene.user.device().enroll(scene.user.accountToken()).require(201)
        scene.wait()
        let id = try await scene.id()
        let passkey = try #require(try await scene.server.storage.read { try $0.passkeys.list(of: id) }.first)
        try await PasskeyRemoval(server: scene.administered)(passkey.id, of: id, by: .command("users remove-passkey"))
        let notice = try #require(try await scene.notices().first)
        #expect(notice.event == .passkeyRemoved && notice.links == nil)
        let order = try #require(try await scene.orders().first)
        guard case .notice(let content, _) = order.content else { throw NoNotice() }
        #expect(content.way == .administrator)
    }

    @Test func `a replaced address is told, and hears of changes for three days`() async throws {
        let scene = try await MailedUser()
        let id = try await scene.id()
        let change = AddressChange(server: scene.administered)
        try await change(id, to: "new@example.org", by: .command("users change-email"))
        let told = try #require(try await scene.notices().first)
        #expect(told.address == "ada@example.org")
        #expect(told.event == .addressChanged(hearsUntil: scene.server.clock.now.advanced(by: Int(Self.delay))))
        let user = scene.user.with { $0.email = "new@example.org" }
        try await user.device().enroll(user.accountToken()).require(201)
        #expect(try await scene.notices().map(\.address) == ["ada@example.org", "ada@example.org"])
        try await scene.verify()
        scene.server.clock.advance(seconds: Self.delay)
        let id2 = try #require(try await scene.server.storage.read { try $0.passkeys.list(of: id) }.first).id
        try await PasskeyRemoval(server: scene.administered)(id2, of: id, by: .command("users remove-passkey"))
        #expect(try await scene.notices().map(\.address).first == "new@example.org")
        #expect(try await scene.notices().count == 3)
    }

    @Test func `a link to the address before doesn't reset the password`() async throws {
        let scene = try await MailedUser()
        try await scene.ask().require(200)
        let link = try await scene.link()
        try await AddressChange(server: scene.administered)(
            scene.id(), to: "new@example.org", by: .command("users change-email"))
        #expect(try await scene.browser.visit(link).response.status == 403)
    }

    private struct NoNotice: Error {}
}
