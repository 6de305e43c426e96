// SPDX-License-Identifier: Apache-2.0

import AppleSimulator
import AuthenticationServices
import ClientContract
import Foundation
import FoundationNetworking
import Security
import TestSupport
import Testing
import WireFormats

@testable import Thumbturn

extension SDKTests {
    /// Sign-ups and sign-ins with a password that the user enters, or that the system fills in.
    @MainActor @Suite struct PasswordTests {
        @Test func `a user signs up with a password, and later signs in with it`() async throws {
            let app = TestApp.withPasswords()
            let signedUp = try await app.signUpWithPassword()
            #expect(signedUp.user.email == app.email && signedUp.user.name == "Ada")
            #expect(signedUp.credentialID == nil)
            try await app.run { await $0.signOut() }
            let signedIn = try await app.run { try await $0.signIn(email: app.email, password: TestApp.password) }
            #expect(signedIn.user.id == signedUp.user.id)
            #expect(app.device.records.shownSheets == 0)
        }

        @Test func `a session of a password is stored and refreshed like any other`() async throws {
            let app = TestApp.withPasswords()
            let user = try await app.signUpWithPassword().user
            let restarted = TestApp.withPasswords(on: app.device)
            try await restarted.run { client async throws in
                #expect(try await client.user() == user)
                #expect(try await client.renew().methods == ["pwd"])
                await client.signOut()
            }
            #expect(app.device.storedSession(of: "ios-passwords") == nil)
        }

        @Test func `tokens of a password are bound to the device's key where the application wants that`() async throws
        {
            let app = TestApp.withPasswords { $0.usesDPoP = true }
            try await app.signUpWithPassword()
            #expect(try await app.run { try await $0.tokens().tokenType } == "DPoP")
        }

        @Test func `a password is sent once for each step, and kept nowhere`() async throws {
            let app = TestApp.withPasswords()
            let password = "a secret of \(UUID().uuidString)"
            try await app.run { client async throws in
                _ = try await client.signUp(email: app.email, password: password)
                #expect(app.transport.count(containing: password) == 2)
                _ = try await client.signIn(email: app.email, password: password)
                #expect(app.transport.count(containing: password) == 3)
            }
            for account in app.device.keychain.accounts {
                let data = try #require(app.device.keychain.data(account: account))
                #expect(!String(decoding: data, as: UTF8.self).contains(password))
            }
            let saved = SavedPassword(username: app.email, password: password)
            var dumped = ""
            dump(saved, to: &dumped)
            #expect(!"\(saved) \(String(reflecting: saved)) \(dumped)".contains(password))
        }

        @Test func `a wrong password names the user it was for, and not the password`() async throws {
            let app = TestApp.withPasswords()
            try await app.signUpWithPassword()
            let error = await #expect(throws: PasskeyError.wrongPassword(username: app.email)) {
                try await app.run { try await $0.signIn(email: app.email, password: "not that one") }
            }
            let texts = "\(error as Any) \(error?.developerNote ?? "") \((error as NSError?)?.userInfo ?? [:])"
            #expect(!texts.contains("not that one"))
        }

        @Test func `a name without an account is told like a wrong password`() async throws {
            let app = TestApp.withPasswords()
            await #expect(throws: PasskeyError.wrongPassword(username: app.email)) {
                try await app.run { try await $0.signIn(email: app.email, password: TestApp.password) }
            }
        }

        @Test func `an account that exists leads to a sign-in`() async throws {
            let app = TestApp.withPasswords()
            try await app.signUpWithPassword()
            await #expect(throws: PasskeyError.accountExists) { try await app.signUpWithPassword() }
        }

        @Test func `an address that the server does not accept is named also with a password`() async throws {
            let app = TestApp.withPasswords()
            await #expect(throws: PasskeyError.invalidProfile(field: "email")) {
                try await app.run { try await $0.signUp(email: "nonsense", password: TestApp.password) }
            }
        }

        @Test func `a sign-up without any name is rejected before the password is sent`() async throws {
            let app = TestApp.withPasswords()
            await #expect(throws: PasskeyError.invalidProfile(field: nil)) {
                try await app.run { try await $0.signUp(NewUser(name: "Ada"), password: TestApp.password) }
            }
            #expect(app.transport.count(containing: TestApp.password) == 0)
        }

        // MARK: Weak passwords

        private func weakness(of password: String, at app: TestApp) async throws -> WeakPassword? {
            do {
                _ = try await app.run { try await $0.signUp(email: app.email, password: password) }
            } catch PasskeyError.weakPassword(let weakness) {
                return weakness
            }
            return nil
        }

        @Test func `a weak password is rejected with each rule, met or not`() async throws {
            let app = TestApp.withPasswords { $0.connection = TestApp.connectionWithRules }
            let weakness = try #require(try await weakness(of: "short", at: app))
            #expect(weakness.reason == .rules)
            #expect(weakness.rules.map(\.code) == ["lengthAtLeast", "shouldContain"])
            #expect(weakness.rules.last?.items.map(\.code) == ["lowerCase", "numbers"])
            #expect(weakness.rules.last?.items.map(\.isMet) == [true, false])
            #expect(weakness.unmetRules.map(\.code) == ["lengthAtLeast", "shouldContain", "numbers"])
            #expect(weakness.unmetRules.first?.message == "Use at least 10 characters.")
        }

        @Test func `a password that many people use is common`() async throws {
            let app = TestApp.withPasswords()
            #expect(try await weakness(of: "password123", at: app) == WeakPassword(reason: .common))
        }

        @Test func `a password like the user's own address is personal`() async throws {
            let app = TestApp.withPasswords()
            #expect(try await weakness(of: app.email, at: app) == WeakPassword(reason: .personal))
        }

        @Test func `a password that is too long breaks one rule`() async throws {
            let app = TestApp.withPasswords()
            let weakness = try await weakness(of: String(repeating: "long ", count: 60), at: app)
            #expect(weakness?.rules.map(\.code) == ["maxLength"])
        }

        @Test func `a rule that this version does not know is in the server's words`() throws {
            let body = #"{"code":"newRule","message":"No %d of %s","format":[3,"x"],"verified":false}"#
            let object = try #require(try JSONReader.read(Array(body.utf8)).objectValue)
            let rule = try WeakPassword.Rule(#require(PasswordRuleAnswer(object)))
            #expect(rule.message == "No 3 of x")
        }

        // MARK: What the server says

        @Test(arguments: [
            (403, "sign-in.password-of-blocked-account", nil, PasskeyError.accountBlocked),
            (401, "sign-in.confirmation-required", nil, .passkeyNeeded),
            (429, "sign-in.too-busy", "1", .tooBusy(retryAfter: 1)),
            (429, "sign-in.too-many-attempts", "90", .tooBusy(retryAfter: 90)),
            (429, "request.rate-limited", nil, .tooBusy(retryAfter: nil)),
            (400, "sign-in.password-rejected.breached", nil, .weakPassword(WeakPassword(reason: .breached))),
        ])
        func `a code of the server about passwords means`(
            _ status: Int, _ code: String, _ retryAfter: String?, _ expected: PasskeyError
        ) async throws {
            let body = #"{"error":"invalid_request","error_description":"No.","code":"\#(code)"}"#
            let transport = CannedTransport(
                body, status: status, headers: retryAfter.map { ["Retry-After": $0] } ?? [:])
            await #expect(throws: expected) { try await signIn(with: transport) }
        }

        @Test(arguments: [
            (#"{"error":"invalid_grant","error_description":"Wrong email or password."}"#, 403, true),
            (#"{"error":"unauthorized","error_description":"user is blocked"}"#, 403, false),
        ])
        func `errors of Auth0 without a code are understood`(_ body: String, _ status: Int, _ isWrong: Bool)
            async throws
        {
            let expected = isWrong ? PasskeyError.wrongPassword(username: "ada@example.org") : .accountBlocked
            await #expect(throws: expected) { try await signIn(with: CannedTransport(body, status: status)) }
        }

        @Test(arguments: [
            (
                #"{"name":"BadRequestError","code":"invalid_signup","description":"Invalid sign up","statusCode":400}"#,
                nil
            ),
            (
                #"{"name":"PasswordDictionaryError","code":"invalid_password","description":"Too common"}"#,
                WeakPassword.Reason.common
            ),
        ])
        func `a sign-up that Auth0 rejects says why`(_ body: String, _ reason: WeakPassword.Reason?) async throws {
            let client = client(with: CannedTransport(body, status: 400))
            let expected = reason.map { PasskeyError.weakPassword(WeakPassword(reason: $0)) } ?? .accountExists
            await #expect(throws: expected) {
                try await AppleSimulator.withApp().run {
                    try await client.signUp(email: "ada@example.org", password: TestApp.password)
                }
            }
        }

        private func client(with transport: any HTTPTransport) -> PasskeyClient {
            var options = PasskeyClient.Options()
            options.transport = transport
            return PasskeyClient(domain: SDKServer.host, clientID: "ios-passwords", options: options)
        }

        private func signIn(with transport: any HTTPTransport) async throws -> SignInResult {
            let client = client(with: transport)
            return try await AppleSimulator.withApp().run {
                try await client.signIn(email: "ada@example.org", password: TestApp.password)
            }
        }

        // MARK: The last request

        @Test func `of two sign-ins with a password the last wins, and the tokens of the first are revoked`()
            async throws
        {
            let gate = AsyncGate()
            let app = TestApp.withPasswords(
                transport: SocketTransport { request in
                    request.json?["username"] != nil && gate.arrivals == 0 ? .responseHeld(gate) : .arrives
                })
            let other = TestApp.withPasswords()
            try await other.signUpWithPassword()
            try await app.run { client async throws in
                try await client.send(
                    .passwordSignUp(.init(NewUser(email: app.email), password: TestApp.password, in: client.context)))
                let first = Task { try await client.signIn(email: app.email, password: TestApp.password) }
                #expect(await eventually { gate.arrivals > 0 })
                let second = try await client.signIn(email: other.email, password: TestApp.password)
                gate.open()
                await #expect(throws: PasskeyError.canceled) { try await first.value }
                #expect(try await client.user() == second.user)
                #expect(await eventually { app.transport.sent(to: "/oauth/revoke").count == 1 })
            }
        }

        @Test func `AutoFill of passkeys ends when the user signs in with a password`() async throws {
            let app = TestApp.withPasswords()
            try await app.signUpWithPassword()
            try await app.run { client async throws in
                let waiting = Task { try await client.signInWithAutoFill() }
                try await app.device.wait { $0.runningRequest == .autoFill }
                _ = try await client.signIn(email: app.email, password: TestApp.password)
                await #expect(throws: PasskeyError.canceled) { try await waiting.value }
            }
        }
    }
}

/// Responds to everything with one body.
private struct CannedTransport: HTTPTransport {
    let body: String
    let status: Int
    let headers: [String: String]

    init(_ body: String, status: Int, headers: [String: String] = [:]) {
        (self.body, self.status, self.headers) = (body, status, headers)
    }

    func send(_ request: URLRequest) async throws -> (Data, HTTPURLResponse) {
        guard let url = request.url,
            let response = HTTPURLResponse(url: url, statusCode: status, httpVersion: nil, headerFields: headers)
        else { throw URLError(.badURL) }
        return (Data(body.utf8), response)
    }
}
