// SPDX-License-Identifier: Apache-2.0

import Cryptography
import HTTPServer
import IdentityModel
import SignIn
import SoftwareAuthenticator
import TestSupport
import Testing
import WireFormats

/// What a user does with device keys, over HTTP.
struct DeviceKeyWireTests {
    @Test(arguments: [KeyKind.elliptic(.p256), .rsa(bits: 2048)])
    func `an application adds a key, and signs its user in with it`(kind: KeyKind) async throws {
        let scene = try await DeviceKeyScene()
        let key = TestDeviceKey(kind)
        let added = try await scene.add(key, token: scene.application.accountToken()).require(201)
        let id = key.id(of: try await scene.userID())
        #expect(try added.text("id") == id)
        #expect(try added.text("device_name") == "Ada’s phone")
        #expect(try added.text("client_id") == DeviceKeyScene.client)
        let tokens = try await scene.signIn(with: key).require(200)
        let claims = try await scene.claims(of: tokens)
        #expect(claims["amr"] == ["pop"])
        #expect(claims["acr"] == nil)
        let refreshed = try await scene.device().refresh(tokens.text("refresh_token")).require(200)
        #expect(try await scene.claims(of: refreshed)["acr"] == nil)
        let list = try await scene.keys(scene.application.accountToken())
        #expect(list.map { $0["id"]?.stringValue } == [id])
        #expect(list[0]["last_used_at"]?.stringValue != nil)
        #expect(try await scene.events(.deviceKeyRegistered).count == 1)
    }

    @Test func `a user signs up with nothing but a device key`() async throws {
        let scene = try await DeviceKeyScene()
        let key = TestDeviceKey()
        let body: JSONObject = [
            "client_id": .string(DeviceKeyScene.client), "user_profile": ["email": "eve@example.org", "name": "Eve"],
            "device_name": "Eve’s phone", "public_key": .object(key.json),
        ]
        let begun = try await scene.server.send(.post("/device-keys/register", json: body)).require(200)
        #expect(begun.value("verification_required") == nil)
        #expect(try await scene.server.users().count == 1)
        let assertion = key.sign(try scene.claims(begun, sub: .null))
        let tokens = try await scene.exchange(assertion, challenge: begun).require(200)
        let user = try #require(try await scene.claims(of: tokens)["sub"]?.stringValue)
        // The device knows the ID of its key without asking.
        let challenge = try await scene.challenge().require(200)
        let later = key.sign(
            try scene.claims(challenge, sub: .string(user)),
            header: ["typ": "device-key+jwt", "kid": .string(key.id(of: user))])
        try await scene.exchange(later, challenge: challenge).require(200)
        let taken = try await scene.server.send(.post("/device-keys/register", json: body))
        #expect(taken.status == 409 || taken.status == 400, "\(taken.text)")
    }

    @Test func `a sign-up proves its address with a code, which may be entered again`() async throws {
        let scene = try await DeviceKeyScene([
            "attributes": [
                "email": [
                    "identifier": ["active": true],
                    "signup": ["status": "required", "verification": ["active": true]],
                ]
            ]
        ])
        let key = TestDeviceKey()
        let begun = try await scene.server.send(
            .post(
                "/device-keys/register",
                json: [
                    "client_id": .string(DeviceKeyScene.client), "user_profile": ["email": "eve@example.org"],
                    "device_name": "Eve’s phone", "public_key": .object(key.json),
                ])
        ).require(200)
        #expect(begun.value("verification_required") == ["email"])
        guard case .code(let code, _, _, _)? = try await scene.mailed.orders().first?.content else {
            Issue.record("no code")
            return
        }
        let sign = { key.sign(try scene.claims(begun, sub: .null)) }
        let without = try await scene.exchange(sign(), challenge: begun)
        #expect(without.value("verification_required") == ["email"])
        let wrong = try await scene.exchange(sign(), challenge: begun, asking: ["verification": ["email": "abcdef"]])
        #expect(wrong.status == 403)
        let done = try await scene.exchange(
            sign(), challenge: begun, asking: ["scope": "openid email", "verification": ["email": .string(code)]]
        ).require(200)
        #expect(try await scene.claims(of: done)["email_verified"] == true)
    }

    @Test func `the key leads to a passkey, and goes when the passkey has settled`() async throws {
        let scene = try await DeviceKeyScene()
        let key = try await scene.settled()
        let device = scene.device()
        let enrolled = try await device.enroll(scene.accountToken(with: key)).require(201)
        #expect(try await scene.events(.deviceKeyUpgraded).count == 1)
        // L11: not at once.
        let young = try await device.accountToken()
        #expect(try await scene.keys(young)[0]["replaced_by"] == nil)
        #expect(try await scene.remove(key, token: young).code == "sign-in.confirmation-required")
        try await scene.signIn(with: key).require(200)
        scene.server.clock.advance(seconds: PasswordClient.delay)
        let old = try await device.accountToken()
        #expect(try await scene.keys(old)[0]["replaced_by"]?.stringValue == enrolled.text("id"))
        try await scene.remove(key, token: old).require(204)
        try await scene.signIn(with: key).requireWrongKey()
        try await device.signIn().require(200)
    }

    @Test func `a removed key takes its sign-ins with it, and everybody is told`() async throws {
        let scene = try await DeviceKeyScene()
        let key = try await scene.settled()
        let tokens = try await scene.signIn(with: key).require(200)
        scene.mailed.wait()
        try await scene.remove(key, token: scene.accountToken(with: key)).require(204)
        try await scene.device().refresh(tokens.text("refresh_token")).require(403)
        #expect(try await scene.mailed.notices().map(\.event).prefix(2) == [.deviceKeyRemoved, .deviceKeyAdded])
        #expect(try await scene.events(.deviceKeyRemoved).count == 1)
    }

    @Test func `the only way in stays`() async throws {
        let scene = try await DeviceKeyScene()
        let key = try await scene.settled()
        let user = try await scene.mailed.id()
        try await scene.server.storage.withTransaction { try $0.passwords.remove(of: user) }
        let response = try await scene.remove(key, token: scene.accountToken(with: key)).require(409)
        #expect(response.code == "sign-in.last-device-key")
    }

    @Test func `an account has ten keys at most, and none twice`() async throws {
        let scene = try await DeviceKeyScene()
        let token = try await scene.application.accountToken()
        let first = TestDeviceKey()
        try await scene.add(first, token: token).require(201)
        #expect(try await scene.add(first, token: token).code == "sign-in.device-key-not-acceptable.known")
        for _ in 1..<10 { try await scene.add(TestDeviceKey(), token: token).require(201) }
        #expect(try await scene.add(TestDeviceKey(), token: token).code == "sign-in.too-many-device-keys")
    }

    @Test func `after the client's date, keys neither sign in nor are added`() async throws {
        let scene = try await DeviceKeyScene(client: ["device_keys_until": "2030-01-01T00:00:00Z"])
        let key = try await scene.added()
        let token = try await scene.application.accountToken()
        let (early, id) = (try await scene.challenge(), try await scene.userID())
        let end = try #require(Timestamp("2030-01-01T00:00:00Z"))
        let before = scene.server.clock.now
        scene.server.clock.advance(seconds: end.secondsSince1970 - before.secondsSince1970 - 1)
        try await scene.signIn(with: key).require(200)
        scene.server.clock.advance(seconds: 1)
        #expect(try await scene.challenge().code == "sign-in.device-keys-ended")
        let late = key.sign(
            try scene.claims(early, sub: .string(id)),
            header: ["typ": "device-key+jwt", "kid": .string(key.id(of: id))])
        #expect(try await scene.exchange(late, challenge: early).code == "sign-in.device-keys-ended")
        _ = token
    }
}
