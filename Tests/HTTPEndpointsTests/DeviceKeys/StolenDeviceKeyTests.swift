// SPDX-License-Identifier: Apache-2.0

import Cryptography
import HTTPServer
import IdentityModel
import SignIn
import SoftwareAuthenticator
import TestStorage
import TestSupport
import Testing
import WireFormats

/// Thieves of a device, a password, a mailbox or a token, and what they leave.
struct StolenDeviceKeyTests {
    private static let deletion: JSONObject = [
        "scope": "openid delete:me:account", "audience": .string(DeviceKeyScene.issuer + "me/"),
    ]

    /// An account whose only way in is a settled key.
    private func keyOnly(_ scene: DeviceKeyScene) async throws -> TestDeviceKey {
        let (key, user) = (try await scene.settled(), try await scene.mailed.id())
        try await scene.server.storage.withTransaction { try $0.passwords.remove(of: user) }
        return key
    }

    @Test func `a thief of the device adds a passkey, and doesn't leave it as the only way in`() async throws {
        let scene = try await DeviceKeyScene()
        let key = try await keyOnly(scene)
        let stolen = try await scene.accountToken(with: key)
        try await scene.device().enroll(stolen).require(201)
        #expect(try await scene.remove(key, token: stolen).require(409).code == "sign-in.last-device-key")
        try await scene.add(TestDeviceKey(), token: stolen).require(201)
        try await scene.remove(key, token: stolen).require(409)
        // What was added is taken back, and the owner's key is there.
        _ = try await scene.mailed.press(try await scene.mailed.stop(.passkeyAdded))
        try await scene.signIn(with: key).require(200)
    }

    @Test func `a key goes when what it has added has settled`() async throws {
        let scene = try await DeviceKeyScene()
        let key = try await keyOnly(scene)
        try await scene.device().enroll(scene.accountToken(with: key)).require(201)
        scene.server.clock.advance(seconds: PasswordClient.delay)
        try await scene.remove(key, token: scene.accountToken(with: key)).require(204)
    }

    @Test func `a key that has not settled deletes no account`() async throws {
        let scene = try await DeviceKeyScene()
        let key = try await scene.added()
        let token = try await scene.signIn(with: key, asking: Self.deletion).require(200).text("access_token")
        let response = try await scene.account(Message(.delete, path: "/me/v1"), token: token).require(401)
        #expect(response.code == "sign-in.device-key-too-new")
    }

    @Test func `the owner of a key learns that the account is going to be erased`() async throws {
        let scene = try await DeviceKeyScene()
        let key = try await keyOnly(scene)
        let token = try await scene.signIn(with: key, asking: Self.deletion).require(200).text("access_token")
        try await scene.account(Message(.delete, path: "/me/v1"), token: token).require(202)
        #expect(try await scene.signIn(with: key).code == "sign-in.account-to-be-deleted")
        try await scene.signIn(with: TestDeviceKey()).requireWrongKey()
    }

    @Test func `a planted key doesn't keep its owner from changing the stolen password`() async throws {
        let scene = try await DeviceKeyScene(isVerified: false)
        try await scene.added()
        try await scene.changePassword().require(201)
    }

    @Test func `a key is not removed beside one that has ended`() async throws {
        let scene = try await DeviceKeyScene(client: ["device_keys_until": "2030-01-01T00:00:00Z"])
        let user = try await scene.mailed.id()
        _ = try await keyOnly(scene)
        let other = TestDeviceKey()
        let stored = DeviceKey(
            id: DeviceKey.ID(rawValue: other.id(of: user.rawValue)), user: user, client: "other-device",
            deviceName: "Tablet", publicKey: other.key.publicKey.subjectPublicKeyInfo, shape: .modern,
            createdAt: scene.server.clock.now)
        try await scene.server.storage.withTransaction { try $0.deviceKeys.insert(stored) }
        let end = try #require(Timestamp("2030-01-01T00:00:00Z"))
        scene.server.clock.advance(seconds: end.secondsSince1970 - scene.server.clock.now.secondsSince1970)
        let token = try await scene.accountToken(with: other, client: "other-device")
        try await scene.remove(other, token: token).require(409)
    }
}

/// ID tokens as Auth0's library uses them.
struct StolenIDTokenTests {
    @Test func `one of a password that was taken back registers no key`() async throws {
        let legacy = try await LegacyScene()
        let mailed = legacy.scene.mailed
        try await mailed.reset(to: "the thief's long password")
        mailed.wait()
        let token = try await legacy.signInWithPassword(password: "the thief's long password").require(200)
            .text("id_token")
        #expect(try await mailed.press(try await mailed.stop(.passwordReset)).response.status == 200)
        let response = try await legacy.register(LegacyScene.key(), token: token).require(401)
        #expect(response.code == "sign-in.legacy-id-token")
    }

    @Test func `one ends with all other tokens, and one of a refresh registers no key`() async throws {
        let legacy = try await LegacyScene()
        let tokens = try await legacy.signInWithPassword().require(200)
        let device = legacy.user.device().with { $0.client = DeviceKeyScene.legacyClient }
        let refreshed = try await device.refresh(tokens.text("refresh_token")).require(200)
        try await legacy.register(LegacyScene.key(), token: refreshed.text("id_token")).require(401)
        let user = try await legacy.scene.mailed.id()
        try await legacy.server.storage.withTransaction {
            try $0.users.apply(.newTokenGeneration, to: user, at: legacy.server.clock.now)
        }
        try await legacy.register(LegacyScene.key(), token: tokens.text("id_token")).require(401)
        for token in [tokens, refreshed] {
            let profile = Message.post("/tokeninfo", json: ["id_token": .string(try token.text("id_token"))])
            try await legacy.server.send(profile).require(401)
        }
    }

    @Test func `one of the second in which the password changes registers no key`() async throws {
        let legacy = try await LegacyScene()
        let token = try await legacy.idToken()
        let user = try await legacy.scene.mailed.id()
        // A change ends what the password before has opened.
        let time = legacy.server.clock.now
        try await legacy.server.storage.withTransaction { transaction in
            try transaction.endOpened(by: user.passwordWay, of: user, at: time)
        }
        try await legacy.register(LegacyScene.key(), token: token).require(401)
    }

    @Test func `a path tells nobody whether there is a key`() async throws {
        let legacy = try await LegacyScene()
        let key = TestDeviceKey()
        try await legacy.scene.added(key)
        let known = key.id(of: try await legacy.scene.userID()).dropFirst("device-key|".count)
        let shape = { (id: String) in
            AnswerShape(
                try await legacy.server.send(Message(.delete, path: "/api/v2/device-credentials/dcr_\(id)")))
        }
        let (first, second) = (try await shape(String(known)), try await shape("AAAAAAAAAAAAAAAAAAAAAA"))
        #expect(first == second)
    }
}
