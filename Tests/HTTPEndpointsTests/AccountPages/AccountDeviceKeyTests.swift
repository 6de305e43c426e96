// SPDX-License-Identifier: Apache-2.0

import HTTPEndpoints
import HTTPServer
import IdentityModel
import TestSupport
import Testing
import WireFormats

/// The device keys on the account page.
struct AccountDeviceKeyTests {
    private static let path = "/account/device-keys/remove"

    /// The section of the page about device keys; empty if there is none.
    private func section(of page: PageDocument) -> String {
        let start = page.elements.firstIndex { $0["aria-labelledby"] == "device-keys" }
        return start.map { page.elements[$0...].prefix { $0.name != "/section" }.map(\.text).joined(separator: " ") }
            ?? ""
    }

    private func offersRemoval(_ page: PageDocument) -> Bool { page.forms.contains { $0.action == Self.path } }

    @Test func `the page says of each device key what it is for, and how it stands`() async throws {
        let account = try await AccountPageFixture()
        #expect(try await section(of: account.page()).isEmpty)
        try await account.addDeviceKey(1)
        try await account.addDeviceKey(2) { $0.unconfirmedUntil = account.server.clock.now.advanced(by: 3600) }
        try await account.addDeviceKey(3, shape: .legacy) { $0.unconfirmedUntil = account.server.clock.now }
        let text = try await section(of: account.page())
        for part in ["Phone 1", "Phone 2", "Phone 3", "The application web", "Never used"] {
            #expect(text.contains(part), "\(part) in \(text)")
        }
        #expect(text.ranges(of: "It counts fully from").count == 1)
        #expect(text.ranges(of: "From an older app version").count == 1)
    }

    @Test func `the page offers for removal what a passkey has replaced`() async throws {
        let account = try await AccountPageFixture()
        let key = try await account.addDeviceKey(1)
        try await account.addPasskey().require(200)
        #expect(try await !section(of: account.page()).contains("A passkey has taken its place."))
        let passkey = try #require(try await account.passkeys().last)
        try await account.server.storage.withTransaction { store in
            var added = Passkey(stored: passkey.id, owner: passkey.owner, origin: passkey.origin)
            added.addedBy = [key.id.way]
            try store.passkeys.remove(passkey.id)
            try store.passkeys.insert(added)
        }
        #expect(try await section(of: account.page()).contains("A passkey has taken its place."))
    }

    @Test func `a removed device key is gone with what it opened, and the page says so`() async throws {
        let account = try await AccountPageFixture()
        let (key, other) = (try await account.addDeviceKey(1), try await account.addDeviceKey(2))
        for key in [key, other] { try await account.insertFamily(openedBy: key) }
        let families = try await account.families().count
        let visit = try await account.post(Self.path, fields: [("id", key.id.rawValue)])
        #expect(visit.path == "/account")
        #expect(try visit.page.text.contains("Device key removed."))
        #expect(try await account.deviceKeys() == [other])
        #expect(try await account.families().count == families - 1)
        let events = try await account.events(.deviceKeyRemoved)
        #expect(
            events.map(\.details) == [["device_key": .string(key.id.rawValue), "device": "Phone 1", "shape": "modern"]])
    }

    @Test func `a form that is sent twice ends well`() async throws {
        let account = try await AccountPageFixture()
        let key = try await account.addDeviceKey(1)
        let token = try await account.formToken()
        for _ in 0..<2 {
            let visit = try await account.browser.post(Self.path, fields: [("csrf", token), ("id", key.id.rawValue)])
            #expect(try visit.page.text.contains("Device key removed."))
        }
        #expect(try await account.events(.deviceKeyRemoved).count == 1)
    }

    @Test func `another user's device key can't be removed`() async throws {
        let account = try await AccountPageFixture()
        let eve = try await AccountPageFixture(email: "eve@example.org", at: account.server)
        let key = try await account.addDeviceKey(1)
        _ = try await eve.post(Self.path, fields: [("id", key.id.rawValue)])
        #expect(try await account.deviceKeys() == [key])
    }

    @Test func `the only passkey stays beside a device key`() async throws {
        let account = try await AccountPageFixture()
        try await account.addDeviceKey(1)
        #expect(try await account.page().forms.allSatisfy { $0.action != "/account/passkeys/remove" })
    }

    @Test func `the last way into an account can't be removed`() async throws {
        let account = try await AccountPageFixture()
        let key = try await account.addDeviceKey(1)
        try await account.losePasskey()
        let page = try await account.page()
        #expect(section(of: page).contains("Nothing else opens your account."))
        #expect(!offersRemoval(page))
        let visit = try await account.post(Self.path, fields: [("id", key.id.rawValue)])
        #expect(visit.response.status == 409)
        #expect(account.server.log.last?.code == "sign-in.last-device-key")
        #expect(try await account.deviceKeys() == [key])
    }

    @Test func `beside a settled passkey, a password removes no device key`() async throws {
        let (user, _, _) = try await PasswordClient.withYoungPasskey()
        user.server.clock.advance(seconds: PasswordClient.delay)
        let id = try #require(try await user.server.users().first).id
        let key = DeviceKey(sample: 1, of: id, client: "password", at: user.server.clock.now)
        try await user.server.storage.withTransaction { try $0.deviceKeys.insert(key) }
        let browser = TestBrowser(at: user.server)
        try await user.signIn(in: browser)
        let page = try await browser.visit("/account").page
        #expect(section(of: page).contains("sign in with a passkey that your account has had for three days"))
        #expect(!offersRemoval(page))
        let token = try #require(page.forms.lazy.compactMap { $0["csrf"] }.first)
        let visit = try await browser.post(Self.path, fields: [("csrf", token), ("id", key.id.rawValue)])
        #expect(visit.response.status == 401 && visit.response.isPage)
        #expect(user.server.log.last?.code == "sign-in.confirmation-required")
    }
}

extension AccountPageFixture {
    /// Gives the account a device key.
    @discardableResult
    fileprivate func addDeviceKey(
        _ number: Int, shape: DeviceKey.Shape = .modern, changing change: (inout DeviceKey) -> Void = { _ in }
    ) async throws -> DeviceKey {
        var key = try await DeviceKey(
            sample: number, of: user().id, client: "web", shape: shape, at: server.clock.now.advanced(by: number - 10))
        change(&key)
        let added = key
        try await server.storage.withTransaction { try $0.deviceKeys.insert(added) }
        return added
    }

    /// Takes the passkey away, but not the session that it opened.
    fileprivate func losePasskey() async throws {
        let passkey = try #require(try await passkeys().first)
        var session = try #require(try await sessions().first)
        session.ways = []
        let kept = session
        try await server.storage.withTransaction { store in
            try store.sessions.remove(kept.id)
            try store.sessions.insert(kept)
            try store.passkeys.remove(passkey.id)
        }
    }

    fileprivate func deviceKeys() async throws -> [DeviceKey] {
        let user = try await user().id
        return try await server.storage.read { try $0.deviceKeys.list(of: user) }
    }

    fileprivate func insertFamily(openedBy key: DeviceKey) async throws {
        var grant = RefreshToken.Grant(
            user: key.user, client: key.client, host: TestServer.host, authenticatedAt: server.clock.now)
        grant.ways = [key.id.way]
        let token = RefreshToken(
            hash: TimeOrderedSecret(at: server.clock.now).hash, family: .random(at: server.clock.now), grant: grant,
            issuedAt: server.clock.now, expiresAt: nil)
        try await server.storage.withTransaction { try $0.refreshTokens.insert(token) }
    }
}

extension DeviceKey {
    fileprivate init(sample number: Int, of user: UserID, client: String, shape: Shape = .modern, at time: Timestamp) {
        self.init(
            id: ID(rawValue: "device-key|\(number)"), user: user, client: client, deviceName: "Phone \(number)",
            publicKey: [1], shape: shape, createdAt: time)
    }
}

extension PasswordClient {
    /// Signs a browser in with the password, and without a passkey.
    fileprivate func signIn(in browser: TestBrowser) async throws {
        let page = try await browser.authorize(RelyingParty(at: server).attempt())
        let form = try await browser.post(
            "/login/password", fields: [("state", try #require(page.page.state)), ("identifier", email)])
        let next = try await browser.submit(form.page.form("/login/password"), entering: ["password": password])
        try #require(browser.session != nil, "\(next.address)")
    }
}
