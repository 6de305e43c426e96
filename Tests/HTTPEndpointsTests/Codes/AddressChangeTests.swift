// SPDX-License-Identifier: Apache-2.0

import HTTPServer
import IdentityModel
import SignIn
import SoftwareAuthenticator
import TestSupport
import Testing
import WireFormats

/// The addresses of an account, set with an access token for it.
@Suite(.timeLimit(.minutes(5))) struct AddressChangeTests {
    private static let old = CodeScene.oldAddress
    private static let new = CodeScene.newAddress
    private static let phone = "+4915112345678"

    @Test func `a passkey confirms a change, and the code makes the address the account's`() async throws {
        let scene = try await CodeScene()
        let device = try await scene.withPasskey()
        let token = try await device.accountToken()
        let begun = try await scene.begin(token: token, adding: device.confirm("change-email", token)).require(202)
        #expect(try await scene.user(Self.old) != nil)
        let code = try await scene.code(to: Self.new)
        #expect(try await scene.verify(scene.wrong(code), of: begun, token: token).status == 403)
        let answer = try await scene.verify(code, of: begun, token: token).require(201)
        #expect(answer.value("email") == .string(Self.new))
        #expect(answer.value("unconfirmed_until") == nil)
        let user = try #require(try await scene.user(Self.new))
        #expect(user[.email]?.isVerified == true && user[.email]?.unconfirmedUntil == nil)
        #expect(try await scene.user(Self.old) == nil)
        #expect(try await scene.events(.identifierChanged).filter { $0.user == user.id }.count == 1)
        try await scene.mailed.user.with { $0.email = Self.new }.signIn().require(200)
        // The token has ended with the address, and the code was used up.
        #expect(try await scene.verify(code, of: begun, token: token).status == 401)
        #expect(try await scene.verify(code, of: begun, token: device.accountToken()).status == 403)
    }

    @Test func `a passkey that confirms a change of another kind, or was used before, confirms nothing`() async throws {
        let scene = try await CodeScene()
        let device = try await scene.withPasskey()
        let token = try await device.accountToken()
        let other = try await device.confirm("change-phone", token)
        #expect(try await scene.begin(token: token, adding: other).code == "sign-in.ceremony.purpose-mismatch")
        let proof = try await device.confirm("change-email", token)
        try await scene.begin(token: token, adding: proof).require(202)
        #expect(try await scene.begin(to: "other@example.org", token: token, adding: proof).status >= 400)
    }

    @Test func `two kinds of ways change an address, and one of them doesn't`() async throws {
        let scene = try await CodeScene()
        scene.server.clock.advance(seconds: PasswordClient.delay)
        let byPassword = try await scene.mailed.user.accountToken()
        let byCode = try await scene.codeToken()
        for token in [byPassword, byCode] {
            #expect(try await scene.begin(token: token).code == "sign-in.confirmation-required")
        }
        let alone = try await scene.begin(
            token: byPassword, adding: ["current_password": .string(scene.mailed.user.password)])
        #expect(alone.code == "sign-in.confirmation-required")
        let wrong = try await scene.begin(token: byCode, adding: ["current_password": "not the current one"])
        #expect(wrong.status == 403)
        scene.wait()
        let begun = try await scene.begin(
            token: byCode, adding: ["current_password": .string(scene.mailed.user.password)]
        ).require(202)
        try await scene.verify(scene.code(to: Self.new), of: begun, token: byCode).require(201)
        #expect(try await scene.user(Self.new)?[.email]?.unconfirmedUntil == nil)
    }

    @Test func `beside a passkey a weak session changes no address, whatever it knows`() async throws {
        let scene = try await CodeScene()
        _ = try await scene.withPasskey()
        let rows = try await scene.mailed.orders().count
        for token in [try await scene.mailed.user.accountToken(), try await scene.codeToken()] {
            let answer = try await scene.begin(token: token)
            #expect(answer.status == 401 && answer.code == "sign-in.confirmation-required")
        }
        // Nothing but the code of the sign-in was sent.
        #expect(try await scene.mailed.orders().count == rows + 1)
        #expect(try await scene.user(Self.old) != nil)
    }

    @Test func `a first address that a password adds is unconfirmed for three days`() async throws {
        let scene = try await CodeScene(isVerified: false)
        let token = try await scene.mailed.user.accountToken()
        let begun = try await scene.begin(to: Self.old, token: token).require(202)
        let answer = try await scene.verify(scene.code(to: Self.old), of: begun, token: token).require(201)
        #expect(answer.value("unconfirmed_until") != nil)
        let until = scene.server.clock.now.advanced(by: PasswordClient.delay)
        #expect(try await scene.user()?[.email]?.unconfirmedUntil == until)
        #expect(try await scene.user()?[.email]?.isVerified == true)
        #expect(try await scene.events(.identifierVerified).count == 1)
        // Its mailbox and the password are not two kinds before that.
        let early = try await scene.codeToken()
        let password: JSONObject = ["current_password": .string(scene.mailed.user.password)]
        #expect(try await scene.begin(token: early, adding: password).code == "sign-in.confirmation-required")
        scene.server.clock.advance(seconds: PasswordClient.delay)
        try await scene.begin(token: scene.codeToken(), adding: password).require(202)
    }

    @Test func `the address before hears of the change for three days, and may stop what follows`() async throws {
        let scene = try await CodeScene()
        let device = try await scene.withPasskey()
        try await scene.change(by: device)
        let told = try await scene.mailed.notices().first {
            if case .addressChanged = $0.event { true } else { false }
        }
        #expect(told?.address == Self.old)
        // Whoever has changed it adds another passkey.
        scene.wait()
        try await scene.mailed.user.device(.googlePasswordManager).enroll(device.accountToken()).require(201)
        let addresses = try await scene.mailed.notices().filter { $0.event == .passkeyAdded }.map(\.address)
        #expect(Set(addresses) == [Self.old, Self.new])
        let done = try await scene.mailed.press(scene.mailed.stop(.passkeyAdded, at: Self.old))
        #expect(done.response.status == 200)
        let user = try #require(try await scene.user(Self.new))
        #expect(try await scene.server.storage.read { try $0.passkeys.list(of: user.id).count } == 1)
    }

    @Test func `the address before hears nothing after three days`() async throws {
        let scene = try await CodeScene()
        let device = try await scene.withPasskey()
        try await scene.change(by: device)
        scene.server.clock.advance(seconds: PasswordClient.delay)
        try await scene.mailed.user.device(.googlePasswordManager).enroll(device.accountToken()).require(201)
        let latest = try await scene.mailed.notices().first { $0.event == .passkeyAdded }
        #expect(latest?.address == Self.new)
        let count = try await scene.mailed.notices().filter { $0.event == .passkeyAdded && $0.address == Self.old }
            .count
        #expect(count == 1, "the one of the first passkey")
    }

    @Test func `a change ends what the address before has opened, and nothing else`() async throws {
        let scene = try await CodeScene()
        let device = try await scene.withPasskey()
        let session = try await scene.challenge(Self.old)
        let opened = try await scene.enter(scene.code(), session: session).require(200).text("refresh_token")
        let own = try await device.signIn().require(200).text("refresh_token")
        let byPassword = try await scene.mailed.user.signIn().require(200).text("refresh_token")
        scene.wait()
        try await scene.change(by: device)
        let refresh = { (token: String, client: String) in
            try await device.with { $0.client = client }.refresh(token).status
        }
        #expect(try await refresh(opened, CodeScene.client) == 403)
        #expect(try await refresh(own, "password") == 200)
        #expect(try await refresh(byPassword, "password") == 200)
    }

    @Test func `an address of another account is answered the same, and its owner is told`() async throws {
        let scene = try await CodeScene()
        let device = try await scene.withPasskey()
        try await scene.populate()
        let token = try await device.accountToken()
        var sessions: [CodeScene.Standing: TestResponse] = [:]
        var proofs: [CodeScene.Standing: JSONObject] = [:]
        for standing in CodeScene.Standing.allCases {
            proofs[standing] = try await device.confirm("change-email", token)
        }
        try await scene.expectAlike(status: 202) { standing in
            let begun = try await scene.begin(to: standing.email, token: token, adding: try #require(proofs[standing]))
            sessions[standing] = begun
            return begun
        }
        let contents = try await scene.mailed.orders().prefix(5).reversed().map(\.content)
        #expect(contents[0] == .addressInUse && contents[1] == .nothing && contents[3] == .nothing)
        try await scene.expectAlike(status: 403) {
            try await scene.verify("abcdef", of: try #require(sessions[$0]), token: token)
        }
        #expect(try await scene.user(CodeScene.Standing.known.email) != nil)
    }

    @Test func `an account that had not proven the address loses it`() async throws {
        let scene = try await CodeScene()
        let device = try await scene.withPasskey()
        try await scene.populate()
        let email = CodeScene.Standing.unverified.email
        let other = try #require(try await scene.user(email))
        let token = try await device.accountToken()
        let begun = try await scene.begin(to: email, token: token, adding: device.confirm("change-email", token))
        try await scene.verify(scene.code(to: email), of: begun.require(202), token: token).require(201)
        let user = try #require(try await scene.user(email))
        #expect(user.id != other.id)
        let event = try #require(try await scene.events(.identifierReleased).first)
        #expect(event.user == other.id && event.details["to"] == .string(user.id.rawValue))
    }

    @Test func `a code of a user is good for this user, and for nothing else`() async throws {
        let scene = try await CodeScene()
        let device = try await scene.withPasskey()
        let other = scene.mailed.user.with { $0.email = "other@example.org" }
        try await other.signUp().require(200)
        let token = try await device.accountToken()
        let begun = try await scene.begin(token: token, adding: device.confirm("change-email", token)).require(202)
        let code = try await scene.code(to: Self.new)
        let foreign = try await scene.verify(code, of: begun, token: other.accountToken())
        #expect(foreign.status == 403 && foreign.code == "sign-in.code-mismatch")
        try await scene.enter(
            code, session: begun.text("auth_session"), adding: ["client_id": .string(CodeScene.client)]
        )
        .requireWrongCode()
        #expect(try await scene.user(Self.new) == nil)
        try await scene.verify(code, of: begun, token: token).require(201)
    }

    @Test func `a code of a sign-in confirms no address`() async throws {
        let scene = try await CodeScene()
        let device = try await scene.withPasskey()
        let token = try await device.accountToken()
        let begun = try await scene.begin(token: token, adding: device.confirm("change-email", token)).require(202)
        scene.wait()
        let session = try await scene.challenge(Self.new, adding: ["allow_signup": true])
        let code = try await scene.code(to: Self.new)
        let location = try #require(begun.headers["Location"])
        let path = String(location.dropFirst("https://\(TestServer.host)".count))
        let answer = try await device.account(
            .post(path + "/verify", json: ["auth_session": .string(session), "otp_code": .string(code)]), token: token)
        #expect(answer.status == 403)
        #expect(try await scene.user(Self.new) == nil)
    }

    @Test func `a telephone number is added, listed, and signs in`() async throws {
        let scene = try await CodeScene()
        let device = try await scene.withPasskey()
        let token = try await device.accountToken()
        let add: JSONObject = ["type": "phone", "email": .null, "phone_number": .string(Self.phone)]
        var members = try await device.confirm("change-phone", token)
        members.members += add.members
        let begun = try await scene.begin(token: token, adding: members).require(202)
        guard case .code(let code, _) = try #require(try await scene.mailed.messages().first).content else {
            throw Unexpected("no code")
        }
        let answer = try await scene.verify(code, of: begun, token: token).require(201)
        #expect(answer.value("phone_number") == .string(Self.phone))
        #expect(try await scene.user()?[.phoneNumber]?.isVerified == true)
        let list = try await device.account(.get("\(PasswordClient.methods)?type=phone"), token: token).require(200)
        #expect(list.value("authentication_methods")?.arrayValue?.first?["phone_number"] == .string(Self.phone))
        scene.wait()
        let session = try await scene.challenge("", adding: ["email": .null, "phone_number": .string(Self.phone)])
        guard case .code(let next, _) = try #require(try await scene.mailed.messages().first).content else {
            throw Unexpected("no code")
        }
        try await scene.enter(next, session: session).require(200)
    }

    @Test func `the address that the account has, and text that is none, are rejected`() async throws {
        let scene = try await CodeScene()
        let device = try await scene.withPasskey()
        let token = try await device.accountToken()
        for text in [Self.old, "", "ada", "a@b@c", String(repeating: "a", count: 320) + "@example.org"] {
            let proof = try await device.confirm("change-email", token)
            let answer = try await scene.begin(to: text, token: token, adding: proof)
            #expect((400...409).contains(answer.status), "\(text)")
        }
        #expect(try await scene.user(Self.old) != nil)
    }
}
