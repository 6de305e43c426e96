// SPDX-License-Identifier: Apache-2.0

import ClientContract
import Testing
import WebAuthnMessages
import WireFormats

/// What clients send and are answered about codes.
@Suite(.timeLimit(.minutes(1)))
struct CodeRequestTests {
    private let client = ClientParameters(id: "app")

    @Test func `bodies about codes are read as they were written`() {
        var challenge = CodeChallengeBody(client: client)
        (challenge.connection, challenge.phoneNumber) = ("People", "+4930123456")
        (challenge.allowsSignUp, challenge.deliveryMethod) = (true, "voice")
        #expect(CodeChallengeBody(challenge.json).json == challenge.json)
        #expect(challenge.json["allow_signup"] == true && challenge.json["delivery_method"] == "voice")
        var start = PasswordlessStartBody(client: client)
        (start.connection, start.email, start.kind) = ("email", "ada@example.org", "code")
        #expect(PasswordlessStartBody(start.json).json == start.json)
        var change = AddressCreateBody(type: .email)
        (change.email, change.currentPassword) = ("ada@example.net", "secret")
        change.ceremonySession = "session"
        #expect(AddressCreateBody(change.json).json == change.json)
        let verification = AddressVerifyBody(session: "session", oneTimeCode: "123456")
        #expect(AddressVerifyBody(verification.json).json == verification.json)
    }

    @Test func `a request for tokens has the code of a sign-in, or those of a sign-up`() {
        let signIn = TokenBody(client: client, grantType: "otp", ceremonySession: "session", oneTimeCode: "123456")
        #expect(TokenBody(signIn.json).oneTimeCode == "123456" && signIn.json["verification"] == nil)
        let codes = ["email": "111111", "phone": "222222"]
        let signUp = TokenBody(client: client, grantType: "webauthn", verification: codes)
        #expect(TokenBody(signUp.json).verification == codes)
    }

    @Test func `a sign-up says which addresses it proves, and so does its wrong code`() throws {
        var answer = CeremonyAnswer(session: "session", options: [:])
        #expect(answer.json["verification_required"] == nil)
        answer.verificationRequired = ["email"]
        #expect(CeremonyAnswer(answer.json)?.verificationRequired == ["email"])
        let problem = try #require(
            ProblemAnswer(
                ["error": "invalid_grant", "auth_session": "next", "verification_required": ["email"]], status: 403))
        #expect(problem.session == "next" && problem.verificationRequired == ["email"])
        let ended = try #require(ProblemAnswer(["error": "invalid_grant"], status: 403))
        #expect(ended.session == nil && ended.verificationRequired.isEmpty)
    }

    @Test func `an address is verified where its change has begun`() throws {
        let body = #"{"id":"email|new","auth_session":"session"}"#
        let response = APIResponse(status: 202, headers: [], body: Array(body.utf8))
        let change = try APIRequest.addressChange(AddressCreateBody(type: .email)).answer(in: response)
        let next = APIRequest.addressVerification(
            of: change.method, AddressVerifyBody(session: change.session, oneTimeCode: "123456"))
        #expect(next.path == "/me/v1/authentication-methods/email%7Cnew/verify")
        #expect(next.body == ["auth_session": "session", "otp_code": "123456"])
    }
}
