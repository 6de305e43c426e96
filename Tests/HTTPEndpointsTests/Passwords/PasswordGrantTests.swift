// SPDX-License-Identifier: Apache-2.0

import Configuration
import HTTPEndpoints
import HTTPServer
import IdentityModel
import RateLimiting
import SignIn
import TestSupport
import Testing
import WireFormats

/// The password grants.
struct PasswordGrantTests {
    @Test func `a user signs up with a password and in with either grant`() async throws {
        let server = try await PasswordClient.server()
        let user = PasswordClient(at: server)
        let account = try await user.signUp(adding: ["given_name": "Ada"]).require(200)
        let stored = try #require(try await server.users().first)
        #expect(try account.text("_id") == stored.id.identity)
        #expect(account.value("email_verified") == false)
        #expect(try account.text("given_name") == "Ada")
        for grant in [PasswordClient.realmGrant, "password"] {
            let tokens = try await user.signIn(asking: [
                "grant_type": .string(grant), "realm": grant == "password" ? .null : "members",
                "scope": "openid offline_access",
            ]).require(200)
            let claims = try await VerifiedToken(tokens.text("id_token"), at: server).claims
            #expect(claims["sub"]?.stringValue == stored.id.rawValue)
            #expect(claims["amr"] == ["pwd"] && claims["acr"] == nil)
            _ = try tokens.text("refresh_token")
        }
        let methods = try await server.storage.read { try $0.events.listSignIns(of: stored.id, limit: 9) }
        #expect(methods.map(\.method) == ["password", "password"])
        #expect(methods.allSatisfy { $0.ways == [stored.id.passwordWay] })
    }

    @Test func `whatever doesn't match is answered alike`() async throws {
        let server = try await PasswordClient.server([
            "authentication_methods": [
                "passkey": ["enabled": true], "password": ["enabled": true, "api_behavior": "optional"],
            ]
        ])
        let ada = PasswordClient(at: server)
        for (email, password) in [("ada", "a long enough one"), ("off", "a long enough one")] {
            try await ada.with {
                $0.email = "\(email)@example.org"
                $0.password = password
            }.signUp().require(200)
        }
        try await ada.with { $0.email = "none@example.org" }.signUp(adding: ["password": .null]).require(200)
        let off = try #require(try await server.users().first { $0.isIdentified(by: "off@example.org") })
        try await server.storage.withTransaction { try $0.passwords.setDisabled(by: .user, of: off.id) }
        let wrong = try await ada.with { $0.password = "another long one" }.signIn().require(403)
        let unknown = try await ada.with { $0.email = "nobody@example.org" }.signIn()
        let withoutPassword = try await ada.with { $0.email = "none@example.org" }.signIn()
        let disabled = try await ada.with { $0.email = "off@example.org" }.signIn()
        let malformed = try await ada.with { $0.email = "not an address" }.signIn()
        #expect(try wrong.text("error") == "invalid_grant")
        #expect(try wrong.text("error_description") == "Wrong email or password.")
        for response in [unknown, withoutPassword, disabled, malformed] {
            #expect(Self.shape(of: response) == Self.shape(of: wrong))
        }
        #expect(Set(server.log.suffix(5).compactMap(\.cause)).count == 4)
    }

    /// The response without what differs between any two requests.
    private static func shape(of response: TestResponse) -> [String] {
        let members = response.json?.members.map { member in
            "\(member.name): \(member.name == "reference" ? "" : "\(member.value)")"
        }
        let fields = response.headers.fields.map {
            "\($0.name): \($0.name.lowercased().contains("x-r") ? "" : $0.value)"
        }
        return ["\(response.status)", "\(response.body.count)"] + (members ?? []) + fields
    }

    @Test func `only the right password learns that the account is blocked`() async throws {
        let server = try await PasswordClient.server()
        let user = PasswordClient(at: server)
        try await user.signUp().require(200)
        let stored = try #require(try await server.users().first)
        try await ServerOperator(storage: server.storage).block(stored.id)
        let right = try await user.signIn().require(403)
        #expect(try right.text("error") == "unauthorized")
        #expect(try right.text("error_description") == "user is blocked")
        #expect(try await user.with { $0.password = "another long one" }.signIn().code == "sign-in.password-mismatch")
    }

    @Test func `a client needs the grant, and the connection passwords`() async throws {
        let server = try await PasswordClient.server()
        let user = PasswordClient(at: server)
        try await user.signUp().require(200)
        #expect(try await user.with { $0.client = "spa" }.signIn().code == "oauth.grant-type-not-allowed")
        #expect(try await user.signIn(asking: ["realm": "nowhere"]).code == "sign-in.connection-unknown")
        #expect(try await user.signIn(asking: ["realm": .null]).code == "oauth.parameter-missing")
        #expect(try await user.signIn(asking: ["username": .null]).code == "oauth.parameter-missing")
    }

    @Test func `wrong passwords for a name are limited, and its passkey is not`() async throws {
        let limited = try await PasswordClient.server(limits: .standard)
        let user = PasswordClient(at: limited)
        try await user.signUp().require(200)
        let device = user.device()
        _ = try await device.enroll(user.accountToken()).require(201)
        let guesser = user.with { $0.password = "another long one" }
        for _ in 0..<10 { try await guesser.signIn().require(403) }
        let rejected = try await guesser.signIn().require(429)
        #expect(try rejected.text("error") == "too_many_attempts")
        #expect(try await user.signIn().code == "sign-in.too-many-attempts")
        // Somebody elsewhere, and whoever has a passkey, is not affected.
        try await user.signIn(from: "198.51.100.7").require(200)
        try await device.signIn().require(200)
        limited.clock.advance(seconds: 90)
        try await user.signIn().require(200)
    }

    @Test func `right passwords are not counted`() async throws {
        let server = try await PasswordClient.server(limits: .standard)
        let user = PasswordClient(at: server)
        try await user.signUp().require(200)
        for _ in 0..<15 { try await user.signIn().require(200) }
    }

    @Test func `wrong passwords of an account become one event an hour`() async throws {
        let user = try await PasswordClient.signedUp()
        let guess = { (email: String) in
            _ = try await user.with {
                $0.email = email
                $0.password = "a wrong one"
            }.signIn()
        }
        for _ in 0..<3 { try await guess(user.email) }
        try await guess("nobody@example.org")
        let failures = user.server.services.passwords.failures
        #expect(try await failures.store() == 0)
        user.server.clock.advance(seconds: 3600)
        try await guess(user.email)
        #expect(try await failures.store() == 1)
        // The server stops before the hour is over.
        #expect(try await failures.store(isLast: true) == 1)
        #expect(try await failures.store(isLast: true) == 0)
        let id = try #require(try await user.server.users().first).id
        let events = try await user.server.storage.read { try $0.events.list(user: id, limit: 99) }
        #expect(events.filter { $0.kind == .passwordFailed }.map { $0.details["count"] } == [1, 3])
    }
}
