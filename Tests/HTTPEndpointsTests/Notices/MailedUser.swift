// SPDX-License-Identifier: Apache-2.0

import Administration
import Configuration
import HTTPEndpoints
import HTTPServer
import IdentityModel
import RateLimiting
import SignIn
import SoftwareAuthenticator
import TestStorage
import TestSupport
import Testing
import WireFormats

/// A user with a password and a verified address, and the mail that waits.
struct MailedUser {
    let server: TestServer
    let user: PasswordClient
    let browser: TestBrowser

    init(
        _ options: JSONObject = [:], tenant members: JSONObject = [:], limits: RateLimitRules = .off,
        sendsMail: Bool = true, sendsMessages: Bool = false, isVerified: Bool = true,
        clients: [ConfigurationDocument] = [], through wrap: (any Storage) -> any Storage = { $0 }
    ) async throws {
        server = try await PasswordClient.server(
            options, limits: limits, sendsMail: sendsMail, sendsMessages: sendsMessages
        ) { documents in
            documents += clients
            guard let index = documents.firstIndex(where: { $0.kind == .tenant }) else { return }
            var own = documents[index].json["thumbturn"]?.objectValue ?? [:]
            for member in members.members { own[member.name] = member.value }
            documents[index].json["thumbturn"] = .object(own)
        } through: {
            wrap($0)
        }
        user = PasswordClient(at: server)
        browser = TestBrowser(at: server)
        try await user.signUp().require(200)
        if try await server.users().isEmpty {
            // The sign-up waits for its link.
            guard case .signUpConfirmation(let link, _)? = try await orders().first?.content else { return }
            let mailbox = TestBrowser(at: server)
            let page = try await mailbox.visit(path(of: link))
            _ = try await mailbox.submit(page.page.form("/link"), entering: ["password": user.password])
            wait()
        } else if isVerified {
            try await verify()
        }
    }

    /// The server as its operator acts on it.
    var administered: AdministeredServer {
        let (services, clock) = (server.services, server.clock)
        return AdministeredServer(
            storage: server.storage, url: services.hosts.configuration.url, now: { clock.now },
            notices: services.accounts.notices)
    }

    func verify() async throws {
        #expect(
            try await AddressVerification(server: administered)(id(), by: .command("users verify")).isChanged)
    }

    func id() async throws -> UserID { try #require(try await server.users().first).id }

    // MARK: Mail

    func orders() async throws -> [MailOrder] {
        try await server.storage.read { try $0.outbox.list(.mail, limit: 50) }.compactMap(server.services.mail.open)
    }

    /// The notices, the latest first.
    func notices() async throws -> [(event: ChangeNotice.Event, address: String, links: Notices.Links?)] {
        try await orders().compactMap { order in
            guard case .notice(let notice, let links) = order.content else { return nil }
            return (notice.event, order.address, links)
        }
    }

    /// The path of *Stop this* in the last notice of an event.
    func stop(_ event: ChangeNotice.Event, at address: String = "ada@example.org") async throws -> String {
        let notice = try await notices().first { $0.event == event && $0.address == address }
        return try path(of: #require(notice?.links).stop)
    }

    /// The path of the last mailed link to a new password.
    func link() async throws -> String {
        for order in try await orders() {
            if case .passwordReset(let link, _) = order.content { return try path(of: link) }
        }
        Issue.record("no link")
        return ""
    }

    func path(of link: String) throws -> String {
        let origin = "https://\(TestServer.host)"
        try #require(link.hasPrefix(origin))
        return String(link.dropFirst(origin.count))
    }

    /// The text messages, the latest first.
    func messages() async throws -> [MessageOrder] {
        try await server.storage.read { try $0.outbox.list(.message, limit: 50) }
            .compactMap(server.services.messages.open)
    }

    /// Gives the account a verified phone number.
    func addPhone(_ number: String) async throws {
        let user = try #require(try await server.users().first)
        let phone = Identifier(kind: .phoneNumber, value: number, normalized: number, isVerified: true)
        let time = server.clock.now
        try await server.storage.withTransaction {
            try $0.users.apply(.identifiers(user.identifiers + [phone]), to: user.id, at: time)
        }
    }

    // MARK: Acts

    func ask(for email: String = "ada@example.org") async throws -> TestResponse {
        try await server.send(
            .post(
                "/dbconnections/change_password",
                json: ["client_id": "password", "connection": "members", "email": .string(email)]))
    }

    /// Whether the page for a password has a link to the mail, and the page of the mail is there.
    func pageOffersReset() async throws -> Bool {
        let start = try await browser.authorize(RelyingParty(at: server).attempt())
        let state = try #require(start.page.state)
        let page = try await browser.post("/login/password", fields: [("state", state), ("identifier", user.email)])
        let hasLink = page.response.text.contains("/password/forgotten")
        let mail = try await browser.visit("/password/forgotten?state=\(state)")
        #expect((mail.path == "/password/forgotten") == hasLink)
        return hasLink
    }

    func choose(_ password: String, on page: Visit) async throws -> Visit {
        try await browser.submit(page.page.form("/password/reset"), entering: ["password": password])
    }

    /// Sets another password with a mailed link, a second later.
    func reset(to password: String) async throws {
        wait()
        try await ask().require(200)
        let done = try await choose(password, on: browser.visit(link()))
        try #require(done.response.status == 200)
    }

    /// Lets a second pass: mails of the same second have no order.
    func wait() { server.clock.advance(seconds: 1) }

    /// Opens a link in a mailbox a second later, and presses the button of its page.
    func press(_ path: String) async throws -> Visit {
        wait()
        let mailbox = TestBrowser(at: server)
        let page = try await mailbox.visit(path)
        guard page.response.status == 200 else { return page }
        return try await mailbox.submit(page.page.form("/notice/stop"))
    }

    /// Signs in with a password on the server's pages.
    @discardableResult
    func signIn(in browser: TestBrowser, with password: String? = nil) async throws -> Visit {
        let start = try await browser.authorize(RelyingParty(at: server).attempt(["prompt": "login"]))
        let page = try await browser.post(
            "/login/password", fields: [("state", try #require(start.page.state)), ("identifier", user.email)])
        return try await browser.submit(
            page.page.form("/login/password"), entering: ["password": password ?? user.password])
    }
}
