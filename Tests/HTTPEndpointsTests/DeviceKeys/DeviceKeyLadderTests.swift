// SPDX-License-Identifier: Apache-2.0

import Cryptography
import HTTPServer
import IdentityModel
import SignIn
import SoftwareAuthenticator
import TestSupport
import Testing
import WireFormats

/// A device key's place in the ladder: what the server answers beside what the ladder allows, which is equal to its model
/// (`ladder-model.py --ways`).
struct DeviceKeyLadderTests {
    /// What an account has beside a device key.
    struct Case: Sendable, CustomTestStringConvertible {
        let hasPassword: Bool
        let hasPasskey: Bool
        let isKeySettled: Bool

        var testDescription: String {
            "password \(hasPassword), passkey \(hasPasskey), key settled \(isKeySettled)"
        }

        /// The ladder's account.
        func account(at time: Timestamp) -> Ladder.Account {
            var account = Ladder.Account(ways: hasPassword ? [.deviceKey, .password, .mail] : [.deviceKey, .mail])
            if hasPasskey { account.passkeys = [Ladder.Passkey(id: "first", status: .settled)] }
            if !isKeySettled { account.unconfirmedUntil[.deviceKey] = time.advanced(by: Int(PasswordClient.delay)) }
            return account
        }

        /// What a sign-in with the key proves, and the password if it comes with an act.
        func proof(withPassword: Bool = false, at time: Timestamp) -> Ladder.Proof {
            let session = Ladder.Session(id: "token", openedAt: time, openedBy: [.deviceKey])
            return .ways(withPassword ? [.password] : [], session: session, isRecent: true)
        }
    }

    static let cases = [true, false].flatMap { password in
        [true, false].flatMap { passkey in
            [true, false].map { Case(hasPassword: password, hasPasskey: passkey, isKeySettled: $0) }
        }
    }

    @Test(arguments: cases)
    func `a sign-in with a device key changes what the ladder lets it`(_ example: Case) async throws {
        let scene = try await DeviceKeyScene()
        let (user, device) = (try await scene.mailed.id(), scene.device())
        if example.hasPasskey {
            try await device.enroll(scene.application.accountToken()).require(201)
            scene.server.clock.advance(seconds: PasswordClient.delay)
        }
        let key = TestDeviceKey()
        let adding = try await example.hasPasskey ? device.accountToken() : scene.application.accountToken()
        try await scene.add(key, token: adding).require(201)
        if example.isKeySettled { scene.server.clock.advance(seconds: PasswordClient.delay) }
        if !example.hasPassword {
            try await scene.server.storage.withTransaction { try $0.passwords.remove(of: user) }
        }
        let time = scene.server.clock.now
        let account = example.account(at: time)
        let moves = Ladder.moves(in: account, by: example.proof(at: time), at: time)

        let token = try await scene.accountToken(with: key)
        let passkey = try await scene.account(.post(PasswordClient.methods, json: ["type": "passkey"]), token: token)
        #expect(passkey.status == (moves.contains(where: \.addsPasskey) ? 202 : 401), "\(passkey.text)")
        let another = try await scene.add(TestDeviceKey(), token: token)
        #expect(another.status == (moves.contains(where: \.addsPasskey) ? 201 : 401), "\(another.text)")

        if example.hasPasskey {
            let path = try await device.pathOfPasskey(token)
            let removal = try await scene.account(Message(.delete, path: path), token: token)
            #expect((removal.status == 204) == moves.contains(.removePasskey("first")), "\(removal.text)")
        }
        guard example.hasPassword else { return }
        let both = Ladder.moves(in: account, by: example.proof(withPassword: true, at: time), at: time)
        let begun = try await scene.account(.post(PasswordClient.methods, json: ["type": "password"]), token: token)
        let body: JSONObject = [
            "auth_session": begun.value("auth_session") ?? "", "new_password": "quite another long one",
            "current_password": .string(scene.application.password),
        ]
        let changed = try await scene.account(
            .post("\(PasswordClient.methods)/password%7Cnew/verify", json: body), token: token)
        #expect((changed.status == 201) == both.contains(.replace(.password)), "\(changed.text)")
    }

    @Test func `with a passkey in the account, a password adds no device key`() async throws {
        let scene = try await DeviceKeyScene()
        let device = scene.device()
        try await device.enroll(scene.application.accountToken()).require(201)
        scene.server.clock.advance(seconds: PasswordClient.delay)
        let response = try await scene.add(TestDeviceKey(), token: scene.application.accountToken()).require(401)
        #expect(response.code == "sign-in.confirmation-required")
        try await scene.add(TestDeviceKey(), token: device.accountToken()).require(201)
    }

    @Test func `a key that is too young says until when`() async throws {
        let scene = try await DeviceKeyScene()
        let key = try await scene.added()
        let token = try await scene.accountToken(with: key)
        let response = try await scene.account(.post(PasswordClient.methods, json: ["type": "passkey"]), token: token)
            .require(401)
        #expect(response.code == "sign-in.device-key-too-new")
        let until = scene.server.clock.now.advanced(by: Int(PasswordClient.delay)).description
        #expect(try response.text("detail").contains(until))
    }

    @Test func `an invitation says which device keys there are`() async throws {
        let scene = try await DeviceKeyScene()
        try await scene.added()
        let invitation = try await scene.server.invite(try await scene.mailed.id())
        let contents = try await scene.server.send(
            .post("/invitation/contents", json: ["invitation": .string(invitation)])
        ).require(200)
        #expect(contents.value("device_keys") == ["Ada’s phone"])
    }

    @Test func `a sign-in with a removed key proves nothing`() async throws {
        let scene = try await DeviceKeyScene()
        let (key, other) = (try await scene.settled(), try await scene.settled())
        let token = try await scene.accountToken(with: key)
        try await scene.remove(key, token: scene.accountToken(with: key)).require(204)
        #expect(try await scene.account(.get("/device-keys"), token: token).status == 401)
        try await scene.signIn(with: other).require(200)
    }

    @Test func `a password removes no key that is older than the delay, and none but its own before`() async throws {
        let scene = try await DeviceKeyScene()
        let (old, young) = (try await scene.settled(), try await scene.added())
        let token = try await scene.application.accountToken()
        #expect(try await scene.remove(old, token: token).code == "sign-in.confirmation-required")
        try await scene.remove(young, token: token).require(204)
        try await scene.signIn(with: old).require(200)
    }

    @Test func `a notice takes a planted key away, with what the password added and opened`() async throws {
        let scene = try await DeviceKeyScene()
        let (first, second) = (try await scene.added(), try await scene.added())
        let tokens = try await scene.signIn(with: first).require(200)
        let page = try await scene.mailed.press(try await scene.mailed.stop(.deviceKeyAdded))
        #expect(page.response.status == 200)
        #expect(page.response.text.contains("The device key is removed"))
        for key in [first, second] { try await scene.signIn(with: key).requireWrongKey() }
        try await scene.device().refresh(tokens.text("refresh_token")).require(403)
        #expect(try await scene.events(.wayUndone).count == 2)
    }

    @Test func `a key that was planted before the address was proven goes with the rest`() async throws {
        let codes = try await CodeScene(isVerified: false)
        let user = try #require(try await codes.user())
        let key = TestDeviceKey()
        let planted = DeviceKey(
            id: DeviceKey.ID(rawValue: key.id(of: user.id.rawValue)), user: user.id, client: "codes",
            deviceName: "Eve’s phone", publicKey: key.key.publicKey.subjectPublicKeyInfo, shape: .modern,
            createdAt: codes.server.clock.now)
        try await codes.server.storage.withTransaction { try $0.deviceKeys.insert(planted) }
        let owner = TestBrowser(at: codes.server)
        let page = try await codes.signIn(in: owner)
        #expect(page.path == "/login/code/review")
        #expect(page.response.text.contains("Eve’s phone"))
        _ = try await owner.submit(page.page.form("/login/code/review"))
        #expect(try await codes.server.storage.read { try $0.deviceKeys.list(of: user.id) }.isEmpty)
    }
}
