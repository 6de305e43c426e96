// SPDX-License-Identifier: Apache-2.0

import Administration
import Configuration
import HTTPEndpoints
import HTTPServer
import IdentityModel
import POSIX
import RateLimiting
import SignIn
import SoftwareAuthenticator
import TestStorage
import TestSupport
import Testing
import WireFormats

/// A server whose users sign in with codes, and what waits to be sent.
struct CodeScene {
    static let grant = "http://auth0.com/oauth/grant-type/passwordless/otp"
    static let client = "codes"

    let mailed: MailedUser
    /// The storage as the server uses it.
    let counted: InstrumentedStorage
    private let read = Locked<(items: Set<OutboxItem.ID>, last: OutboxItem?)>(([], nil))
    var server: TestServer { mailed.server }

    /// - Parameters:
    ///   - tenant: Members of the tenant's `thumbturn`.
    ///   - isVerified: Whether somebody has proven the address of the user with a password.
    init(
        _ options: JSONObject = [:], tenant: JSONObject = [:], limits: RateLimitRules = .off, isVerified: Bool = true
    ) async throws {
        var members: JSONObject = [
            "authentication_methods": [
                "passkey": ["enabled": true], "password": ["enabled": true], "email_otp": ["enabled": true],
                "phone_otp": ["enabled": true],
            ],
            "attributes": [
                "email": ["identifier": ["active": true], "signup": ["status": "optional"]],
                "phone_number": ["identifier": ["active": true], "signup": ["status": "optional"]],
            ],
        ]
        for member in options.members { members[member.name] = member.value }
        let wrapped = Locked<InstrumentedStorage?>(nil)
        mailed = try await MailedUser(
            members, tenant: tenant, limits: limits, sendsMessages: true, isVerified: isVerified,
            clients: [
                TestServerConfiguration.client(
                    Self.client,
                    members: [
                        "app_type": "native",
                        "grant_types": [.string(Self.grant), .string(TestClient.grant), "refresh_token"],
                    ]),
                TestServerConfiguration.client(
                    "other-codes", members: ["app_type": "native", "grant_types": [.string(Self.grant)]]),
            ],
            through: { storage in
                wrapped.withLock { wrapped in
                    let counted = InstrumentedStorage(storage)
                    wrapped = counted
                    return counted
                }
            })
        counted = try #require(wrapped.withLock { $0 })
    }

    // MARK: The wire

    /// Has a code sent, and returns the session of the answer.
    func challenge(_ email: String, adding members: JSONObject = [:]) async throws -> String {
        try await tryChallenge(email, adding: members).require(200).text("auth_session")
    }

    func tryChallenge(_ email: String, adding members: JSONObject = [:]) async throws -> TestResponse {
        var body: JSONObject = [
            "client_id": .string(Self.client), "connection": .string(PasswordClient.connection),
            "email": .string(email),
        ]
        for member in members.members { body[member.name] = member.value == .null ? nil : member.value }
        return try await server.send(.post("/otp/challenge", json: body))
    }

    func start(_ email: String, adding members: JSONObject = [:]) async throws -> TestResponse {
        var body: JSONObject = [
            "client_id": .string(Self.client), "connection": "email", "email": .string(email), "send": "code",
        ]
        for member in members.members { body[member.name] = member.value == .null ? nil : member.value }
        return try await server.send(.post("/passwordless/start", json: body))
    }

    func enter(_ code: String, session: String, adding members: JSONObject = [:]) async throws -> TestResponse {
        try await token(["auth_session": .string(session), "otp": .string(code)], adding: members)
    }

    func enter(_ code: String, for email: String, adding members: JSONObject = [:]) async throws -> TestResponse {
        try await token(["username": .string(email), "otp": .string(code), "realm": "email"], adding: members)
    }

    private func token(_ own: JSONObject, adding members: JSONObject) async throws -> TestResponse {
        var body: JSONObject = [
            "client_id": .string(Self.client), "grant_type": .string(Self.grant),
            "scope": "openid email offline_access",
        ]
        for member in own.members + members.members { body[member.name] = member.value == .null ? nil : member.value }
        return try await server.send(.post("/oauth/token", json: body))
    }

    func claims(of response: TestResponse) async throws -> JSONObject {
        try await VerifiedToken(response.text("id_token"), at: server).claims
    }

    // MARK: The mailbox

    /// What the last mail is, and to whom.
    ///
    /// Mails have the order of their IDs, of which the second stands still in a test and the fraction goes on: of two in a
    /// second, the later can come first. So the last is the one that nobody has read.
    func lastOrder() async throws -> MailOrder {
        let items = try await server.storage.read { try $0.outbox.list(.mail, limit: 50) }
        let last = read.withLock { read in
            read.last = items.first { !read.items.contains($0.id) } ?? read.last
            read.items.formUnion(items.map(\.id))
            return read.last
        }
        return try #require(last.flatMap(server.services.mail.open))
    }

    /// The code of the last mail.
    func code(to address: String? = nil) async throws -> String {
        let order = try await lastOrder()
        guard case .code(let code, _, _, _) = order.content else {
            Issue.record("The last mail is \(order.content).")
            return ""
        }
        if let address { #expect(order.address == address) }
        return code
    }

    /// The path of the link in the last mail.
    func linkPath() async throws -> String {
        switch try await lastOrder().content {
        case .code(_, _, _, let link?), .signUpConfirmation(let link, _): return try mailed.path(of: link)
        case let other:
            Issue.record("The last mail is \(other).")
            return ""
        }
    }

    /// A code of the same length that was not sent.
    func wrong(_ code: String) -> String {
        String(code.map { $0 == "9" ? "0" : Character(String($0.wholeNumberValue.map { $0 + 1 } ?? 0)) })
    }

    func wait() { mailed.wait() }
}

// MARK: Pages

extension CodeScene {
    /// The page that asks where to send a code, after the sign-in page of a client.
    func askPage(in browser: TestBrowser, _ attempt: RelyingParty.Attempt? = nil) async throws -> Visit {
        let start = try await browser.authorize(attempt ?? RelyingParty(at: server).attempt(["prompt": "login"]))
        return try await browser.visit("/login/code/send?state=\(try #require(start.page.state))", from: .ownPage)
    }

    /// The page that asks for the code which was sent.
    func codePage(
        in browser: TestBrowser, for email: String = "ada@example.org", _ attempt: RelyingParty.Attempt? = nil
    ) async throws -> Visit {
        let ask = try await askPage(in: browser, attempt)
        let page = try await browser.submit(ask.page.form("/login/code/send"), entering: ["identifier": email])
        try #require(page.path == "/login/code", "\(page.address) \(page.response.status)")
        return page
    }

    func submit(_ code: String, on page: Visit, in browser: TestBrowser) async throws -> Visit {
        try await browser.submit(page.page.form("/login/code"), entering: ["code": code])
    }

    /// Signs in with a code on the server's pages.
    @discardableResult
    func signIn(
        in browser: TestBrowser, for email: String = "ada@example.org", _ attempt: RelyingParty.Attempt? = nil
    ) async throws -> Visit {
        let page = try await codePage(in: browser, for: email, attempt)
        return try await submit(code(to: email), on: page, in: browser)
    }

    /// The ID of the code that a link stands for, as a client would hold it.
    func id(ofLink path: String) async throws -> String {
        let token = String(try #require(path.split(separator: "=").last))
        let services = server.services
        return try await MailedCodes(services.codes).open(
            token, at: TestServer.host, in: services.hosts.configuration
        ).record.id.text
    }

    func events(_ kind: AuditEvent.Kind) async throws -> [AuditEvent] {
        try await server.storage.read { try $0.events.list(user: nil, limit: 200) }.filter { $0.kind == kind }
    }

    /// The account with an address.
    func user(_ email: String = "ada@example.org") async throws -> User? {
        try await server.storage.read { try $0.users.find(.email, normalized: email, in: PasswordClient.connection) }
    }

    /// Gives the account a phone number that nobody has proven.
    func addUnverifiedPhone(_ number: String) async throws {
        let user = try #require(try await server.users().first)
        let phone = Identifier(kind: .phoneNumber, value: number, normalized: number)
        let time = server.clock.now
        try await server.storage.withTransaction {
            try $0.users.apply(.identifiers(user.identifiers + [phone]), to: user.id, at: time)
        }
    }
}
