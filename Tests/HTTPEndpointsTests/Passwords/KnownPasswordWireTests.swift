// SPDX-License-Identifier: Apache-2.0

import Configuration
import HTTPEndpoints
import IdentityModel
import PasswordHashing
import SignIn
import TestSupport
import Testing
import WireFormats

/// Passwords that attackers try first.
struct KnownPasswordWireTests {
    private static let common = "iloveyou123"

    /// A user whose password was stored before such passwords were rejected.
    private static func user(of rule: JSONObject = [:]) async throws -> PasswordClient {
        let server = try await PasswordClient.server { documents in
            guard let index = documents.firstIndex(where: { $0.kind == .tenant }) else { return }
            for member in rule.members {
                documents[index].json["thumbturn"] = .object(
                    documents[index].json["thumbturn"]?.objectValue?.adding(member) ?? [:])
            }
        }
        let user = PasswordClient(at: server)
        try await user.signUp().require(200)
        let stored = try #require(try await server.users().first)
        let pool = HashingPool(threads: 1)
        let hash = try await pool.hash(NewPassword(common), cost: try #require(HashCost(memoryKiB: 64, passes: 1)))
        await pool.close()
        try await server.storage.withTransaction { transaction in
            try transaction.passwords.set(
                StoredPassword(user: stored.id, hash: hash.stored, setAt: server.clock.now))
        }
        return user.with { $0.password = common }
    }

    private static func events(_ kind: AuditEvent.Kind, at server: TestServer) async throws -> Int {
        try await server.storage.read { try $0.events.list(user: nil, limit: 100) }.count { $0.kind == kind }
    }

    @Test(arguments: [common, "login.brand1", "BRAND1.test"])
    func `nobody signs up with one`(password: String) async throws {
        let server = try await PasswordClient.server()
        let rejected = try await PasswordClient(at: server).with { $0.password = password }.signUp().require(400)
        #expect(try rejected.text("reason") == "sign-in.password-rejected.common")
        #expect(try rejected.text("name") == "PasswordDictionaryError")
        #expect(try await server.users().isEmpty)
    }

    @Test func `nobody changes to one`() async throws {
        let user = try await PasswordClient.signedUp()
        user.server.clock.advance(seconds: PasswordClient.delay)
        let token = try await user.accountToken()
        let begun = try await user.device().account(
            .post(PasswordClient.methods, json: ["type": "password"]), token: token
        ).require(202)
        let rejected = try await user.device().account(
            .post(
                "\(PasswordClient.methods)/password%7Cnew/verify",
                json: [
                    "auth_session": .string(begun.text("auth_session")), "new_password": .string(Self.common),
                    "current_password": .string(user.password),
                ]), token: token)
        #expect(rejected.code == "sign-in.password-rejected.common")
        try await user.signIn().require(200)
    }

    @Test func `a sign-in with one is noted once`() async throws {
        let user = try await Self.user()
        for _ in 0..<2 { try await user.signIn().require(200) }
        #expect(try await Self.events(.passwordBreached, at: user.server) == 1)
        let stored = try await user.server.storage.read { snapshot in
            try snapshot.users.list(after: nil, limit: 1).first.flatMap { try snapshot.passwords.find(of: $0.id) }
        }
        #expect(stored?.breachedAt == user.server.clock.now)
    }

    @Test func `where they are blocked, one signs nobody in`() async throws {
        let user = try await Self.user(of: ["breached_password": "block"])
        for _ in 0..<2 {
            let rejected = try await user.signIn().require(401)
            #expect(try rejected.text("error") == "password_leaked")
            #expect(rejected.code == "sign-in.password-breached")
        }
        let browser = TestBrowser(at: user.server)
        let page = try await browser.authorize(RelyingParty(at: user.server).attempt())
        let shown = try await browser.post(
            "/login/password",
            fields: [
                ("state", try #require(page.page.state)), ("identifier", user.email), ("password", user.password),
            ])
        #expect(try shown.response.status == 401 && shown.page.text.contains("This password is known to attackers."))
        #expect(try await Self.events(.passwordRejectedBreached, at: user.server) == 1)
        // Whoever has it wrong learns nothing.
        #expect(try await user.with { $0.password = "another long one" }.signIn().code == "sign-in.password-mismatch")
    }
}

extension JSONObject {
    fileprivate func adding(_ member: Member) -> JSONObject {
        var copy = self
        copy[member.name] = member.value
        return copy
    }
}
