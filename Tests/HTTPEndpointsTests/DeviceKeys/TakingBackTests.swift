// SPDX-License-Identifier: Apache-2.0

import Cryptography
import HTTPServer
import IdentityModel
import SoftwareAuthenticator
import TestStorage
import TestSupport
import Testing
import WireFormats

/// Owners take back what somebody else has added with a session or a key of theirs.
struct TakingBackTests {
    @Test(arguments: [false, true])
    func `the owner of nothing but keys removes a passkey that one of them added`(_ isAnother: Bool) async throws {
        let scene = try await DeviceKeyScene(isVerified: false)
        let (key, other) = (try await scene.settled(), try await scene.settled())
        try await scene.dropPassword()
        let thief = scene.device()
        try await thief.enroll(scene.accountToken(with: key)).require(201)
        let owner = try await scene.accountToken(with: isAnother ? other : key)
        let path = try await thief.pathOfPasskey(owner)
        try await scene.account(Message(.delete, path: path), token: owner).require(204)
    }

    @Test func `a settled passkey is not removed where nothing but a key is left`() async throws {
        let scene = try await DeviceKeyScene(isVerified: false)
        let key = try await scene.settled()
        try await scene.dropPassword()
        let device = scene.device()
        try await device.enroll(scene.accountToken(with: key)).require(201)
        scene.server.clock.advance(seconds: PasswordClient.delay)
        let owner = try await device.accountToken()
        let removal = try await scene.account(Message(.delete, path: device.pathOfPasskey(owner)), token: owner)
        #expect(try removal.require(409).code == "sign-in.last-credential")
    }

    @Test(arguments: [false, true])
    func `a code of the owner's address removes a key that somebody has added`(_ hasPassword: Bool) async throws {
        let codes = try await CodeScene()
        let user = try #require(try await codes.user())
        let key = TestDeviceKey()
        var planted = key.stored(for: user.id, of: "codes", at: codes.server.clock.now)
        planted.addedBy = [try hasPassword ? user.id.passwordWay : #require(user.id.way(by: .email))]
        planted.unconfirmedUntil = codes.server.clock.now.advanced(by: Int(PasswordClient.delay))
        try await codes.server.storage.withTransaction { [planted] transaction in
            if !hasPassword { try transaction.passwords.remove(of: user.id) }
            try transaction.deviceKeys.insert(planted)
        }
        let id = key.id(of: user.id.rawValue).replacing("|", with: "%7C")
        try await codes.device.account(
            Message(.delete, path: "/device-keys/\(id)"), token: codes.accountToken()
        ).require(204)
    }

    @Test func `a code of the owner's address removes a passkey that the password added`() async throws {
        let codes = try await CodeScene()
        let user = try #require(try await codes.user())
        let device = codes.mailed.user.device()
        try await device.enroll(codes.mailed.user.accountToken()).require(201)
        try await codes.server.storage.withTransaction { try $0.passwords.remove(of: user.id) }
        let owner = try await codes.accountToken()
        try await device.account(Message(.delete, path: device.pathOfPasskey(owner)), token: owner).require(204)
    }

    @Test func `a passkey removes a key that another has added, and bars neither`() async throws {
        let scene = try await DeviceKeyScene()
        let first = scene.device()
        let second = scene.mailed.user.device(.googlePasswordManager).with { $0.client = DeviceKeyScene.client }
        try await first.enroll(scene.application.accountToken()).require(201)
        scene.server.clock.advance(seconds: PasswordClient.delay)
        try await second.enroll(first.accountToken()).require(201)
        scene.server.clock.advance(seconds: PasswordClient.delay)
        let key = TestDeviceKey()
        try await scene.add(key, token: first.accountToken()).require(201)
        try await scene.remove(key, token: second.accountToken()).require(204)
        try await scene.add(TestDeviceKey(), token: first.accountToken()).require(201)
        try await scene.add(TestDeviceKey(), token: second.accountToken()).require(201)
    }

    @Test(arguments: [false, true])
    func `a passkey that has not settled deletes no account`(_ hasPassword: Bool) async throws {
        let scene = try await DeviceKeyScene()
        let key = try await scene.settled()
        let thief = scene.device()
        try await thief.enroll(scene.application.accountToken()).require(201)
        if !hasPassword { try await scene.dropPassword() }
        let asking: JSONObject = [
            "scope": "openid delete:me:account", "audience": .string(DeviceKeyScene.issuer + "me/"),
        ]
        let signIn = try await thief.with { $0.tokenParameters = asking }.signIn().require(200)
        let response = try await scene.account(Message(.delete, path: "/me/v1"), token: signIn.text("access_token"))
        #expect(try response.require(403).code == "sign-in.passkey-too-new")
        try await scene.signIn(with: key).require(200)
    }
}

/// Keys whose clients take them no more.
struct EndedDeviceKeyTests {
    @Test func `the password removes one, and is changed then`() async throws {
        let scene = try await DeviceKeyScene(client: ["device_keys_until": "2030-01-01T00:00:00Z"], isVerified: false)
        let key = try await scene.settled()
        try await scene.remove(key, token: scene.application.accountToken()).require(401)
        let end = try #require(Timestamp("2030-01-01T00:00:00Z"))
        scene.server.clock.advance(seconds: end.secondsSince1970 - scene.server.clock.now.secondsSince1970)
        try await scene.remove(key, token: scene.application.accountToken()).require(204)
        try await scene.changePassword().require(201)
    }

    @Test func `one of a client that is not admitted is not what is left`() async throws {
        let scene = try await DeviceKeyScene(others: [
            TestServerConfiguration.client(
                "not-admitted",
                members: [
                    "app_type": "native", "oidc_conformant": false, "grant_types": [.string(DeviceKeyScene.grant)],
                ])
        ])
        let key = try await scene.settled()
        try await scene.dropPassword()
        let user = try await scene.mailed.id()
        let other = TestDeviceKey().stored(for: user, of: "not-admitted", at: scene.server.clock.now)
        try await scene.server.storage.withTransaction { try $0.deviceKeys.insert(other) }
        try await scene.remove(key, token: scene.accountToken(with: key)).require(409)
    }
}

extension DeviceKeyScene {
    fileprivate func dropPassword() async throws {
        let user = try await mailed.id()
        try await server.storage.withTransaction { try $0.passwords.remove(of: user) }
    }
}

extension CodeScene {
    fileprivate var device: TestClient { mailed.user.device().with { $0.client = Self.client } }

    /// An access token for the user's account, of a sign-in with a code.
    fileprivate func accountToken() async throws -> String {
        let session = try await challenge("ada@example.org")
        return try await enter(
            code(), session: session,
            adding: ["scope": .string(TestClient.accountScope), "audience": .string(DeviceKeyScene.issuer + "me/")]
        ).require(200).text("access_token")
    }
}

extension TestDeviceKey {
    fileprivate func stored(for user: UserID, of client: String, at time: Timestamp) -> DeviceKey {
        DeviceKey(
            id: DeviceKey.ID(rawValue: id(of: user.rawValue)), user: user, client: client, deviceName: "Tablet",
            publicKey: key.publicKey.subjectPublicKeyInfo, shape: .modern, createdAt: time)
    }
}
