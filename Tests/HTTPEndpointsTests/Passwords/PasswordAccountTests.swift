// SPDX-License-Identifier: Apache-2.0

import HTTPServer
import IdentityModel
import SoftwareAuthenticator
import TestSupport
import Testing
import WireFormats

/// The password in the My Account API: how it goes, comes back, and is switched off.
struct PasswordAccountTests {
    @available(macOS 15, *)
    @Test func `a password becomes a passkey, which removes the password when it has settled`() async throws {
        let user = try await PasswordClient.signedUp()
        let (first, second) = (user.device(), user.device(.googlePasswordManager))
        try await first.enroll(user.accountToken()).require(201)
        let early = try await first.accountToken()
        let act: JSONObject = ["act": "remove-password"]
        let refused = try await first.account(.post("/me/v1/confirmations", json: act), token: early)
        #expect(refused.status == 409 && refused.code == "sign-in.way-in-required")

        user.server.clock.advance(seconds: PasswordClient.delay)
        let token = try await first.accountToken()
        let alone = try await first.removePassword(token)
        #expect(alone.status == 409 && alone.code == "sign-in.way-in-required")
        try await second.enroll(token).require(201)
        try await user.signIn().require(200)
        let young = try await first.removePassword(first.accountToken())
        #expect(young.code == "sign-in.way-in-required")

        user.server.clock.advance(seconds: PasswordClient.delay)
        try await user.server.overSocket {
            try await first.removePassword(first.accountToken()).require(204)
        }
        #expect(try await user.signIn().code == "sign-in.password-mismatch")
        let kinds = try await user.server.storage.read { try $0.events.list(user: nil, limit: 99).map(\.kind) }
        #expect(kinds.contains(.passwordRemoved))
    }

    @Test func `a removed password is restored as it was, by a passkey, for thirty days`() async throws {
        let (user, first) = try await PasswordClient.withTwoPasskeys()
        let id = try #require(try await user.server.users().first).id
        let before = try await user.server.storage.read { try $0.passwords.find(of: id) }
        try await first.removePassword(first.accountToken()).require(204)
        let token = try await first.accountToken()
        let path = "\(PasswordClient.methods)/password%7Cremoved/restore"
        let body = try await first.confirm("restore-password", token)
        try await first.account(.post(path, json: body), token: token).require(200)
        #expect(try await user.server.storage.read { try $0.passwords.find(of: id) } == before)
        try await user.signIn().require(200)
        // Once, and only while it is kept.
        let again = try await first.confirm("restore-password", token)
        #expect(
            try await first.account(.post(path, json: again), token: token).code == "sign-in.password-not-restorable")
    }

    @Test func `a user has only passkeys sign in, until the password is switched on again`() async throws {
        let (user, first) = try await PasswordClient.withTwoPasskeys()
        let id = try #require(try await user.server.users().first).id
        for (verb, status) in [("disable", 403), ("enable", 200)] {
            let token = try await first.accountToken()
            let path = "\(PasswordClient.methods)/password%7C\(id.identity)/\(verb)"
            #expect(try await first.account(.post(path, json: [:]), token: token).status == 400)
            let body = try await first.confirm(verb == "disable" ? "use-passkeys-only" : "use-password", token)
            let response = try await first.account(.post(path, json: body), token: token).require(200)
            #expect(response.value("is_disabled") == (verb == "disable" ? true : nil))
            #expect(try await user.signIn().status == status)
        }
    }

    @Test func `what an operator has switched off, its user neither switches on nor replaces`() async throws {
        let (user, first) = try await PasswordClient.withTwoPasskeys()
        let id = try #require(try await user.server.users().first).id
        try await user.server.storage.withTransaction { try $0.passwords.setDisabled(by: .administrator, of: id) }
        let token = try await first.accountToken()
        let path = "\(PasswordClient.methods)/password%7C\(id.identity)"
        let enable = try await first.confirm("use-password", token)
        #expect(
            try await first.account(.post("\(path)/enable", json: enable), token: token).code
                == "sign-in.password-disabled-by-operator")
        #expect(
            try await first.removePassword(token).code == "sign-in.password-disabled-by-operator")
        var replacement = try await first.confirm("set-password", token)
        replacement["new_password"] = "another long one"
        #expect(
            try await first.account(
                .post("\(PasswordClient.methods)/password%7Cnew/verify", json: replacement), token: token
            )
            .code == "sign-in.password-disabled-by-operator")
        #expect(try await user.signIn().code == "sign-in.password-mismatch")
    }

    @Test func `a password that the connection has switched off is no way in beside the last passkey`() async throws {
        let server = try await PasswordClient.server([
            "authentication_methods": ["passkey": ["enabled": true], "password": ["enabled": false]]
        ])
        let device = PasswordClient(at: server).device()
        try await device.signUp().require(200)
        let id = try #require(try await server.users().first).id
        try await server.storage.withTransaction { transaction in
            try transaction.passwords.set(
                StoredPassword(user: id, hash: PasswordHashText("$argon2id$…"), setAt: server.clock.now))
        }
        let token = try await device.accountToken()
        let removal = Message(.delete, path: try await device.pathOfPasskey(token))
        #expect(try await device.account(removal, token: token).code == "sign-in.last-credential")
    }

    @Test func `a passkey says until when it is unconfirmed`() async throws {
        let user = try await PasswordClient.signedUp()
        let first = user.device()
        try await first.enroll(user.accountToken()).require(201)
        let token = try await first.accountToken()
        let list = try await first.account(.get("\(PasswordClient.methods)?type=passkey"), token: token).require(200)
        let until = list.value("authentication_methods")?.arrayValue?.first?["unconfirmed_until"]?.stringValue
        #expect(until.flatMap(Timestamp.init) == user.server.clock.now.advanced(by: Int(PasswordClient.delay)))
    }
}
