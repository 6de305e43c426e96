// SPDX-License-Identifier: Apache-2.0

import ClientContract
import CommandLine
import ServerHarness
import SoftwareAuthenticator
import Testing
import WebAuthnMessages
import WireFormats

@Suite struct JourneyTests {
    private let program: RunningProgram
    private let testClient: TestClient

    init() throws {
        program = try RunningProgram(on: try ProgramFolder())
        testClient = TestClient(try program.connect())
    }

    @Test func `a user signs up with a request that names a user_identifier`() throws {
        let started = try testClient.post(
            "/passkey/register",
            members: [
                "client_id": "web", "realm": "People",
                "user_identifier": ["email": "somebody@example.org", "name": "Somebody"],
            ])
        let submission = try testClient.create(try #require(started.json.flatMap(CeremonyAnswer.init)))
        // Its token request names no client.
        let response = try testClient.post(
            "/oauth/token",
            members: [
                "grant_type": "urn:okta:params:oauth:grant-type:webauthn", "auth_session": .string(submission.session),
                "authn_response": .object(try #require(submission.response.json)),
            ])
        #expect(response.status == 200)
        #expect(response.text("token_type") == "Bearer")
        #expect(response.text("id_token") != nil)
    }

    @Test func `a user signs in with the passkey of the sign-up`() throws {
        try testClient.signUp()
        let tokens = try testClient.signIn()
        #expect(tokens.idToken != nil && tokens.refreshToken != nil)
    }

    @Test func `a user can't sign up twice under one address`() throws {
        try testClient.signUp()
        var body = PasskeyRegisterBody(client: ClientParameters(id: testClient.client))
        body.profile = ["email": testClient.address]
        let response = try testClient.send(.signUp(body))
        #expect(response.status == 400)
        #expect(response.code == "sign-in.account-exists")
    }

    @Test func `a refresh token is replaced at each use, and its reuse revokes the family`() throws {
        let first = try #require(try testClient.signUp().refreshToken)
        let second = try #require(try testClient.refresh(first).text("refresh_token"))
        #expect(second != first)
        #expect(try testClient.refresh(first).status == 403)
        #expect(try testClient.refresh(second).status == 403)
    }

    @Test func `a refresh token gives the same successor again within the leeway`() throws {
        let testClient = TestClient(testClient.wire, client: HarnessConfiguration.native)
        let first = try #require(try testClient.signUp().refreshToken)
        let second = try testClient.refresh(first)
        let again = try testClient.refresh(first)
        #expect(second.status == 200)
        #expect(again.text("refresh_token") == second.text("refresh_token"))
    }

    @Test func `a refresh token of another audience gives a token for the user's own account`() throws {
        let submission = try testClient.create(try testClient.beginSignUp())
        try testClient.keep(
            testClient.finish(submission, scope: "openid offline_access", audience: "urn:fixture:notes"))
        #expect(try testClient.list().status == 401)
        let response = try testClient.refresh(
            scope: "read:me:authentication_methods", audience: HarnessConfiguration.myAccount)
        try testClient.keep(response)
        #expect(try testClient.list().status == 200)
    }

    @Test func `a user adds a passkey, names it, and removes it`() throws {
        try testClient.signUp()
        let device = SoftwareAuthenticator(profile: .googlePasswordManager)
        let submission = try testClient.create(try testClient.beginEnrollment(), with: device)
        let enrolled = try testClient.finishEnrollment(submission)
        #expect(enrolled.status == 201)
        let id = try #require(enrolled.text("id"))
        #expect(enrolled.header("Location")?.hasSuffix(id.replacing("|", with: "%7C")) == true)
        #expect(try testClient.rename(id, to: "Work").text("name") == "Work")
        let methods = try #require(try testClient.list().json?["authentication_methods"]?.arrayValue)
        #expect(methods.count == 2)
        #expect(try testClient.remove(id).status == 204)
        let rejected = try testClient.finish(try testClient.get(try testClient.beginSignIn(), with: device))
        #expect(rejected.code == "sign-in.credential-unknown")
        let accepted = try testClient.finish(try testClient.get(try testClient.beginSignIn()))
        #expect(accepted.status == 200)
    }

    @Test func `a user can't remove the last passkey`() throws {
        try testClient.signUp()
        let methods = try testClient.list().json?["authentication_methods"]?.arrayValue
        let id = try #require(methods?.first?["id"]?.stringValue)
        let response = try testClient.remove(id)
        #expect(response.status == 409)
        #expect(response.code == "sign-in.last-credential")
        try testClient.signIn()
    }

    @Test func `a user revokes a refresh token`() throws {
        let token = try #require(try testClient.signUp().refreshToken)
        #expect(try testClient.revoke(token).status == 200)
        #expect(try testClient.refresh(token).status == 403)
    }

    @Test func `the userinfo endpoint names the signed-in user`() throws {
        let submission = try testClient.create(try testClient.beginSignUp())
        try testClient.keep(testClient.finish(submission, scope: "openid profile email", audience: nil))
        let response = try testClient.userInfo()
        #expect(response.status == 200)
        #expect(response.text("email") == testClient.address)
        #expect(response.text("name") == "Somebody")
    }

    @Test func `a signing client's assertion is accepted once`() throws {
        let testClient = TestClient(testClient.wire, client: HarnessConfiguration.service)
        try testClient.signUp()
        try testClient.signIn()
        let used = try #require(testClient.lastAssertion)
        let response = try testClient.beginSignIn(asserting: used)
        #expect(response.status == 401)
        #expect(response.code == "oauth.client-assertion-replayed")
    }
}
