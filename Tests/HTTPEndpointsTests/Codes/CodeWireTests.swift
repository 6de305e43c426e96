// SPDX-License-Identifier: Apache-2.0

import HTTPServer
import IdentityModel
import SignIn
import SoftwareAuthenticator
import TestSupport
import Testing
import WireFormats

@Suite(.timeLimit(.minutes(5))) struct CodeWireTests {
    @Test func `a code by mail signs a user in, once, as one who has shown a code`() async throws {
        let scene = try await CodeScene()
        let session = try await scene.challenge("ada@example.org")
        let code = try await scene.code(to: "ada@example.org")
        let response = try await scene.enter(code, session: session).require(200)
        let claims = try await scene.claims(of: response)
        #expect(claims["amr"] == ["otp"])
        #expect(claims["acr"] == nil)
        #expect(claims["email_verified"] == true)
        try await scene.enter(code, session: session).requireWrongCode()
    }

    @Test func `Auth0's older form signs in with the address and the newest code`() async throws {
        let scene = try await CodeScene()
        let answer = try #require(try await scene.start("ada@example.org").require(200).json)
        #expect(answer.members.map(\.name) == ["_id", "email", "email_verified"])
        let first = try await scene.code()
        scene.wait()
        try await scene.start("ada@example.org").require(200)
        let second = try await scene.code()
        if first != second { try await scene.enter(first, for: "ada@example.org").requireWrongCode() }
        try await scene.enter(second, for: "Ada@Example.org").require(200)
    }

    @Test func `an address without an account gets one where that is allowed`() async throws {
        let scene = try await CodeScene()
        let without = try await scene.challenge("new@example.org")
        #expect(try await scene.lastOrder().content == .nothing)
        try await scene.enter("123456", session: without).requireWrongCode()
        scene.wait()
        let session = try await scene.challenge("new@example.org", adding: ["allow_signup": true])
        let response = try await scene.enter(try await scene.code(to: "new@example.org"), session: session)
        #expect(try await scene.claims(of: response.require(200))["email"] == "new@example.org")
        let user = try #require(try await scene.server.users().last)
        #expect(user[.email]?.isVerified == true)
    }

    @Test func `the older form makes an account, too`() async throws {
        let scene = try await CodeScene()
        try await scene.start("new@example.org").require(200)
        let response = try await scene.enter(scene.code(to: "new@example.org"), for: "new@example.org").require(200)
        #expect(try await scene.claims(of: response)["email"] == "new@example.org")
    }

    @Test func `five wrong entries end a code, also if they come at once, and the right one is wrong then`()
        async throws
    {
        let scene = try await CodeScene()
        let session = try await scene.challenge("ada@example.org")
        let code = try await scene.code()
        let wrong = scene.wrong(code)
        try await withThrowingTaskGroup(of: Void.self) { group in
            for _ in 0..<5 { group.addTask { try await scene.enter(wrong, session: session).requireWrongCode() } }
            try await group.waitForAll()
        }
        try await scene.enter(code, session: session).requireWrongCode()
    }

    @Test func `twenty wrong codes in a day, over all codes of an address, have its codes rest until the next day`()
        async throws
    {
        let scene = try await CodeScene()
        for _ in 0..<4 {
            let session = try await scene.challenge("ada@example.org")
            let wrong = scene.wrong(try await scene.code())
            for _ in 0..<5 { try await scene.enter(wrong, session: session).requireWrongCode() }
            scene.wait()
        }
        let session = try await scene.challenge("ada@example.org")
        try await scene.enter(scene.code(), session: session).requireWrongCode()
        // Passwords are not affected.
        try await scene.mailed.user.signIn().require(200)
        scene.server.clock.advance(seconds: 86_400)
        let next = try await scene.challenge("ada@example.org")
        try await scene.enter(scene.code(), session: next).require(200)
    }

    @Test func `a code is good for its client, its session and ten minutes`() async throws {
        let scene = try await CodeScene()
        let session = try await scene.challenge("ada@example.org")
        let code = try await scene.code()
        try await scene.enter(code, session: session, adding: ["client_id": "password"]).requireRejection()
        try await scene.enter(code, for: "ada@example.org").requireWrongCode()
        let other = try await scene.challenge("ada@example.org", adding: ["email": "grace@example.org"])
        try await scene.enter(code, session: other).requireWrongCode()
        scene.server.clock.advance(seconds: 600)
        try await scene.enter(code, session: session).requireWrongCode()
    }

    @Test func `a code for an account with a passkey opens a session that adds no way in`() async throws {
        let scene = try await CodeScene()
        let device = scene.mailed.user.device()
        try await device.enroll(scene.mailed.user.accountToken()).require(201)
        scene.server.clock.advance(seconds: PasswordClient.delay)
        let session = try await scene.challenge("ada@example.org")
        let token = try await scene.enter(
            scene.code(), session: session,
            adding: ["scope": .string(TestClient.accountScope), "audience": "https://login.brand1.test/me/"]
        ).require(200).text("access_token")
        let second = scene.mailed.user.device(.googlePasswordManager)
        let rejection = try await second.account(
            .post(PasswordClient.methods, json: ["type": "passkey"]), token: token
        ).require(401)
        #expect(rejection.code == "sign-in.confirmation-required")
    }

    @Test func `a method that is off is named in validation_errors`() async throws {
        let scene = try await CodeScene([
            "authentication_methods": ["passkey": ["enabled": true], "password": ["enabled": true]]
        ])
        for answer in [try await scene.tryChallenge("ada@example.org"), try await scene.start("ada@example.org")] {
            #expect(answer.status == 400 && answer.value("error") == "invalid_request")
            let errors = answer.value("validation_errors")?.arrayValue
            #expect(errors?.map { $0["message"] } == ["email_otp is not enabled"])
        }
        #expect(try await scene.mailed.orders().isEmpty)
    }

    @Test func `a text message has the code for a phone number`() async throws {
        let scene = try await CodeScene()
        try await scene.mailed.addPhone("+4915112345678")
        let session = try await scene.challenge(
            "", adding: ["email": .null, "phone_number": "+4915112345678", "delivery_method": "voice"])
        let order = try #require(try await scene.mailed.messages().first)
        guard case .code(let code, _) = order.content else { throw Unexpected("\(order.content)") }
        #expect(order.deliveryMethod == .voice)
        #expect(try await scene.claims(of: scene.enter(code, session: session).require(200))["amr"] == ["sms"])
    }

    @Test
    func `an account in which nobody has proven the address, and which has a password, is not entered without a page`()
        async throws
    {
        let scene = try await CodeScene(isVerified: false)
        let session = try await scene.challenge("ada@example.org")
        let rejection = try await scene.enter(scene.code(), session: session)
        #expect(rejection.status == 403)
        #expect(rejection.code == "sign-in.identifier-unverified")
        #expect(try await scene.server.users().first?[.email]?.isVerified == false)
    }
}

extension TestResponse {
    func requireWrongCode(sourceLocation: SourceLocation = #_sourceLocation) throws {
        #expect(status == 403, sourceLocation: sourceLocation)
        #expect(value("error") == "invalid_grant", sourceLocation: sourceLocation)
        #expect(
            value("error_description") == "Wrong email or verification code.", sourceLocation: sourceLocation)
    }

    func requireRejection(sourceLocation: SourceLocation = #_sourceLocation) throws {
        #expect(status == 403, sourceLocation: sourceLocation)
    }
}

struct Unexpected: Error {
    let what: String

    init(_ what: String) { self.what = what }
}
