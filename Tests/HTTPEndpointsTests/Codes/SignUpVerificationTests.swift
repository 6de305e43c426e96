// SPDX-License-Identifier: Apache-2.0

import HTTPServer
import IdentityModel
import SignIn
import SoftwareAuthenticator
import TestSupport
import Testing
import WireFormats

/// Sign-ups with a passkey that prove their addresses first.
@Suite(.timeLimit(.minutes(5))) struct SignUpVerificationTests {
    private static let email = "new@example.org"
    private static let phone = "+4915112345678"

    private static let verified: JSONValue = [
        "identifier": ["active": true], "signup": ["status": "optional", "verification": ["active": true]],
    ]

    private func scene(isStrict: Bool = false) async throws -> CodeScene {
        try await CodeScene(
            ["attributes": ["email": Self.verified, "phone_number": Self.verified]],
            tenant: isStrict ? ["sign_up_mode": "strict"] : [:])
    }

    private func device(at scene: CodeScene, _ profile: JSONObject = ["email": .string(email)]) -> TestClient {
        TestClient(at: scene.server).with {
            $0.realm = PasswordClient.connection
            $0.profile = profile
        }
    }

    /// A sign-up that has begun, with its response.
    private func begin(_ device: TestClient) async throws -> (session: String, response: [UInt8], kinds: JSONValue?) {
        let answer = try await device.server.send(device.registration).require(200)
        let started = try TestClient.StartedCeremony(answer)
        return (started.session, try device.created(started), answer.value("verification_required"))
    }

    private func finish(
        _ device: TestClient, _ begun: (session: String, response: [UInt8], kinds: JSONValue?), _ codes: JSONObject?
    ) async throws -> TestResponse {
        try await device.with { $0.tokenParameters["verification"] = codes.map(JSONValue.object) }
            .finish(begun.session, response: begun.response)
    }

    private func message(of scene: CodeScene) async throws -> String {
        guard case .code(let code, _) = try #require(try await scene.mailed.messages().first).content else {
            throw Unexpected("no code")
        }
        return code
    }

    @Test func `the same credential is accepted after a wrong code, and the address is proven`() async throws {
        let scene = try await scene()
        let device = device(at: scene)
        let begun = try await begin(device)
        #expect(begun.kinds == ["email"])
        let code = try await scene.code(to: Self.email)
        let wrong = try await finish(device, begun, ["email": .string(scene.wrong(code))])
        #expect(wrong.status == 403)
        #expect(wrong.code == "sign-in.verification-failed")
        #expect(wrong.value("error") == "invalid_grant")
        #expect(wrong.value("auth_session") == .string(begun.session))
        #expect(wrong.value("verification_required") == ["email"])
        let tokens = try await finish(device, begun, ["email": .string(code)]).require(200)
        #expect(try await scene.claims(of: tokens)["email_verified"] == true)
        #expect(try await scene.user(Self.email)?[.email]?.isVerified == true)
        let events = try await scene.server.storage.read { try $0.events.list(user: nil, limit: 50) }
        #expect(events.contains { $0.kind == .userCreated })
        try await device.signIn().require(200)
    }

    @Test(arguments: [nil, [:], ["email": ""], ["phone": "123456"]] as [JSONObject?])
    func `a code that is missing is asked for`(codes: JSONObject?) async throws {
        let scene = try await scene()
        let device = device(at: scene)
        let begun = try await begin(device)
        let missing = try await finish(device, begun, codes)
        #expect(missing.status == 400)
        #expect(missing.value("error") == "invalid_request")
        #expect(missing.value("auth_session") == .string(begun.session))
        #expect(missing.value("verification_required") == ["email"])
        try await finish(device, begun, ["email": .string(try await scene.code())]).require(200)
    }

    @Test func `a code that has expired ends the sign-up`() async throws {
        let scene = try await scene()
        let device = device(at: scene)
        let begun = try await begin(device)
        scene.server.clock.advance(seconds: 599)
        let wrong = try await finish(device, begun, ["email": "abcdef"])
        #expect(wrong.value("auth_session") != nil)
        scene.server.clock.advance(seconds: 1)
        let ended = try await finish(device, begun, ["email": .string(try await scene.code())])
        #expect(ended.status == 403 || ended.status == 400)
        #expect(ended.value("auth_session") == nil && ended.value("verification_required") == nil)
    }

    @Test func `five wrong codes end the sign-up, with the same words`() async throws {
        let scene = try await scene()
        let device = device(at: scene)
        let begun = try await begin(device)
        var texts: Set<String> = []
        for number in 1...6 {
            let answer = try await finish(device, begun, ["email": "abcdef"])
            #expect(answer.status == 403)
            #expect((answer.value("auth_session") != nil) == (number < 5))
            #expect((answer.value("verification_required") != nil) == (number < 5))
            texts.insert(try answer.text("error_description"))
        }
        #expect(texts.count == 1)
        let right = try await finish(device, begun, ["email": .string(try await scene.code())])
        #expect(right.status == 403 && right.value("auth_session") == nil)
    }

    @Test func `a code is judged before the response`() async throws {
        let scene = try await scene()
        let device = device(at: scene)
        let begun = try await begin(device)
        // A response of another ceremony.
        let foreign = try await self.device(at: scene, ["email": "other@example.org"]).beginSignUp()
        let bad = (begun.session, try device.created(foreign), begun.kinds)
        scene.wait()
        let code = try await codeOfFirst(scene)
        #expect(try await finish(device, bad, ["email": "abcdef"]).code == "sign-in.verification-failed")
        #expect(try await finish(device, bad, nil).code == "sign-in.verification-missing")
        let rejected = try await finish(device, bad, ["email": .string(code)])
        #expect(rejected.status == 403)
        #expect(rejected.code.hasPrefix("registration."))
        #expect(rejected.value("auth_session") == nil)
    }

    private func codeOfFirst(_ scene: CodeScene) async throws -> String {
        let order = try #require(try await scene.mailed.orders().first { $0.address == Self.email })
        guard case .code(let code, _, _, _) = order.content else { throw Unexpected("\(order.content)") }
        return code
    }

    @Test func `an address and a number are both proven, and a wrong one of them is none`() async throws {
        let scene = try await scene()
        let device = device(at: scene, ["email": .string(Self.email), "phone_number": .string(Self.phone)])
        let begun = try await begin(device)
        #expect(begun.kinds == ["email", "phone"])
        let (mailed, texted) = (try await scene.code(to: Self.email), try await message(of: scene))
        let one = try await finish(device, begun, ["email": .string(mailed)])
        #expect(one.status == 400 && one.value("verification_required") == ["email", "phone"])
        let wrong = try await finish(
            device, begun, ["email": .string(mailed), "phone": .string(scene.wrong(texted))])
        #expect(wrong.status == 403 && wrong.value("verification_required") == ["email", "phone"])
        try await finish(device, begun, ["email": .string(mailed), "phone": .string(texted)]).require(200)
        let user = try #require(try await scene.user(Self.email))
        #expect(user[.email]?.isVerified == true && user[.phoneNumber]?.isVerified == true)
    }

    @Test func `the number is read out where the request says so`() async throws {
        let scene = try await scene()
        let device = device(at: scene, ["phone_number": .string(Self.phone)]).with {
            $0.registrationParameters = ["delivery_method": "voice"]
        }
        try await scene.server.send(device.registration).require(200)
        #expect(try await scene.mailed.messages().first?.deliveryMethod == .voice)
    }

    @Test func `of two sign-ups for an address one makes the account`() async throws {
        let scene = try await scene()
        var sign: [(device: TestClient, begun: (session: String, response: [UInt8], kinds: JSONValue?), code: String)] =
            []
        for _ in 0..<2 {
            let device = device(at: scene)
            let begun = try await begin(device)
            sign.append((device, begun, try await scene.code(to: Self.email)))
            scene.wait()
        }
        let entries = sign
        let answers = try await withThrowingTaskGroup(of: TestResponse.self) { group in
            for entry in entries {
                group.addTask { try await finish(entry.device, entry.begun, ["email": .string(entry.code)]) }
            }
            return try await group.reduce(into: [TestResponse]()) { $0.append($1) }
        }
        #expect(answers.filter { $0.status == 200 }.count == 1)
        #expect(answers.contains { $0.code == "sign-in.account-exists" })
        #expect(try await scene.server.users().filter { $0[.email]?.normalized == Self.email }.count == 1)
    }

    @Test func `one sign-up that is finished twice makes one account`() async throws {
        let scene = try await scene()
        let device = device(at: scene)
        let begun = try await begin(device)
        let code = try await scene.code()
        let statuses = try await withThrowingTaskGroup(of: Int.self) { group in
            for _ in 0..<4 {
                group.addTask { try await finish(device, begun, ["email": .string(code)]).status }
            }
            return try await group.reduce(into: [Int]()) { $0.append($1) }
        }
        #expect(statuses.filter { $0 == 200 }.count == 1)
        #expect(try await scene.server.users().filter { $0[.email]?.normalized == Self.email }.count == 1)
    }

    @Test func `an unverified account loses the address to whoever proves it, and the event names both`() async throws {
        let scene = try await scene(isStrict: true)
        try await scene.populate()
        let email = CodeScene.Standing.unverified.email
        let old = try #require(try await scene.user(email))
        let device = device(at: scene, ["email": .string(email)])
        let begun = try await begin(device)
        try await finish(device, begun, ["email": .string(scene.code(to: email))]).require(200)
        let new = try #require(try await scene.user(email))
        #expect(new.id != old.id && new[.email]?.isVerified == true)
        let event = try #require(try await scene.events(.identifierReleased).first)
        #expect(event.user == old.id)
        #expect(event.details["to"] == .string(new.id.rawValue))
        #expect(event.details["kind"] == "email")
        let left = try await scene.server.storage.read { try $0.users.find(old.id) }
        #expect(left?.identifiers.isEmpty == true)
    }

    @Test func `an address that an account has proven stays, and its owner is told`() async throws {
        let scene = try await scene(isStrict: true)
        let device = device(at: scene, ["email": "Ada@example.org"])
        let begun = try await begin(device)
        #expect(begun.kinds == ["email"])
        let order = try await scene.lastOrder()
        #expect(order.content == .accountExists && order.address == "ada@example.org")
        for code in 0..<5 {
            #expect(try await finish(device, begun, ["email": .string("00000\(code)")]).status == 403)
        }
        let owner = try #require(try await scene.user())
        #expect(try await scene.server.storage.read { try $0.passkeys.list(of: owner.id) }.isEmpty)
    }

    @Test func `an address that is proven while a sign-up waits is not taken away`() async throws {
        let scene = try await scene(isStrict: true)
        let device = device(at: scene)
        let begun = try await begin(device)
        let code = try await scene.code(to: Self.email)
        scene.wait()
        let session = try await scene.challenge(Self.email, adding: ["allow_signup": true])
        try await scene.enter(scene.code(to: Self.email), session: session).require(200)
        let owner = try #require(try await scene.user(Self.email))
        let late = try await finish(device, begun, ["email": .string(code)])
        #expect(late.status >= 400 && late.code == "sign-in.account-exists")
        #expect(try await scene.user(Self.email) == owner)
    }

    @Test func `a sign-up doesn't go on at the other host, or with the code of another sign-up`() async throws {
        let scene = try await scene()
        let (first, second) = (device(at: scene), device(at: scene))
        let begun = try await begin(first)
        let code = try await scene.code()
        scene.wait()
        let other = try await begin(second)
        #expect(try await finish(second, other, ["email": .string(code)]).status == 403)
        let foreign = first.with { $0.host = TestServer.otherHost }
        #expect(try await finish(foreign, begun, ["email": .string(code)]).status >= 400)
        try await finish(first, begun, ["email": .string(code)]).require(200)
    }
}
