// SPDX-License-Identifier: Apache-2.0

import IdentityModel
import SQLiteStorage
import SoftwareAuthenticator
import Testing
import WireFormats

/// Whoever makes an account with another's address gets no way in that outlasts the owner's invitation.
struct InvitationContentsTests {
    /// A stranger's account at the address of the person who is invited, and what the person does.
    private struct Scene {
        let server: TestServer
        let stranger: TestClient
        let session: String
        let token: String
        let guest: TestClient
        let user: UserID
        let invitation: String

        init(isRemovingExisting: Bool?) async throws {
            server = try await TestServer()
            stranger = TestClient(at: server)
            session = try await stranger.signUp().require(200).text("refresh_token")
            token = try await stranger.accountToken()
            guest = stranger.with {
                $0.device = SoftwareAuthenticator(profile: .googlePasswordManager)
                $0.origin = "https://\(TestServer.host)"
            }
            user = try #require(try await server.users().first).id
            invitation = try await server.invite(user, isRemovingExisting: isRemovingExisting)
        }

        func contents() async throws -> Answer {
            try await server.send(.post("/invitation/contents", ["invitation": .string(invitation)]))
        }

        func accept(_ members: JSONObject = [:]) async throws -> Answer {
            var challenge: JSONObject = ["invitation": .string(invitation)]
            challenge["existing"] = members["existing"]
            let message = Message.post("/invitation/challenge", challenge)
            let started = try TestClient.StartedCeremony(try await server.send(message).require(200))
            var body = try #require(JSONReader.read(guest.enrollment(started, guest.created(started)).body).objectValue)
            for member in members.members { body[member.name] = member.value }
            return try await server.send(.post("/invitation/verify", body))
        }

        func passkeys() async throws -> Int {
            let user = user
            return try await server.storage.read { try $0.passkeys.list(of: user).count }
        }
    }

    @Test func `the page shows the account's existing access`() async throws {
        let scene = try await Scene(isRemovingExisting: nil)
        let answer = try await scene.contents().require(200)
        #expect(answer.value("existing") == "remove")
        #expect(answer.value("passkeys")?.arrayValue?.count == 1)
        #expect(answer.value("sessions") == 1)
        #expect(answer.value("unverified")?.arrayValue?.count == 0)
    }

    @Test(arguments: [nil, "remove"])
    func `an accepted invitation removes all of a stranger's access`(existing: String?) async throws {
        let scene = try await Scene(isRemovingExisting: existing == nil ? nil : false)
        try await scene.accept(existing.map { ["existing": .string($0)] } ?? [:]).require(201)
        #expect(try await scene.passkeys() == 1)
        #expect(try await scene.stranger.signIn().code == "sign-in.credential-unknown")
        #expect(try await scene.stranger.refresh(scene.session).code == "oauth.refresh-token-unknown")
        let list = Message.get("/me/v1/authentication-methods")
        #expect(try await scene.stranger.account(list, token: scene.token).code == "oauth.access-token-revoked")
        try await scene.guest.with { $0.origin = TestServer.page }.signIn().require(200)
    }

    @Test(arguments: [nil, "keep"])
    func `existing access is kept if the page or the invitation asks for it`(existing: String?) async throws {
        let scene = try await Scene(isRemovingExisting: existing == nil ? false : nil)
        try await scene.accept(existing.map { ["existing": .string($0)] } ?? [:]).require(201)
        #expect(try await scene.passkeys() == 2)
        try await scene.stranger.refresh(scene.session).require(200)
    }

    @Test func `removing existing passkeys makes room for the new one`() async throws {
        let scene = try await Scene(isRemovingExisting: false)
        for _ in 1..<20 {
            try await scene.stranger.with { $0.device = SoftwareAuthenticator(profile: .securityKey) }
                .enroll(scene.token).require(201)
        }
        let full = Message.post(
            "/invitation/challenge", ["invitation": .string(scene.invitation), "existing": "keep"])
        #expect(try await scene.server.send(full).require(409).code == "sign-in.too-many-passkeys")
        try await scene.accept(["existing": "remove"]).require(201)
        #expect(try await scene.passkeys() == 1)
    }

    @Test func `unverified identifiers are removed, except the invitation's recipient`()
        async throws
    {
        let scene = try await Scene(isRemovingExisting: true)
        let phone = Identifier(kind: .phoneNumber, value: "+49 170 1", normalized: "+491701")
        let (user, storage) = (scene.user, scene.server.storage)
        try await storage.withTransaction { transaction in
            guard let found = try transaction.users.find(user) else { return }
            try transaction.users.apply(.identifiers(found.identifiers + [phone]), to: user, at: found.createdAt)
        }
        #expect(try await scene.contents().value("unverified") == ["+49 170 1"])
        try await scene.accept().require(201)
        #expect(try await scene.server.users().first?.identifiers.map(\.kind) == [.email])
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
        let answer = try await server.send(.post("/invitation/contents", ["invitation": .string(invitation)]))
        #expect(answer.value("existing") == "keep")
    }

    @Test func `a consumed invitation shows nothing`() async throws {
        let scene = try await Scene(isRemovingExisting: nil)
        try await scene.accept().require(201)
        #expect(try await scene.contents().require(403).code == "sign-in.invitation.consumed")
    }
}
