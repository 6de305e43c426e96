// SPDX-License-Identifier: Apache-2.0

import IdentityModel
import POSIX
import SoftwareAuthenticator
import Testing
import WireFormats

/// A session that ends between the decision of a request and what the request stores.
struct EndedSessionRaceTests {
    /// Ends the sessions of a user before the next transaction.
    private struct EndingStorage: Storage {
        let base: any Storage
        let user: Locked<UserID?>

        func withTransaction<Value: Sendable>(
            _ body: @escaping @Sendable (any StorageTransaction) throws -> Value
        ) async throws -> Value {
            let ending = user.withLock { user in
                defer { user = nil }
                return user
            }
            if let ending { try await base.withTransaction { try $0.sessions.removeAll(of: ending) } }
            return try await base.withTransaction(body)
        }

        func read<Value: Sendable>(
            _ body: @escaping @Sendable (any StorageSnapshot) throws -> Value
        ) async throws -> Value {
            try await base.read(body)
        }

        func checkWritable() async throws { try await base.checkWritable() }
        func close() async { await base.close() }
    }

    @Test func `a request whose session ends meanwhile leads to the sign-in page, and the server stays ready`()
        async throws
    {
        let ending = Locked<UserID?>(nil)
        let server = try await TestServer(through: { EndingStorage(base: $0, user: ending) })
        let party = RelyingParty(at: server)
        let browser = TestBrowser(at: server)
        _ = try await browser.signUp(at: party)
        let user = try #require(try await server.users().first).id
        ending.withLock { $0 = user }
        let visit = try await browser.authorize(party.attempt())
        #expect(visit.path.hasPrefix("/login"))
        #expect(visit.response.status == 200)
        try await server.send(.get("/health/ready")).require(200)
    }

    // MARK: The account page

    /// A signed-in user at a server, and what ends the user's sessions before the next transaction.
    private func account() async throws -> (AccountPageFixture, end: () async throws -> Void) {
        let ending = Locked<UserID?>(nil)
        let server = try await TestServer(through: { EndingStorage(base: $0, user: ending) })
        let account = try await AccountPageFixture(at: server)
        let user = try await account.user().id
        return (account, { ending.withLock { $0 = user } })
    }

    @Test func `a form whose session ends meanwhile leads to the sign-in page`() async throws {
        let (account, end) = try await account()
        let token = try await account.formToken()
        try await end()
        let visit = try await account.browser.post("/account/profile", fields: [("csrf", token), ("name", "Eve")])
        #expect(visit.path == "/login" && visit.response.status == 200)
        #expect(try await account.user().profile.name == "Ada")
    }

    @Test func `a passkey of a session that ends meanwhile is not stored, and the script is sent to the sign-in page`()
        async throws
    {
        let (account, end) = try await account()
        let token = JSONValue.string(try await account.formToken())
        let started = try await account.browser.call("/account/passkeys/challenge", body: ["csrf": token]).require(200)
        let response = try account.create(with: SoftwareAuthenticator(profile: .googlePasswordManager), for: started)
        try await end()
        let rejected = try await account.browser.call(
            "/account/passkeys",
            body: ["csrf": token, "session": .string(try started.text("session")), "response": response])
        #expect(rejected.status == 401 && rejected.code == "page.sign-in-required")
        #expect(try await account.passkeys().count == 1)
    }
}
