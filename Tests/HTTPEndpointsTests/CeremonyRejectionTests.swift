// SPDX-License-Identifier: Apache-2.0

import HTTPServer
import IdentityModel
import SoftwareAuthenticator
import TestSupport
import Testing
import WireFormats

/// A ceremony accepts one response in time, from the client, at the host and for the purpose it was started for.
struct CeremonyRejectionTests {
    private static let bindingMismatch = "sign-in.ceremony.binding-mismatch"

    private func signedUp(_ change: (inout TestClient) -> Void = { _ in }) async throws -> TestClient {
        let testClient = TestClient(at: try await TestServer()).with(change)
        try await testClient.signUp().require(200)
        return testClient
    }

    @Test func `a response that is sent twice is rejected`() async throws {
        let testClient = try await signedUp()
        let started = try await testClient.beginSignIn()
        let response = try testClient.signed(started)
        try await testClient.finish(started.session, response: response).require(200)
        let again = try await testClient.finish(started.session, response: response).require(403)
        #expect(again.code == "sign-in.ceremony.consumed")
    }

    @Test func `a rejected response consumes the ceremony`() async throws {
        let testClient = try await signedUp()
        let started = try await testClient.beginSignIn()
        let tampered = try testClient.with { $0.mutation = .flipSignatureBit }.signed(started)
        #expect(
            try await testClient.finish(started.session, response: tampered).code == "authentication.signature-invalid")
        let result = try await testClient.finish(started.session, response: testClient.signed(started)).require(403)
        #expect(result.code == "sign-in.ceremony.consumed")
    }

    @Test func `an invalid request does not consume the ceremony`() async throws {
        let testClient = try await signedUp()
        let started = try await testClient.beginSignIn()
        let response = try testClient.signed(started)
        var message = testClient.tokenRequest(started.session, response: response)
        message.headers["Content-Type"] = "text/plain"
        try await testClient.server.send(message).require(415)
        let other = testClient.with { $0.client = "other" }.tokenRequest(started.session, response: response)
        #expect(try await testClient.server.send(other).require(403).code == Self.bindingMismatch)
        try await testClient.finish(started.session, response: response).require(200)
    }

    @Test func `one of sixteen concurrent responses gets tokens`() async throws {
        let testClient = try await signedUp()
        let started = try await testClient.beginSignIn()
        let response = try testClient.signed(started)
        let results = try await concurrently { try await testClient.finish(started.session, response: response) }
        #expect(results.filter { $0.status == 200 }.count == 1)
        #expect(results.filter { $0.code == "sign-in.ceremony.consumed" }.count == 15)
    }

    @Test func `one of sixteen concurrent sign-ups creates an account`() async throws {
        let testClient = TestClient(at: try await TestServer())
        var ready: [Message] = []
        for _ in 0..<16 {
            let other = testClient.with { $0.device = SoftwareAuthenticator() }
            let started = try await other.beginSignUp()
            ready.append(try other.tokenRequest(started.session, response: other.created(started)))
        }
        let results = try await withThrowingTaskGroup(of: TestResponse.self) { group in
            for message in ready { group.addTask { try await testClient.server.send(message) } }
            return try await group.reduce(into: []) { $0.append($1) }
        }
        #expect(results.filter { $0.status == 200 }.count == 1)
        #expect(results.filter { $0.code == "sign-in.account-exists" }.count == 15)
        #expect(try await testClient.server.users().count == 1)
    }

    @Test(arguments: [(299, "200"), (300, "sign-in.ceremony.expired")])
    func `a ceremony expires after five minutes`(seconds: Int64, code: String) async throws {
        let testClient = try await signedUp()
        let started = try await testClient.beginSignIn()
        testClient.server.clock.advance(seconds: seconds)
        #expect(try await testClient.finish(started.session, response: testClient.signed(started)).code == code)
    }

    @Test func `a ceremony is bound to its client`() async throws {
        let testClient = try await signedUp()
        let started = try await testClient.beginSignIn()
        let response = try await testClient.with { $0.client = "other" }.finish(
            started.session, response: testClient.signed(started))
        #expect(try response.require(403).code == Self.bindingMismatch)
    }

    @Test func `a ceremony is bound to its host`() async throws {
        let testClient = try await signedUp()
        let started = try await testClient.beginSignIn()
        let response = try await testClient.with { $0.host = TestServer.otherHost }.finish(
            started.session, response: testClient.signed(started))
        #expect(try response.require(403).code == "sign-in.ceremony.seal-invalid")
    }

    @Test func `a passkey of one host does not sign in at another`() async throws {
        let testClient = try await signedUp()
        let other = testClient.with {
            $0.host = TestServer.otherHost
            $0.origin = "https://\(TestServer.otherHost)"
        }
        let started = try await other.beginSignIn()
        #expect(throws: AuthenticatorFailure.self) { try other.signed(started) }
        let forged = try testClient.signed(try await testClient.beginSignIn())
        let response = try await other.finish(started.session, response: forged).require(403)
        #expect(response.code.hasPrefix("authentication."))
    }

    private func organizationUser() async throws -> TestClient {
        try await signedUp {
            $0.client = "organization-optional"
            $0.origin = "https://login.brand1.test"
        }
    }

    @Test(arguments: ["umbrella", "org_umbrella1", "nowhere"])
    func `a ceremony is bound to its organization`(name: String) async throws {
        let testClient = try await organizationUser().with { $0.organization = "acme" }
        let started = try await testClient.beginSignIn()
        let response = try testClient.signed(started)
        let other = testClient.with { $0.organization = name }
        #expect(try await other.finish(started.session, response: response).require(403).code == Self.bindingMismatch)
        let token = try await VerifiedToken(
            testClient.finish(started.session, response: response).require(200).text("id_token"), at: testClient.server)
        #expect(token["org_id"] == "org_acme1")
    }

    @Test(arguments: ["acme", "org_acme1"])
    func `an organization may be named with the response only`(name: String) async throws {
        let testClient = try await organizationUser()
        let started = try await testClient.beginSignIn()
        let response = try await testClient.with { $0.organization = name }
            .finish(started.session, response: testClient.signed(started)).require(200)
        #expect(try await VerifiedToken(response.text("id_token"), at: testClient.server)["org_id"] == "org_acme1")
        let refreshed = try await testClient.refresh(response.text("refresh_token")).require(200)
        #expect(try await VerifiedToken(refreshed.text("id_token"), at: testClient.server)["org_id"] == "org_acme1")
    }

    @Test(arguments: [
        ("organization-optional", "umbrella", "sign-in.organization.connection-not-admitted"),
        ("organization-optional", "nowhere", "sign-in.organization.unknown"),
        ("spa", "acme", "sign-in.organization.not-allowed"),
    ])
    func `an organization named with the response must admit the user`(
        client: String, name: String, code: String
    ) async throws {
        let testClient = try await signedUp {
            $0.client = client
            if client == "organization-optional" { $0.origin = "https://login.brand1.test" }
        }
        let started = try await testClient.beginSignIn()
        let response = try testClient.signed(started)
        let result = try await testClient.with { $0.organization = name }.finish(started.session, response: response)
            .require(400)
        #expect(result.code == code)
        try await testClient.finish(started.session, response: response).require(200)
    }

    @Test func `a ceremony is bound to its realm`() async throws {
        let testClient = try await signedUp()
        let started = try await testClient.beginSignIn()
        let response = try testClient.signed(started)
        let other = testClient.with { $0.realm = "names" }
        #expect(try await other.finish(started.session, response: response).require(403).code == Self.bindingMismatch)
        try await testClient.with { $0.realm = "people" }.finish(started.session, response: response).require(200)
    }

    @Test func `a passkey of one realm does not sign in to another`() async throws {
        let testClient = try await signedUp()
        let response = try await testClient.with { $0.realm = "names" }.signIn().require(403)
        #expect(response.code == "sign-in.connection-mismatch")
        #expect(response.value("error") == "invalid_grant")
        #expect(response.value("signal") == nil)
    }

    @Test(arguments: ["eve@example.org", "nobody@example.org", "+4915112345678"])
    func `a passkey of another account than the login hint is rejected`(hint: String) async throws {
        let server = try await TestServer()
        try await TestClient(at: server).with { $0.profile = ["email": "eve@example.org"] }.signUp().require(200)
        let testClient = TestClient(at: server).with { $0.profile = ["email": "kim@example.org"] }
        try await testClient.signUp().require(200)
        let response = try await testClient.with { $0.tokenParameters["login_hint"] = .string(hint) }.signIn()
        #expect(try response.require(403).code == "sign-in.identifier-mismatch")
        #expect(response.value("access_token") == nil)
    }

    @Test(arguments: ["kim@example.org", "KIM@example.org", ""])
    func `a passkey of the account in the login hint signs in`(hint: String) async throws {
        let testClient = TestClient(at: try await TestServer()).with { $0.profile = ["email": "kim@example.org"] }
        try await testClient.signUp().require(200)
        try await testClient.with { $0.tokenParameters["login_hint"] = .string(hint) }.signIn().require(200)
    }

    // MARK: Purposes

    @Test func `a sign-in response can't finish a sign-up`() async throws {
        let testClient = try await signedUp()
        let started = try await testClient.with { $0.profile = ["email": "eve@example.org"] }.beginSignUp()
        let response = try testClient.signed(try await testClient.beginSignIn())
        let result = try await testClient.finish(started.session, response: response).require(403)
        #expect(result.code == "registration.response.member-missing")
        #expect(try await testClient.server.users().count == 1)
    }

    @Test func `a sign-up response can't finish a sign-in`() async throws {
        let testClient = try await signedUp()
        let other = testClient.with { $0.profile = ["email": "eve@example.org"] }
        let response = try other.created(try await other.beginSignUp())
        let result = try await testClient.finish(try await testClient.beginSignIn().session, response: response)
            .require(403)
        #expect(result.code == "authentication.response.member-missing")
    }

    @Test func `an enrollment can't finish a sign-in`() async throws {
        let testClient = try await signedUp()
        let started = try await testClient.beginEnrollment(testClient.accountToken())
        let device = SoftwareAuthenticator()
        let response = try await testClient.finish(
            started.session, response: testClient.with { $0.device = device }.created(started))
        #expect(try response.require(403).code == "sign-in.ceremony.purpose-mismatch")
    }

    @Test(arguments: [true, false])
    func `neither a sign-up nor a sign-in can finish an enrollment`(isSignUp: Bool) async throws {
        let testClient = try await signedUp()
        let token = try await testClient.accountToken()
        let other = testClient.with {
            $0.profile = ["email": "eve@example.org"]
            $0.device = SoftwareAuthenticator()
        }
        let enrollment = try await testClient.beginEnrollment(token)
        let started = isSignUp ? try await other.beginSignUp() : try await testClient.beginSignIn()
        let response = isSignUp ? try other.created(started) : try testClient.signed(started)
        var message = testClient.enrollment(started, response: response)
        message.path = enrollment.path + "/verify"
        let result = try await testClient.account(message, token: token).require(400)
        #expect(result.code == "sign-in.ceremony.purpose-mismatch")
    }

    @Test func `an enrollment is bound to its account`() async throws {
        let testClient = try await signedUp()
        let eve = testClient.with {
            $0.profile = ["email": "eve@example.org"]
            $0.device = SoftwareAuthenticator()
        }
        try await eve.signUp().require(200)
        let token = try await eve.accountToken()
        let started = try await testClient.beginEnrollment(testClient.accountToken())
        let result = try await eve.account(eve.enrollment(started, response: eve.created(started)), token: token)
        #expect(result.status == 400)
        #expect(result.code == Self.bindingMismatch)
    }

    @Test func `an invitation can finish neither a sign-in nor an enrollment`() async throws {
        let testClient = try await signedUp()
        let server = testClient.server
        let invitation = try await server.invite(try #require(server.users().first).id)
        let started = try TestClient.StartedCeremony(
            await server.send(.post("/invitation/challenge", json: ["invitation": .string(invitation)])).require(200))
        let invited = testClient.with {
            $0.device = SoftwareAuthenticator()
            $0.origin = "https://login.brand1.test"
        }
        let response = try invited.created(started)
        #expect(
            try await testClient.finish(started.session, response: response).require(403).code == Self.bindingMismatch)
        let token = try await testClient.accountToken()
        var message = testClient.enrollment(started, response: response)
        message.path = "/me/v1/authentication-methods/passkey%7Cnew/verify"
        #expect(try await testClient.account(message, token: token).require(400).code == Self.bindingMismatch)
        message.path = "/invitation/verify"
        try await server.send(message).require(201)
        #expect(try await server.send(message).require(403).code == "sign-in.ceremony.consumed")
        let late = try await server.send(.post("/invitation/challenge", json: ["invitation": .string(invitation)]))
        #expect(try late.require(403).code == "sign-in.invitation.consumed")
    }

    @Test func `a sign-up can't finish an invitation`() async throws {
        let testClient = TestClient(at: try await TestServer())
        let started = try await testClient.beginSignUp()
        var message = testClient.enrollment(started, response: try testClient.created(started))
        message.path = "/invitation/verify"
        #expect(try await testClient.server.send(message).require(403).code == Self.bindingMismatch)
    }

    @Test func `a session that is invented or changed is rejected`() async throws {
        let testClient = try await signedUp()
        let started = try await testClient.beginSignIn()
        let response = try testClient.signed(started)
        let changed = String(started.session.dropLast(4)) + (started.session.hasSuffix("AAAA") ? "BBBB" : "AAAA")
        for session in ["x", "null", changed, started.session + "A"] {
            let result = try await testClient.finish(session, response: response).require(403)
            #expect(result.code == "sign-in.ceremony.seal-invalid")
        }
    }

    private func concurrently(_ body: @escaping @Sendable () async throws -> TestResponse) async throws
        -> [TestResponse]
    {
        try await withThrowingTaskGroup(of: TestResponse.self) { group in
            for _ in 0..<16 { group.addTask { try await body() } }
            return try await group.reduce(into: []) { $0.append($1) }
        }
    }
}
