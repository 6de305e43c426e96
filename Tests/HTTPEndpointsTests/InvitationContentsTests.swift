// SPDX-License-Identifier: Apache-2.0

import IdentityModel
import SoftwareAuthenticator
import Testing
import WireFormats

/// An account created with another person's address gives no access after the owner accepts an invitation.
struct InvitationContentsTests {
    /// A stranger's account with the address of the invited user.
    private struct InvitationFixture {
        let server: TestServer
        let stranger: TestClient
        let session: String
        let token: String
        let invited: TestClient
        let user: UserID
        let invitation: String

        init(isRemovingExisting: Bool?) async throws {
            server = try await TestServer()
            stranger = TestClient(at: server)
            session = try await stranger.signUp().require(200).text("refresh_token")
            token = try await stranger.accountToken()
            invited = stranger.with {
                $0.device = SoftwareAuthenticator(profile: .googlePasswordManager)
                $0.origin = "https://\(TestServer.host)"
            }
            user = try #require(try await server.users().first).id
            invitation = try await server.invite(user, isRemovingExisting: isRemovingExisting)
        }

        func contents() async throws -> TestResponse {
            try await server.send(.post("/invitation/contents", json: ["invitation": .string(invitation)]))
        }

        func accept(_ members: JSONObject = [:]) async throws -> TestResponse {
            var challenge: JSONObject = ["invitation": .string(invitation)]
            challenge["existing"] = members["existing"]
            let message = Message.post("/invitation/challenge", json: challenge)
            let started = try TestClient.StartedCeremony(try await server.send(message).require(200))
            var body = try #require(
                JSONReader.read(invited.enrollment(started, response: invited.created(started)).body).objectValue)
            for member in members.members { body[member.name] = member.value }
            return try await server.send(.post("/invitation/verify", json: body))
        }

        func passkeys() async throws -> Int {
            let user = user
            return try await server.storage.read { try $0.passkeys.list(of: user).count }
        }
    }

    @Test func `the page shows the account's existing access`() async throws {
        let fixture = try await InvitationFixture(isRemovingExisting: nil)
        let response = try await fixture.contents().require(200)
        #expect(response.value("existing") == "remove")
        #expect(response.value("passkeys")?.arrayValue?.count == 1)
        #expect(response.value("sessions") == 1)
        #expect(response.value("unverified")?.arrayValue?.count == 0)
    }

    @Test(arguments: [nil, "remove"])
    func `an accepted invitation removes all of a stranger's access`(existing: String?) async throws {
        let fixture = try await InvitationFixture(isRemovingExisting: existing == nil ? nil : false)
        try await fixture.accept(existing.map { ["existing": .string($0)] } ?? [:]).require(201)
        #expect(try await fixture.passkeys() == 1)
        #expect(try await fixture.stranger.signIn().code == "sign-in.credential-unknown")
        #expect(try await fixture.stranger.refresh(fixture.session).code == "oauth.refresh-token-unknown")
        #expect(try await fixture.stranger.list(fixture.token).code == "oauth.access-token-revoked")
        try await fixture.invited.with { $0.origin = TestServer.page }.signIn().require(200)
    }

    @Test(arguments: [nil, "keep"])
    func `existing access is kept if the page or the invitation asks for it`(existing: String?) async throws {
        let fixture = try await InvitationFixture(isRemovingExisting: existing == nil ? false : nil)
        try await fixture.accept(existing.map { ["existing": .string($0)] } ?? [:]).require(201)
        #expect(try await fixture.passkeys() == 2)
        try await fixture.stranger.refresh(fixture.session).require(200)
    }

    @Test func `removing existing passkeys makes room for the new one`() async throws {
        let fixture = try await InvitationFixture(isRemovingExisting: false)
        for _ in 1..<20 {
            try await fixture.stranger.with { $0.device = SoftwareAuthenticator(profile: .securityKey) }
                .enroll(fixture.token).require(201)
        }
        let full = Message.post(
            "/invitation/challenge", json: ["invitation": .string(fixture.invitation), "existing": "keep"])
        #expect(try await fixture.server.send(full).require(409).code == "sign-in.too-many-passkeys")
        try await fixture.accept(["existing": "remove"]).require(201)
        #expect(try await fixture.passkeys() == 1)
    }

    @Test func `unverified identifiers are removed, except the invitation's recipient`()
        async throws
    {
        let fixture = try await InvitationFixture(isRemovingExisting: true)
        let phone = Identifier(kind: .phoneNumber, value: "+49 170 1", normalized: "+491701")
        let (user, storage) = (fixture.user, fixture.server.storage)
        try await storage.withTransaction { transaction in
            guard let found = try transaction.users.find(user) else { return }
            try transaction.users.apply(.identifiers(found.identifiers + [phone]), to: user, at: found.createdAt)
        }
        #expect(try await fixture.contents().value("unverified") == ["+49 170 1"])
        try await fixture.accept().require(201)
        #expect(try await fixture.server.users().first?.identifiers.map(\.kind) == [.email])
    }

    @Test func `an account with a verified address keeps its access by default`() async throws {
        let server = try await TestServer()
        try await TestClient(at: server).signUp().require(200)
        let user = try #require(try await server.users().first)
        var identifiers = user.identifiers
        identifiers[0].isVerified = true
        let verified = identifiers
        try await server.storage.withTransaction {
            try $0.users.apply(.identifiers(verified), to: user.id, at: user.createdAt)
        }
        let invitation = try await server.invite(user.id, isRemovingExisting: nil)
        let response = try await server.send(.post("/invitation/contents", json: ["invitation": .string(invitation)]))
        #expect(response.value("existing") == "keep")
    }

    @Test func `a consumed invitation shows nothing`() async throws {
        let fixture = try await InvitationFixture(isRemovingExisting: nil)
        try await fixture.accept().require(201)
        #expect(try await fixture.contents().require(403).code == "sign-in.invitation.consumed")
    }
}
