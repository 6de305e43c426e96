// SPDX-License-Identifier: Apache-2.0

import Administration
import HTTPEndpoints
import HTTPServer
import IdentityModel
import OpenIDProvider
import SignIn
import SoftwareAuthenticator
import TestStorage
import TestSupport
import Testing
import WireFormats

/// What the links of notices take back.
struct NoticeLinkTests {
    private static let delay = PasswordClient.delay
    private static let other = "another long enough one"

    @Test func `opening a link, as mail scanners do, takes nothing back`() async throws {
        let scene = try await MailedUser()
        try await scene.user.device().enroll(scene.user.accountToken()).require(201)
        let path = try await scene.stop(.passkeyAdded)
        for _ in 0..<3 {
            #expect(try await TestBrowser(at: scene.server).visit(path).response.status == 200)
            #expect(try await scene.server.send(Message(.head, path: path)).status == 200)
        }
        let own = try scene.path(of: #require(try await scene.notices().first?.links).wasMe)
        #expect(try await scene.browser.visit(own).response.status == 200)
        let id = try await scene.id()
        let (passkeys, objections) = try await scene.server.storage.read {
            (try $0.passkeys.list(of: id), try $0.objections.list(of: id))
        }
        #expect(passkeys.count == 1 && objections.isEmpty)
    }

    @Test func `a passkey that a stolen password has added is taken away, with what the password opened`() async throws
    {
        let scene = try await MailedUser()
        try await scene.signIn(in: scene.browser)
        let token = try await scene.user.signIn().require(200).text("refresh_token")
        let device = scene.user.device()
        try await device.enroll(scene.user.accountToken()).require(201)
        let done = try await scene.press(scene.stop(.passkeyAdded))
        #expect(done.response.status == 200)
        let id = try await scene.id()
        let (passkeys, sessions) = try await scene.server.storage.read {
            (try $0.passkeys.list(of: id), try $0.sessions.list(of: id))
        }
        #expect(passkeys.isEmpty && sessions.isEmpty)
        let objections = try await scene.server.storage.read { try $0.objections.list(of: id) }
        #expect(objections.map(\.against) == ["password"])
        let events = try await scene.server.storage.read { try $0.events.list(user: id, limit: 5) }
        #expect(events.contains { $0.kind == .wayUndone })
        var client = device
        client.client = "password"
        #expect(try await client.refresh(token).status == 403)
        #expect(try await scene.notices().first?.event == .passkeyRemoved)
        #expect(try await scene.press(scene.stop(.passkeyAdded)).response.status == 409)
    }

    @Test func `sessions that are older than three days go on`() async throws {
        let scene = try await MailedUser()
        try await scene.signIn(in: scene.browser)
        scene.server.clock.advance(seconds: Self.delay)
        try await scene.user.device().enroll(scene.user.accountToken()).require(201)
        #expect(try await scene.press(scene.stop(.passkeyAdded)).response.status == 200)
        let id = try await scene.id()
        #expect(try await scene.server.storage.read { try $0.sessions.list(of: id).count } == 1)
    }

    @Test func `after two objections the password adds nothing, and the address objects no more`() async throws {
        let scene = try await MailedUser()
        for _ in 0..<2 {
            try await scene.user.device().enroll(scene.user.accountToken()).require(201)
            #expect(try await scene.press(scene.stop(.passkeyAdded)).response.status == 200)
        }
        #expect(try await scene.signIn(in: scene.browser).path != "/login/add-passkey")
        let weak = try await scene.user.accountToken()
        let device = scene.user.device()
        #expect(
            try await device.account(.post(PasswordClient.methods, json: ["type": "passkey"]), token: weak).code
                == "sign-in.confirmation-required")
        try await scene.reset(to: Self.other)
        let spent = try await scene.press(scene.stop(.passwordReset))
        #expect(spent.response.status == 409)
        #expect(scene.server.log.last?.code == "recovery.objection-spent")
        scene.server.clock.advance(seconds: 30 * 86_400)
        let later = scene.user.with { $0.password = Self.other }
        try await device.enroll(later.accountToken()).require(201)
    }

    @Test func `what has settled is not taken back`() async throws {
        let scene = try await MailedUser()
        try await scene.user.device().enroll(scene.user.accountToken()).require(201)
        let path = try await scene.stop(.passkeyAdded)
        scene.server.clock.advance(seconds: Self.delay)
        #expect(try await scene.press(path).response.status == 403)
        let id = try await scene.id()
        #expect(try await scene.server.storage.read { try $0.passkeys.list(of: id).count } == 1)
    }

    @Test func `a password that was reset is taken back, and the one before comes back`() async throws {
        let scene = try await MailedUser()
        try await scene.reset(to: Self.other)
        let thief = scene.user.with { $0.password = Self.other }
        let token = try await thief.signIn().require(200).text("refresh_token")
        try await scene.reset(to: Self.other + " still")
        let done = try await scene.press(scene.stop(.passwordReset))
        #expect(done.response.status == 200)
        #expect(try await thief.signIn().status == 403)
        try await scene.user.signIn().require(200)
        var client = scene.user.device()
        client.client = "password"
        #expect(try await client.refresh(token).status == 403)
        #expect(try await scene.notices().first?.event == .passwordRestored)
    }

    @Test func `a mailbox that was objected to twice resets nothing`() async throws {
        let scene = try await MailedUser()
        for _ in 0..<2 {
            try await scene.reset(to: Self.other)
            #expect(try await scene.press(scene.stop(.passwordReset)).response.status == 200)
        }
        scene.wait()
        try await scene.ask().require(200)
        #expect(try await scene.orders().first?.content == .stoppedReset)
        try await scene.user.signIn().require(200)
    }

    @Test func `a password that was reset adds no passkey before it has settled`() async throws {
        let scene = try await MailedUser()
        try await scene.reset(to: Self.other)
        let user = scene.user.with { $0.password = Self.other }
        let device = user.device()
        let early = try await device.account(
            .post(PasswordClient.methods, json: ["type": "passkey"]), token: user.accountToken())
        #expect(early.code == "sign-in.confirmation-required")
        let page = try await scene.signIn(in: scene.browser, with: Self.other)
        #expect(page.path != "/login/add-passkey")
        let account = try await scene.browser.visit("/account")
        #expect(try account.page.text.contains("This sign-in can’t add a passkey."))
        scene.server.clock.advance(seconds: Self.delay)
        try await device.enroll(user.accountToken()).require(201)
    }

    @Test func `a new browser is signed out, and what signed in after it`() async throws {
        let scene = try await MailedUser()
        try await scene.signIn(in: scene.browser)
        scene.server.clock.advance(seconds: 86_400)
        let thief = TestBrowser(at: scene.server)
        try await scene.signIn(in: thief)
        try await scene.signIn(in: thief)
        let page = try await scene.press(scene.stop(.newBrowser))
        #expect(page.response.status == 200)
        let id = try await scene.id()
        let left = try await scene.server.storage.read { try $0.sessions.list(of: id) }
        #expect(left.count == 1)
        #expect(try await scene.browser.visit("/account").path == "/account")
        #expect(try await thief.visit("/account").path != "/account")
    }

    @Test func `a replaced address objects for three days, and a stranger's never does`() async throws {
        let scene = try await MailedUser()
        let change = AddressChange(server: scene.administered)
        try await change(scene.id(), to: "new@example.org", by: .command("users change-email"))
        let user = scene.user.with { $0.email = "new@example.org" }
        try await user.device().enroll(user.accountToken()).require(201)
        #expect(try await scene.press(scene.stop(.passkeyAdded)).response.status == 200)
        try await user.device().enroll(user.accountToken()).require(201)
        let path = try await scene.stop(.passkeyAdded)
        scene.server.clock.advance(seconds: Self.delay - 60)
        let id = try await scene.id()
        try await scene.server.storage.withTransaction {
            _ = try $0.replacedAddresses.removeExpired(before: Timestamp(secondsSince1970: .max), limit: 10)
        }
        #expect(try await scene.press(path).response.status == 403)
        #expect(try await scene.server.storage.read { try $0.passkeys.list(of: id).count } == 1)
    }

    @Test func `a phone gets a message where something can be taken back, and objects by itself`() async throws {
        let scene = try await MailedUser(sendsMessages: true)
        try await scene.addPhone("+4915112345678")
        try await scene.user.device().enroll(scene.user.accountToken()).require(201)
        let message = try #require(try await scene.messages().first)
        #expect(message.number == "+4915112345678")
        guard case .notice(.passkeyAdded, let link) = message.content else { throw NoLink() }
        #expect(try await scene.press(scene.path(of: link)).response.status == 200)
        let id = try await scene.id()
        #expect(try await scene.server.storage.read { try $0.objections.list(of: id).map(\.objector) } == ["phone"])
        // Its removal can't be taken back.
        #expect(try await scene.messages().count == 1)
    }

    private struct NoLink: Error {}

    @Test func `a password that was reset deletes no account before it has settled`() async throws {
        let scene = try await MailedUser()
        try await scene.reset(to: Self.other)
        try await scene.signIn(in: scene.browser, with: Self.other)
        let page = try await scene.browser.visit("/account/delete")
        let rejected = try await scene.browser.submit(page.page.form("/account/delete"))
        #expect(rejected.response.status == 403)
        #expect(try await scene.server.users().first?.deletesAt == nil)
        #expect(try await scene.press(scene.stop(.passwordReset)).response.status == 200)
    }

    @Test func `a replaced address brings no password back`() async throws {
        let scene = try await MailedUser()
        try await AddressChange(server: scene.administered)(
            scene.id(), to: "new@example.org", by: .command("users change-email"))
        try await scene.verify()
        scene.wait()
        try await scene.ask(for: "new@example.org").require(200)
        let done = try await scene.choose(Self.other, on: scene.browser.visit(scene.link()))
        #expect(done.response.status == 200)
        let told = try await scene.notices().filter { $0.event == .passwordReset }
        #expect(told.first { $0.address == "ada@example.org" }.map { $0.links == nil } == true)
        #expect(told.first { $0.address == "new@example.org" }.map { $0.links != nil } == true)
    }

    @Test func `objections of a replaced address don't use up those of the new one`() async throws {
        let scene = try await MailedUser()
        for _ in 0..<2 {
            try await scene.reset(to: Self.other)
            #expect(try await scene.press(scene.stop(.passwordReset)).response.status == 200)
        }
        try await AddressChange(server: scene.administered)(
            scene.id(), to: "new@example.org", by: .command("users change-email"))
        try await scene.verify()
        scene.wait()
        try await scene.ask(for: "new@example.org").require(200)
        let done = try await scene.choose(Self.other, on: scene.browser.visit(scene.link()))
        #expect(done.response.status == 200)
        let stop = try await scene.stop(.passwordReset, at: "new@example.org")
        #expect(try await scene.press(stop).response.status == 200)
    }

    @Test func `an application that signed in goes with the browser that was told, also if that has signed out`()
        async throws
    {
        let scene = try await MailedUser()
        try await scene.signIn(in: scene.browser)
        let token = try await scene.user.signIn().require(200).text("refresh_token")
        let id = try await scene.id()
        try await scene.server.storage.withTransaction { try $0.sessions.removeAll(of: id) }
        #expect(try await scene.press(scene.stop(.newBrowser)).response.status == 200)
        var client = scene.user.device()
        client.client = "password"
        #expect(try await client.refresh(token).status == 403)
    }

    @Test func `a browser that was signed out is told of again, on the same day`() async throws {
        let scene = try await MailedUser()
        try await scene.signIn(in: scene.browser)
        #expect(try await scene.press(scene.stop(.newBrowser)).response.status == 200)
        scene.wait()
        try await scene.signIn(in: scene.browser)
        #expect(try await scene.notices().map(\.event) == [.newBrowser, .newBrowser])
    }

    @Test func `what a blocked account was given is taken back, too`() async throws {
        let scene = try await MailedUser()
        try await scene.reset(to: Self.other)
        let (id, time) = (try await scene.id(), scene.server.clock.now)
        try await scene.server.storage.withTransaction { try $0.users.apply(.blocked(true), to: id, at: time) }
        #expect(try await scene.press(scene.stop(.passwordReset)).response.status == 200)
        try await scene.server.storage.withTransaction { try $0.users.apply(.blocked(false), to: id, at: time) }
        try await scene.user.signIn().require(200)
    }

    @Test func `an old session of a barred password adds nothing either`() async throws {
        let scene = try await MailedUser()
        let id = try await scene.id()
        for _ in 0..<2 {
            let objection = Objection(of: id, by: "mail", against: "password", at: scene.server.clock.now)
            try await scene.server.storage.withTransaction { try $0.objections.insert(objection) }
        }
        let account = try #require(try await scene.server.users().first)
        let since = scene.server.clock.now
        scene.server.clock.advance(seconds: Self.delay)
        let owner = AccountOwner(
            .accessToken(
                of: id, generation: account.tokenGeneration, authenticatedAt: since, ways: [id.passwordWay]),
            client: nil, host: TestServer.host, sender: RequestSender())
        let keys = try #require(scene.server.services.keyRing.keys(of: TestServer.host))
        let begin = BeginEnrollment(
            ceremonies: CeremonyService(
                accounts: scene.server.services.accounts, seal: CeremonySeal(key: keys.session)))
        await #expect(throws: SignInFailure.self) {
            _ = try await begin(
                EnrollmentRequest(), by: owner, in: scene.server.services.hosts.configuration)
        }
    }

    @Test func `a link works at its host only, and the page of another site can't send the form`() async throws {
        let scene = try await MailedUser()
        try await scene.user.device().enroll(scene.user.accountToken()).require(201)
        let path = try await scene.stop(.passkeyAdded)
        #expect(try await scene.server.send(Message(.get, path: path).at(TestServer.otherHost)).status == 403)
        let token = try #require(try await scene.browser.visit(path).page.form("/notice/stop")["t"])
        let message = Message.form("/notice/stop", parameters: ["t": token])
        #expect(try await scene.server.send(message.on("https://evil.example")).status == 403)
        let id = try await scene.id()
        #expect(try await scene.server.storage.read { try $0.passkeys.list(of: id).count } == 1)
    }

    @Test func `of two presses at the same time one counts`() async throws {
        let scene = try await MailedUser()
        try await scene.user.device().enroll(scene.user.accountToken()).require(201)
        let path = try await scene.stop(.passkeyAdded)
        async let first = scene.press(path)
        async let second = scene.press(path)
        #expect(try await [first, second].map(\.response.status).sorted() == [200, 409])
        let id = try await scene.id()
        #expect(try await scene.server.storage.read { try $0.objections.list(of: id).count } == 1)
    }
}
