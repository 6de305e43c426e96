// SPDX-License-Identifier: Apache-2.0

import ServerHarness
import SoftwareAuthenticator
import Testing
import WireFormats

@Suite("Over the wire, a person")
struct JourneyTests {
    private let program: RunningProgram
    private let visitor: Visitor

    init() throws {
        program = try RunningProgram(on: try ProgramFolder())
        visitor = Visitor(try program.connect())
    }

    @Test func `signs up as the first description of the interface has it`() throws {
        let begun = try visitor.begun(
            visitor.post(
                "/passkey/register",
                [
                    "client_id": "web", "realm": "People",
                    "user_identifier": ["email": "somebody@example.org", "name": "Somebody"],
                ]), status: 200)
        let answer = try visitor.create(begun)
        // Its token request names no client.
        let response = try visitor.post(
            "/oauth/token",
            [
                "grant_type": "urn:okta:params:oauth:grant-type:webauthn", "auth_session": .string(answer.session),
                "authn_response": answer.response,
            ])
        #expect(response.status == 200)
        #expect(response.text("token_type") == "Bearer")
        #expect(response.text("id_token") != nil)
    }

    @Test func `signs in with the passkey of the sign-up`() throws {
        try visitor.signUp()
        let tokens = try visitor.signIn()
        #expect(tokens.id != nil && tokens.refresh != nil)
    }

    @Test func `can't sign up twice under one address`() throws {
        try visitor.signUp()
        let another = Visitor(visitor.wire)
        let response = try another.post(
            "/passkey/register", another.credentials.merging(["user_profile": ["email": .string(visitor.address)]]))
        #expect(response.status == 400)
        #expect(response.code == "sign-in.account-exists")
    }

    @Test func `gets another refresh token for each, and loses all when one is used twice`() throws {
        let first = try #require(try visitor.signUp().refresh)
        let second = try #require(try visitor.refresh(first).text("refresh_token"))
        #expect(second != first)
        #expect(try visitor.refresh(first).status == 403)
        #expect(try visitor.refresh(second).status == 403)
    }

    @Test func `within the leeway gets the same refresh token again`() throws {
        let visitor = Visitor(visitor.wire, client: HouseConfiguration.native)
        let first = try #require(try visitor.signUp().refresh)
        let second = try visitor.refresh(first)
        let again = try visitor.refresh(first)
        #expect(second.status == 200)
        #expect(again.text("refresh_token") == second.text("refresh_token"))
    }

    @Test func `gets a token for the own account with a refresh token of something else`() throws {
        let answer = try visitor.create(try visitor.beginSignUp())
        let grant = Visitor.grant(of: answer).merging(
            ["scope": "openid offline_access", "audience": "urn:house:notes"])
        try visitor.keep(visitor.post("/oauth/token", visitor.credentials.merging(grant)))
        #expect(try visitor.list().status == 401)
        let response = try visitor.refresh(
            nil, ["audience": .string(HouseConfiguration.myAccount), "scope": "read:me:authentication_methods"])
        try visitor.keep(response)
        #expect(try visitor.list().status == 200)
    }

    @Test func `adds a passkey, names it, and removes the first`() throws {
        try visitor.signUp()
        let device = SoftwareAuthenticator(profile: .googlePasswordManager)
        let answer = try visitor.create(try visitor.beginEnrolment(), with: device)
        let enrolled = try visitor.finishEnrolment(answer)
        #expect(enrolled.status == 201)
        let id = try #require(enrolled.text("id"))
        #expect(enrolled.header("Location")?.hasSuffix(id.replacing("|", with: "%7C")) == true)
        #expect(try visitor.rename(id, to: "Work").text("name") == "Work")
        let methods = try #require(try visitor.list().json?["authentication_methods"]?.arrayValue)
        #expect(methods.count == 2)
        let other = try #require(methods.compactMap { $0["id"]?.stringValue }.first { $0 != id })
        #expect(try visitor.remove(other).status == 204)
        let refused = try visitor.finish(try visitor.get(try visitor.beginSignIn()))
        #expect(refused.code == "sign-in.credential-unknown")
        let accepted = try visitor.finish(try visitor.get(try visitor.beginSignIn(), with: device))
        #expect(accepted.status == 200)
    }

    @Test func `can't remove the last way in`() throws {
        try visitor.signUp()
        let methods = try visitor.list().json?["authentication_methods"]?.arrayValue
        let id = try #require(methods?.first?["id"]?.stringValue)
        let response = try visitor.remove(id)
        #expect(response.status == 409)
        #expect(response.code == "sign-in.last-way-in")
        try visitor.signIn()
    }

    @Test func `revokes a refresh token`() throws {
        let token = try #require(try visitor.signUp().refresh)
        #expect(try visitor.revoke(token).status == 200)
        #expect(try visitor.refresh(token).status == 403)
    }

    @Test func `is told who is signed in`() throws {
        let answer = try visitor.create(try visitor.beginSignUp())
        let grant = Visitor.grant(of: answer).merging(["audience": "", "scope": "openid profile email"])
        try visitor.keep(visitor.post("/oauth/token", visitor.credentials.merging(grant)))
        let response = try visitor.userInfo()
        #expect(response.status == 200)
        #expect(response.text("email") == visitor.address)
        #expect(response.text("name") == "Somebody")
    }

    @Test func `with a client that signs is known by an assertion that is good once`() throws {
        let visitor = Visitor(visitor.wire, client: HouseConfiguration.service)
        try visitor.signUp()
        try visitor.signIn()
        let used = try #require(visitor.lastAssertion)
        let response = try visitor.post("/passkey/challenge", Visitor.credentials(assertion: used))
        #expect(response.status == 401)
        #expect(response.code == "oauth.client_assertion_replayed")
    }
}
