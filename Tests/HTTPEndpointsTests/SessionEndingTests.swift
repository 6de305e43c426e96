// SPDX-License-Identifier: Apache-2.0

import HTTPServer
import IdentityModel
import SignIn
import SoftwareAuthenticator
import TestSupport
import Testing
import WireFormats

/// Sessions that end with their passkey, with a block, or on request.
struct SessionEndingTests {
    /// A user with two passkeys, each of which opened a session.
    private struct Owner {
        let first: TestClient
        let second: TestClient
        let token: String
        let firstSession: String
        let secondSession: String
        let path: String

        init(_ server: TestServer) async throws {
            first = TestClient(at: server)
            firstSession = try await first.signUp().require(200).text("refresh_token")
            token = try await first.accountToken()
            second = first.with { $0.device = SoftwareAuthenticator(profile: .googlePasswordManager) }
            let id = try await second.enroll(token).require(201).text("id")
            secondSession = try await second.signIn().require(200).text("refresh_token")
            path = "/me/v1/authentication-methods/" + PercentEncoding.encode(id)
        }

        func remove(_ query: String = "") async throws -> TestResponse {
            try await first.account(Message(.delete, path: path + query), token: token)
        }

        func list(_ token: String) async throws -> TestResponse {
            try await first.list(token)
        }
    }

    @Test(arguments: ["", "?end_sessions=opened"])
    func `removing a passkey revokes the sessions it opened, and all earlier tokens for the account`(query: String)
        async throws
    {
        let owner = try await Owner(TestServer())
        try await owner.remove(query).require(204)
        #expect(try await owner.second.refresh(owner.secondSession).code == "oauth.refresh-token-unknown")
        try await owner.first.refresh(owner.firstSession).require(200)
        #expect(try await owner.list(owner.token).require(401).code == "oauth.access-token-revoked")
        try await owner.list(owner.first.accountToken()).require(200)
    }

    @Test func `all sessions can be revoked, with the tokens for the account`() async throws {
        let owner = try await Owner(TestServer())
        try await owner.remove("?end_sessions=all").require(204)
        for session in [owner.firstSession, owner.secondSession] {
            #expect(try await owner.first.refresh(session).code == "oauth.refresh-token-unknown")
        }
        #expect(try await owner.list(owner.token).require(401).code == "oauth.access-token-revoked")
        try await owner.list(owner.first.accountToken()).require(200)
    }

    @Test func `sessions that do not exist can't be revoked`() async throws {
        let owner = try await Owner(TestServer())
        #expect(try await owner.remove("?end_sessions=some").require(400).code == "request.query-invalid")
        try await owner.second.refresh(owner.secondSession).require(200)
    }

    @Test func `a token issued before a block stays revoked after the unblock`() async throws {
        let owner = try await Owner(TestServer())
        let server = owner.first.server
        let person = try await owner.first.signIn().require(200).text("access_token")
        let user = try #require(try await server.users().first).id
        let clock = server.clock
        let administration = ServerOperator(storage: server.storage, now: { clock.now })
        try await administration.block(user)
        try await administration.unblock(user)
        #expect(try await owner.list(owner.token).require(401).code == "oauth.access-token-revoked")
        let started = Message.post("/me/v1/authentication-methods", json: ["type": "passkey"])
        #expect(try await owner.first.account(started, token: owner.token).code == "oauth.access-token-revoked")
        let information = Message.get("/userinfo")
        #expect(try await owner.first.account(information, token: person).code == "oauth.access-token-revoked")
        try await owner.list(owner.first.accountToken()).require(200)
        let again = try await owner.first.signIn().require(200).text("access_token")
        try await owner.first.account(information, token: again).require(200)
    }

    @Test func `an enrollment started before a block fails`() async throws {
        let owner = try await Owner(TestServer())
        let server = owner.first.server
        let device = owner.first.with { $0.device = SoftwareAuthenticator(profile: .iCloudKeychainZeroAAGUID) }
        let started = try await device.beginEnrollment(owner.token)
        let message = device.enrollment(started, response: try device.created(started))
        let user = try #require(try await server.users().first).id
        let administration = ServerOperator(storage: server.storage)
        try await administration.block(user)
        try await administration.unblock(user)
        #expect(try await device.account(message, token: owner.token).code == "oauth.access-token-revoked")
        #expect(try await server.storage.read { try $0.passkeys.list(of: user).count } == 2)
    }

    @Test func `a sign-in is recorded with its client, passkey and device capabilities`() async throws {
        let testClient = TestClient(at: try await TestServer())
        try await testClient.signUp().require(200)
        let tokenParameters: JSONObject = ["scope": "openid", "device_capability": "platform"]
        try await testClient.with { $0.tokenParameters = tokenParameters }.signIn().require(200)
        let user = try #require(try await testClient.server.users().first).id
        let records = try await testClient.server.storage.read { try $0.events.listSignIns(of: user, limit: 10) }
        let ways = try await testClient.server.storage.read { try $0.users.waysIn(of: user) }
        #expect(records.map(\.client) == ["spa", "spa"])
        #expect(records.map(\.deviceCapability) == ["platform", nil])
        #expect(records.map(\.ways) == [ways, ways])
        #expect(records.map(\.method) == ["passkey", "passkey"])
    }

    @Test func `tokens for the user's own account last ten minutes`() async throws {
        let testClient = TestClient(at: try await TestServer())
        try await testClient.signUp().require(200)
        let tokenParameters = testClient.accountTokenParameters
        let response = try await testClient.with { $0.tokenParameters = tokenParameters }.signIn().require(200)
        #expect(response.value("expires_in")?.intValue == 600)
    }

    @Test func `within the leeway a token two generations old revokes the family`() async throws {
        let testClient = TestClient(at: try await TestServer())
        let first = try await testClient.signUp().require(200).text("refresh_token")
        let second = try await testClient.refresh(first).require(200).text("refresh_token")
        #expect(try await testClient.refresh(first).require(200).text("refresh_token") == second)
        let third = try await testClient.refresh(second).require(200).text("refresh_token")
        #expect(try await testClient.refresh(first).code == "oauth.refresh-token-reused")
        #expect(try await testClient.refresh(third).code == "oauth.refresh-token-unknown")
    }
}
