// SPDX-License-Identifier: Apache-2.0

import Configuration
import HTTPEndpoints
import HTTPServer
import IdentityModel
import PasswordHashing
import SignIn
import SoftwareAuthenticator
import TestSupport
import Testing
import WireFormats

/// The password in the My Account API, and what it may change beside passkeys.
struct PasswordAccountTests {
    private static let methods = "/me/v1/authentication-methods"
    private static let delay: Int64 = 72 * 3600

    /// A user who has signed up with a password.
    private static func user() async throws -> PasswordClient {
        let user = PasswordClient(at: try await PasswordClient.server())
        try await user.signUp().require(200)
        return user
    }

    @available(macOS 15, *)
    @Test func `a password becomes a passkey, which removes the password when it has settled`() async throws {
        let user = try await Self.user()
        let (first, second) = (user.device(), user.device(.googlePasswordManager))
        try await first.enroll(user.accountToken()).require(201)
        let early = try await first.accountToken()
        let act: JSONObject = ["act": "remove-password"]
        let refused = try await first.account(.post("/me/v1/confirmations", json: act), token: early)
        #expect(refused.status == 409 && refused.code == "sign-in.way-in-required")

        user.server.clock.advance(seconds: Self.delay)
        let token = try await first.accountToken()
        let alone = try await Self.removePassword(by: first, token)
        #expect(alone.status == 409 && alone.code == "sign-in.way-in-required")
        try await second.enroll(token).require(201)
        try await user.signIn().require(200)
        let young = try await Self.removePassword(by: first, first.accountToken())
        #expect(young.code == "sign-in.way-in-required")

        user.server.clock.advance(seconds: Self.delay)
        try await user.server.overSocket {
            try await Self.removePassword(by: first, first.accountToken()).require(204)
        }
        #expect(try await user.signIn().code == "sign-in.password-mismatch")
        let kinds = try await user.server.storage.read { try $0.events.list(user: nil, limit: 99).map(\.kind) }
        #expect(kinds.contains(.passwordRemoved))
    }

    @Test func `a removed password is restored as it was, by a passkey, for thirty days`() async throws {
        let user = try await Self.user()
        let (first, second) = (user.device(), user.device(.googlePasswordManager))
        try await first.enroll(user.accountToken()).require(201)
        user.server.clock.advance(seconds: Self.delay)
        try await second.enroll(first.accountToken()).require(201)
        user.server.clock.advance(seconds: Self.delay)
        let id = try #require(try await user.server.users().first).id
        let before = try await user.server.storage.read { try $0.passwords.find(of: id) }
        try await Self.removePassword(by: first, first.accountToken()).require(204)
        let token = try await first.accountToken()
        let path = "\(Self.methods)/password%7Cremoved/restore"
        let body = try await Self.confirm("restore-password", by: first, token)
        try await first.account(.post(path, json: body), token: token).require(200)
        #expect(try await user.server.storage.read { try $0.passwords.find(of: id) } == before)
        try await user.signIn().require(200)
        // Once, and only while it is kept.
        let again = try await Self.confirm("restore-password", by: first, token)
        #expect(
            try await first.account(.post(path, json: again), token: token).code == "sign-in.password-not-restorable")
    }

    @Test func `a user has only passkeys sign in, until the password is switched on again`() async throws {
        let user = try await Self.user()
        let (first, second) = (user.device(), user.device(.googlePasswordManager))
        try await first.enroll(user.accountToken()).require(201)
        user.server.clock.advance(seconds: Self.delay)
        try await second.enroll(first.accountToken()).require(201)
        user.server.clock.advance(seconds: Self.delay)
        let id = try #require(try await user.server.users().first).id
        for (verb, status) in [("disable", 403), ("enable", 200)] {
            let token = try await first.accountToken()
            let path = "\(Self.methods)/password%7C\(id.identity)/\(verb)"
            #expect(try await first.account(.post(path, json: [:]), token: token).status == 400)
            let body = try await Self.confirm(
                verb == "disable" ? "use-passkeys-only" : "use-password", by: first, token)
            let response = try await first.account(.post(path, json: body), token: token).require(200)
            #expect(response.value("is_disabled") == (verb == "disable" ? true : nil))
            #expect(try await user.signIn().status == status)
        }
    }

    @Test func `what an operator has switched off, its user neither switches on nor replaces`() async throws {
        let user = try await Self.user()
        let (first, second) = (user.device(), user.device(.googlePasswordManager))
        try await first.enroll(user.accountToken()).require(201)
        user.server.clock.advance(seconds: Self.delay)
        try await second.enroll(first.accountToken()).require(201)
        user.server.clock.advance(seconds: Self.delay)
        let id = try #require(try await user.server.users().first).id
        try await user.server.storage.withTransaction { try $0.passwords.setDisabled(by: .administrator, of: id) }
        let token = try await first.accountToken()
        let path = "\(Self.methods)/password%7C\(id.identity)"
        let enable = try await Self.confirm("use-password", by: first, token)
        #expect(
            try await first.account(.post("\(path)/enable", json: enable), token: token).code
                == "sign-in.password-disabled-by-operator")
        #expect(
            try await Self.removePassword(by: first, token).code == "sign-in.password-disabled-by-operator")
        var replacement = try await Self.confirm("set-password", by: first, token)
        replacement["new_password"] = "another long one"
        #expect(
            try await first.account(.post("\(Self.methods)/password%7Cnew/verify", json: replacement), token: token)
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
        let list = try await device.account(.get("\(Self.methods)?type=passkey"), token: token).require(200)
        let passkey = try #require(list.value("authentication_methods")?.arrayValue?.first?["id"]?.stringValue)
        let removal = Message(.delete, path: "\(Self.methods)/\(passkey.replacing("|", with: "%7C"))")
        #expect(try await device.account(removal, token: token).code == "sign-in.last-credential")
    }

    @Test func `a passkey says until when it is unconfirmed`() async throws {
        let user = try await Self.user()
        let first = user.device()
        try await first.enroll(user.accountToken()).require(201)
        let token = try await first.accountToken()
        let list = try await first.account(.get("\(Self.methods)?type=passkey"), token: token).require(200)
        let until = list.value("authentication_methods")?.arrayValue?.first?["unconfirmed_until"]?.stringValue
        #expect(until.flatMap(Timestamp.init) == user.server.clock.now.advanced(by: Int(Self.delay)))
    }

    // MARK: L15

    @Test func `a password adds a passkey to an account without one, and none beside a settled one`() async throws {
        let user = try await Self.user()
        let (first, second) = (user.device(), user.device(.googlePasswordManager))
        try await first.enroll(user.accountToken()).require(201)
        // The first has not settled: the password could have added it as well.
        let weak = try await user.accountToken()
        try await second.enroll(weak).require(201)
        user.server.clock.advance(seconds: Self.delay)
        let later = try await user.accountToken()
        let response = try await first.account(.post(Self.methods, json: ["type": "passkey"]), token: later).require(
            401)
        #expect(try response.text("error") == "insufficient_user_authentication")
        #expect(response.code == "sign-in.confirmation-required")
        #expect(try response.text("acr_values") == "phr")
        #expect(response.headers["WWW-Authenticate"]?.contains("acr_values=\"phr\"") == true)
        try await user.device(.securityKey).enroll(first.accountToken()).require(201)
    }

    @Test func `a password may be allowed to be forgotten: reading goes on, changes don't`() async throws {
        let user = try await Self.user()
        let first = user.device()
        try await first.enroll(user.accountToken()).require(201)
        user.server.clock.advance(seconds: Self.delay)
        let weak = try await user.accountToken()
        let list = try await first.account(.get(Self.methods), token: weak).require(200)
        let types = list.value("authentication_methods")?.arrayValue?.compactMap { $0["type"]?.stringValue }
        #expect(types == ["passkey", "password"])
        let passkey = try #require(list.value("authentication_methods")?.arrayValue?.first?["id"]?.stringValue)
        let removal = Message(.delete, path: "\(Self.methods)/\(passkey.replacing("|", with: "%7C"))")
        #expect(try await first.account(removal, token: weak).code == "sign-in.last-settled-passkey")
    }

    @Test func `a passkey that was just added removes no older one`() async throws {
        let user = try await Self.user()
        let (first, second) = (user.device(), user.device(.googlePasswordManager))
        try await first.enroll(user.accountToken()).require(201)
        user.server.clock.advance(seconds: Self.delay)
        try await second.enroll(first.accountToken()).require(201)
        let list = try await first.account(.get(Self.methods), token: first.accountToken()).require(200)
        let ids = list.value("authentication_methods")?.arrayValue?.compactMap { $0["id"]?.stringValue } ?? []
        let path = "\(Self.methods)/\(ids[0].replacing("|", with: "%7C"))"
        let young = try await second.account(Message(.delete, path: path), token: second.accountToken())
        #expect(young.code == "sign-in.last-settled-passkey")
        user.server.clock.advance(seconds: Self.delay)
        try await second.account(Message(.delete, path: path), token: second.accountToken()).require(204)
    }

    @Test func `what the end of a password rests on stays, also if a passkey confirms its removal`() async throws {
        let user = try await Self.user()
        let (first, second) = (user.device(), user.device(.googlePasswordManager))
        try await first.enroll(user.accountToken()).require(201)
        user.server.clock.advance(seconds: Self.delay)
        try await second.enroll(first.accountToken()).require(201)
        let list = try await first.account(.get(Self.methods), token: first.accountToken()).require(200)
        let ids = list.value("authentication_methods")?.arrayValue?.compactMap { $0["id"]?.stringValue } ?? []
        let path = "\(Self.methods)/\(ids[0].replacing("|", with: "%7C"))"
        let young = try await first.account(Message(.delete, path: path), token: first.accountToken())
        #expect(young.code == "sign-in.last-settled-passkey")
        user.server.clock.advance(seconds: Self.delay)
        try await Self.removePassword(by: first, first.accountToken()).require(204)
        let later = try await first.accountToken()
        let confirmed = try await Self.confirm("remove-passkey", by: first, later)
        let response = try await first.account(.json(.delete, path: path, body: confirmed), token: later)
        #expect(response.code == "sign-in.way-in-required")
    }

    // MARK: Changes

    @Test func `a passkey sets another password, which ends what the old one opened`() async throws {
        let user = try await Self.user()
        let first = user.device()
        try await first.enroll(user.accountToken()).require(201)
        user.server.clock.advance(seconds: Self.delay)
        let refreshToken = try await user.signIn().require(200).text("refresh_token")
        let token = try await first.accountToken()
        let begun = try await first.account(.post(Self.methods, json: ["type": "password"]), token: token).require(202)
        #expect(try begun.text("id") == "password|new")
        #expect(begun.value("policy.complexity.min_length") == 8)
        var body = try Self.response(of: first, to: begun)
        body["new_password"] = "quite another one"
        let path = "\(Self.methods)/password%7Cnew/verify"
        let set = try await first.account(.post(path, json: body), token: token).require(201)
        #expect(try set.text("type") == "password")
        #expect(try await user.signIn().code == "sign-in.password-mismatch")
        try await user.with { $0.password = "quite another one" }.signIn().require(200)
        var client = first
        client.client = "password"
        #expect(try await client.refresh(refreshToken).status == 403)
    }

    @Test func `the current password alone changes it where there is nothing else`() async throws {
        let user = try await Self.user()
        let device = user.device()
        let token = try await user.accountToken()
        let path = "\(Self.methods)/password%7Cnew/verify"
        let begun = try await device.account(.post(Self.methods, json: ["type": "password"]), token: token).require(202)
        #expect(begun.value("authn_params_public_key") == nil)
        var body: JSONObject = ["auth_session": begun.value("auth_session") ?? "", "new_password": "quite another one"]
        #expect(
            try await device.account(.post(path, json: body), token: token).code == "sign-in.confirmation-required")
        body["current_password"] = "not that one"
        #expect(try await device.account(.post(path, json: body), token: token).code == "sign-in.password-mismatch")
        body["current_password"] = .string(user.password)
        try await device.account(.post(path, json: body), token: token).require(201)
        try await user.with { $0.password = "quite another one" }.signIn().require(200)
    }

    @Test func `earlier passwords are not used again, as many as the policy says`() async throws {
        let server = try await PasswordClient.server(["password_options": ["history": ["active": true, "size": 2]]])
        let user = PasswordClient(at: server)
        try await user.signUp().require(200)
        for (old, new, status) in [
            ("a long enough one", "a long enough one", 400), ("a long enough one", "quite another one", 201),
            ("quite another one", "a long enough one", 400), ("quite another one", "something different", 201),
            ("something different", "a long enough one", 201),
        ] {
            let now = user.with { $0.password = old }
            let body: JSONObject = [
                "auth_session": "none", "new_password": .string(new), "current_password": .string(old),
            ]
            let message = Message.post("\(Self.methods)/password%7Cnew/verify", json: body)
            let response = try await now.device().account(message, token: now.accountToken())
            #expect(response.status == status, "\(old) → \(new): \(response.text)")
        }
    }

    @Test func `nothing is compared or hashed for a change that isn't confirmed`() async throws {
        let server = try await PasswordClient.server(["password_options": ["history": ["active": true, "size": 5]]])
        let user = PasswordClient(at: server)
        try await user.signUp().require(200)
        let device = user.device()
        try await device.enroll(user.accountToken()).require(201)
        server.clock.advance(seconds: Self.delay)
        let token = try await user.accountToken()
        let before = server.services.options.hashingPool.load.computed
        for password in [user.password, "some other password"] {
            let body: JSONObject = ["auth_session": "none", "new_password": .string(password)]
            let message = Message.post("\(Self.methods)/password%7Cnew/verify", json: body)
            #expect(try await device.account(message, token: token).code == "sign-in.confirmation-required")
        }
        #expect(server.services.options.hashingPool.load.computed == before)
    }

    @Test func `a password that is used a minute ago ends no session that is older than the delay`() async throws {
        let user = try await Self.user()
        let (server, delay) = (user.server, Self.delay)
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
        let user = try await Self.user()
        let server = user.server
        let account = try #require(try await server.users().first)
        let owned = try await user.signIn().require(200).text("refresh_token")
        let browser = BrowserSession(
            id: BrowserSession.ID(rawValue: "owner"), secretHash: [1], user: account.id, host: TestServer.host,
            createdAt: server.clock.now, idleExpiresAt: server.clock.now.advanced(by: 2 * Self.delay),
            expiresAt: server.clock.now.advanced(by: 2 * Self.delay))
        try await server.storage.withTransaction { try $0.sessions.insert(browser) }
        server.clock.advance(seconds: Self.delay)
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

    // MARK: Requests

    /// The members with which a passkey confirms an act.
    private static func confirm(_ act: String, by device: TestClient, _ token: String) async throws -> JSONObject {
        let begun = try await device.account(
            .post("/me/v1/confirmations", json: ["act": .string(act)]), token: token
        ).require(200)
        return try response(of: device, to: begun)
    }

    private static func response(of device: TestClient, to begun: TestResponse) throws -> JSONObject {
        let started = try TestClient.StartedCeremony(begun)
        return [
            "auth_session": .string(started.session), "authn_response": try JSONReader.read(device.signed(started)),
        ]
    }

    private static func removePassword(by device: TestClient, _ token: String) async throws -> TestResponse {
        let list = try await device.account(.get("\(methods)?type=password"), token: token).require(200)
        let id = try #require(list.value("authentication_methods")?.arrayValue?.first?["id"]?.stringValue)
        let body = try await confirm("remove-password", by: device, token)
        return try await device.account(
            .json(.delete, path: "\(methods)/\(id.replacing("|", with: "%7C"))", body: body), token: token)
    }
}
