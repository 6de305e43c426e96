// SPDX-License-Identifier: Apache-2.0

import HTTPEndpoints
import HTTPServer
import IdentityModel
import SignIn
import SoftwareAuthenticator
import TestSupport
import Testing
import WireFormats

/// What a password, and a passkey that was just added, may change beside what is older (L10, L11, L15).
struct WeakSignInTests {
    @Test func `a password adds a passkey to an account without one, and none beside a settled one`() async throws {
        let user = try await PasswordClient.signedUp()
        let (first, second) = (user.device(), user.device(.googlePasswordManager))
        try await first.enroll(user.accountToken()).require(201)
        // The first has not settled: the password could have added it as well.
        let weak = try await user.accountToken()
        try await second.enroll(weak).require(201)
        user.server.clock.advance(seconds: PasswordClient.delay)
        let later = try await user.accountToken()
        let response = try await first.account(.post(PasswordClient.methods, json: ["type": "passkey"]), token: later)
            .require(
                401)
        #expect(try response.text("error") == "insufficient_user_authentication")
        #expect(response.code == "sign-in.confirmation-required")
        #expect(try response.text("acr_values") == "phr")
        #expect(response.headers["WWW-Authenticate"]?.contains("acr_values=\"phr\"") == true)
        try await user.device(.securityKey).enroll(first.accountToken()).require(201)
    }

    @Test func `a password may be allowed to be forgotten: reading goes on, changes don't`() async throws {
        let user = try await PasswordClient.signedUp()
        let first = user.device()
        try await first.enroll(user.accountToken()).require(201)
        user.server.clock.advance(seconds: PasswordClient.delay)
        let weak = try await user.accountToken()
        let list = try await first.account(.get(PasswordClient.methods), token: weak).require(200)
        let types = list.value("authentication_methods")?.arrayValue?.compactMap { $0["type"]?.stringValue }
        #expect(types == ["passkey", "password"])
        let removal = Message(.delete, path: try await first.pathOfPasskey(weak))
        #expect(try await first.account(removal, token: weak).code == "sign-in.last-settled-passkey")
    }

    @Test func `a passkey that was just added removes no older one`() async throws {
        let (user, first, second) = try await PasswordClient.withYoungPasskey()
        let path = try await first.pathOfPasskey(first.accountToken())
        let young = try await second.account(Message(.delete, path: path), token: second.accountToken())
        #expect(young.code == "sign-in.last-settled-passkey")
        user.server.clock.advance(seconds: PasswordClient.delay)
        try await second.account(Message(.delete, path: path), token: second.accountToken()).require(204)
    }

    @Test func `what the end of a password rests on stays, also if a passkey confirms its removal`() async throws {
        let (user, first, _) = try await PasswordClient.withYoungPasskey()
        let path = try await first.pathOfPasskey(first.accountToken())
        let young = try await first.account(Message(.delete, path: path), token: first.accountToken())
        #expect(young.code == "sign-in.last-settled-passkey")
        user.server.clock.advance(seconds: PasswordClient.delay)
        try await first.removePassword(first.accountToken()).require(204)
        let later = try await first.accountToken()
        let confirmed = try await first.confirm("remove-passkey", later)
        let response = try await first.account(.json(.delete, path: path, body: confirmed), token: later)
        #expect(response.code == "sign-in.way-in-required")
    }

    @Test func `a password that is used a minute ago ends no session that is older than the delay`() async throws {
        let user = try await PasswordClient.signedUp()
        let (server, delay) = (user.server, PasswordClient.delay)
        let account = try #require(try await server.users().first)
        let accounts = server.services.accounts
        let start = server.clock.now
        for (number, age) in [(UInt8(1), delay + 60), (2, 60)] {
            var session = BrowserSession(
                id: BrowserSession.ID(rawValue: "s\(number)"), secretHash: [number], user: account.id,
                host: TestServer.host, createdAt: start.advanced(by: -age), idleExpiresAt: start.advanced(by: delay),
                expiresAt: start.advanced(by: delay))
            session.ways = [account.id.passwordWay]
            let opened = session
            try await server.storage.withTransaction { try $0.sessions.insert(opened) }
        }
        let owner = AccountOwner(
            .accessToken(
                of: account.id, generation: account.tokenGeneration, authenticatedAt: start,
                ways: [account.id.passwordWay]),
            client: nil, host: TestServer.host, sender: RequestSender())
        let management = SessionManagement(accounts: accounts)
        await #expect(throws: SignInFailure.self) {
            try await management.end(BrowserSession.ID(rawValue: "s1"), of: owner)
        }
        let ended = try await management.endOthers(of: owner)
        #expect(ended.count == 1 && !ended.isComplete)
        #expect(try await server.storage.read { try $0.sessions.list(of: account.id).map(\.id.rawValue) } == ["s1"])
    }

    /// What has gone on for three days is a way in (L18), which nothing weak ends: not by signing in until there are too
    /// many, and not by disconnecting the application.
    @Test func `a stolen password ends no application and no browser that is older than the delay`() async throws {
        let user = try await PasswordClient.signedUp()
        let server = user.server
        let account = try #require(try await server.users().first)
        let owned = try await user.signIn().require(200).text("refresh_token")
        let browser = BrowserSession(
            id: BrowserSession.ID(rawValue: "owner"), secretHash: [1], user: account.id, host: TestServer.host,
            createdAt: server.clock.now, idleExpiresAt: server.clock.now.advanced(by: 2 * PasswordClient.delay),
            expiresAt: server.clock.now.advanced(by: 2 * PasswordClient.delay))
        try await server.storage.withTransaction { try $0.sessions.insert(browser) }
        server.clock.advance(seconds: PasswordClient.delay)
        for _ in 0..<RefreshToken.Family.clientLimit + 5 { try await user.signIn().require(200) }
        let start = server.clock.now
        for number in 0..<UInt8(BrowserSession.accountLimit + 5) {
            let session = BrowserSession(
                id: BrowserSession.ID(rawValue: "thief \(number)"), secretHash: [2, number], user: account.id,
                host: TestServer.host, createdAt: start, idleExpiresAt: start.advanced(by: 60),
                expiresAt: start.advanced(by: 60))
            try await server.storage.withTransaction { try $0.begin(session, replacing: nil) }
        }
        let thief = AccountOwner(
            .accessToken(
                of: account.id, generation: account.tokenGeneration, authenticatedAt: start,
                ways: [account.id.passwordWay]),
            client: nil, host: TestServer.host, sender: RequestSender())
        await #expect(throws: SignInFailure.self) {
            try await ConnectedApplications(accounts: server.services.accounts).disconnect("password", of: thief)
        }
        try await SessionManagement(accounts: server.services.accounts).endOthers(of: thief)
        #expect(try await server.storage.read { try $0.sessions.list(of: account.id).map(\.id.rawValue) } == ["owner"])
        var client = user.device()
        client.client = "password"
        try await client.refresh(owned).require(200)
    }
}
