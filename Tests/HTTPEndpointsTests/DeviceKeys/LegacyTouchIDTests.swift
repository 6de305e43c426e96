// SPDX-License-Identifier: Apache-2.0

import Cryptography
import HTTPServer
import IdentityModel
import JOSE
import SignIn
import SoftwareAuthenticator
import TestStorage
import TestSupport
import Testing
import WireFormats

/// Auth0's Touch ID library and Lock against the server.
struct LegacyTouchIDTests {
    @Test func `a user signs up, registers a key and signs in with it, as the library's tutorial has it`() async throws
    {
        let legacy = try await LegacyScene()
        let key = LegacyScene.key()
        // The library removes an old key first, and goes on.
        let token = try await legacy.idToken()
        try await legacy.unregister(token: token).require(404)
        #expect(try await legacy.register(key, token: token).require(201).text == "{}")
        let tokens = try await legacy.signIn(with: key).require(200)
        #expect(tokens.value("token_type") == "bearer")
        #expect(tokens.value("refresh_token") != nil)
        let claims = try await legacy.scene.claims(of: tokens)
        #expect(claims["amr"] == ["pop"])
        #expect(claims["acr"] == nil)
        let profile = try await legacy.server.send(
            .post("/tokeninfo", json: ["id_token": .string(tokens.text("id_token"))])
        ).require(200)
        #expect(try profile.text("user_id") == (try await legacy.scene.userID()))
        #expect(profile.value("email") == "ada@example.org")
        #expect(profile.value("identities")?.arrayValue?.first?["connection"] == "members")
        try await legacy.unregister(token: token).require(204)
        legacy.server.clock.advance(seconds: 1)
        try await legacy.signIn(with: key).requireWrongUser()
    }

    @Test func `Lock finds, replaces and uses its key, whose device it names in full`() async throws {
        let legacy = try await LegacyScene()
        let (old, key) = (LegacyScene.key(), LegacyScene.key())
        try await legacy.upload(old).require(201)
        let list = try await legacy.uploaded().require(200)
        let found = try #require((try JSONReader.read(list.body)).arrayValue?.first)
        #expect(found["device_name"] == "AdasiPhone" && found["device_id"] == .string(LegacyScene.deviceID))
        #expect(found["type"] == "public_key" && found["client_id"] == "legacy")
        let id = try #require(found["id"]?.stringValue)
        #expect(id.hasPrefix("dcr_"))
        try await legacy.server.send(
            Message(.delete, path: "/api/v2/device-credentials/\(id)").setting("Authorization", to: legacy.basic())
        ).require(204)
        try await legacy.upload(key).require(201)
        try await legacy.signIn(with: key, claims: ["device": "Ada’s iPhone"]).require(200)
        try await legacy.signIn(with: old, claims: ["device": "Ada’s iPhone"]).requireWrongUser()
    }

    @Test func `what it opens never reaches the user's account, and opens no browser`() async throws {
        let legacy = try await LegacyScene()
        let key = LegacyScene.key()
        try await legacy.register(key).require(201)
        for tokens in [try await legacy.signIn(with: key), try await legacy.signInWithPassword()] {
            let refreshed = try await legacy.user.device().with { $0.client = "legacy" }.refresh(
                tokens.require(200).text("refresh_token"),
                adding: ["audience": .string(DeviceKeyScene.issuer + "me/"), "scope": .string(TestClient.accountScope)])
            #expect(refreshed.code == "oauth.audience-not-allowed" || refreshed.status >= 400, "\(refreshed.text)")
            let list = try await legacy.scene.account(
                .get("/device-keys"), token: tokens.text("access_token"))
            #expect(list.status == 401)
            #expect(tokens.headers["Set-Cookie"] == nil)
        }
        let sessions = try await legacy.server.storage.read { [id = try await legacy.scene.mailed.id()] in
            try $0.sessions.list(of: id)
        }
        #expect(sessions.isEmpty)
    }

    @Test func `a legacy key leads to a passkey, and is refused after its date`() async throws {
        let legacy = try await LegacyScene(legacy: [
            "legacy_touch_id": true, "legacy_rsa_1024": true, "device_keys_until": "2030-01-01T00:00:00Z",
        ])
        let (scene, key) = (legacy.scene, LegacyScene.key())
        try await legacy.register(key).require(201)
        scene.server.clock.advance(seconds: PasswordClient.delay)
        try await legacy.signIn(with: key).require(200)
        // The new version of the application signs a challenge of the server with the old key.
        let token = try await scene.accountToken(with: key, client: DeviceKeyScene.legacyClient)
        let device = scene.device().with { $0.client = DeviceKeyScene.legacyClient }
        try await device.enroll(token).require(201)
        scene.server.clock.advance(seconds: PasswordClient.delay)
        #expect(try await scene.keys(device.accountToken()).first?["replaced_by"]?.stringValue != nil)
        try await legacy.signIn(with: key).require(200)
        let end = try #require(Timestamp("2030-01-01T00:00:00Z"))
        scene.server.clock.advance(seconds: end.secondsSince1970 - scene.server.clock.now.secondsSince1970)
        #expect(try await legacy.signIn(with: key).code == "sign-in.device-keys-ended")
        #expect(try await legacy.signInWithPassword().code == "sign-in.device-keys-ended")
        try await device.signIn().require(200)
    }

    @Test func `there is nothing for other clients, and nothing at all without one`() async throws {
        let legacy = try await LegacyScene()
        for client in ["device", "unknown"] {
            let response = try await legacy.signInWithPassword(client: client).require(404)
            #expect(response.code == "sign-in.legacy-disabled")
        }
        let modern = try await DeviceKeyScene(legacy: [:])
        let id = try await modern.userID().replacing("|", with: "%7C")
        for path in ["/oauth/ro", "/tokeninfo", "/api/users/\(id)/publickey", "/api/v2/device-credentials"] {
            let response = try await modern.server.send(.post(path, json: ["client_id": "legacy"])).require(404)
            #expect(response.code == "request.path-unknown", "\(path)")
        }
    }

    @Test func `without the second switch, keys have 2,048 bits`() async throws {
        let legacy = try await LegacyScene(legacy: ["legacy_touch_id": true])
        let weak = try await legacy.register(LegacyScene.key()).require(400)
        #expect(weak.code == "sign-in.device-key-not-acceptable.size")
        let key = TestDeviceKey(.rsa(bits: 2048))
        try await legacy.register(key).require(201)
        try await legacy.signIn(with: key).require(200)
    }
}

/// What thieves try with them.
struct LegacyAttackTests {
    @Test func `each message counts once, also if sixteen come at the same time`() async throws {
        let legacy = try await LegacyScene()
        let key = LegacyScene.key()
        try await legacy.register(key).require(201)
        let assertion = key.legacyAssertion(try await legacy.claims())
        let statuses = try await withThrowingTaskGroup(of: Int.self) { group in
            for _ in 0..<16 { group.addTask { try await legacy.exchange(assertion).status } }
            return try await group.reduce(into: [Int: Int]()) { $0[$1, default: 0] += 1 }
        }
        #expect(statuses == [200: 1, 401: 15])
    }

    @Test(
        arguments: [
            ["iss": "auth0|nobody"], ["iss": .null], ["device": "another"], ["device": .null], ["exp": .null],
            ["iat": .null],
        ] as [JSONObject])
    func `other users and devices are one answer`(claims: JSONObject) async throws {
        let legacy = try await LegacyScene()
        let key = LegacyScene.key()
        try await legacy.register(key).require(201)
        try await legacy.signIn(with: key, claims: claims).requireWrongUser()
    }

    @Test(arguments: [(0, 31), (61, 30), (-30, 30), (-3600, 30)])
    func `messages live for half a minute`(start: Int64, lifetime: Int64) async throws {
        let legacy = try await LegacyScene()
        let key = LegacyScene.key()
        try await legacy.register(key).require(201)
        let time = legacy.server.clock.now.secondsSince1970 + start
        let claims: JSONObject = [
            "iat": .number(JSONNumber(time)), "exp": .number(JSONNumber(time + lifetime)),
        ]
        try await legacy.signIn(with: key, claims: claims).requireWrongUser()
    }

    @Test func `another signer, another algorithm and a modern key are one answer`() async throws {
        let legacy = try await LegacyScene()
        let key = LegacyScene.key()
        try await legacy.register(key).require(201)
        try await legacy.signIn(with: LegacyScene.key()).requireWrongUser()
        let other = {
            var other = key
            other.algorithm = .rs512
            return other
        }()
        try await legacy.signIn(with: other).requireWrongUser()
        let claims = JSONValue.object(try await legacy.claims()).serialized()
        let header = Base64URL.encode(Array(#"{"alg":"HS256","typ":"JWT"}"#.utf8))
        let signed = header + "." + Base64URL.encode(claims)
        let code = HMACKey(Array(key.legacyPEM.utf8), digest: .sha256).authenticationCode(for: Array(signed.utf8))
        try await legacy.exchange(signed + "." + Base64URL.encode(code)).requireWrongUser()
        try await legacy.exchange(String(repeating: "A", count: 16_384)).requireWrongUser()
        // A key of the other shape, and of the same client.
        let modern = TestDeviceKey(.rsa(bits: 2048))
        try await legacy.scene.added(modern)
        try await legacy.signIn(with: modern, claims: ["device": "Ada’s phone"]).requireWrongUser()
        // A legacy key is another client's nowhere.
        legacy.server.clock.advance(seconds: PasswordClient.delay)
        try await legacy.scene.signIn(with: key).requireWrongKey()
    }

    @Test func `an unknown user, a wrong key and a wrong password cost the same`() async throws {
        let legacy = try await LegacyScene()
        let key = LegacyScene.key()
        try await legacy.register(key).require(201)
        let ask = { (key: TestDeviceKey, claims: JSONObject) in
            let before = (legacy.scene.counted.reads, legacy.scene.counted.transactions)
            let response = try await legacy.signIn(with: key, claims: claims)
            response.requireWrongUser()
            return (
                AnswerShape(response), legacy.scene.counted.reads - before.0,
                legacy.scene.counted.transactions - before.1
            )
        }
        let user = try await legacy.scene.userID()
        let ghost = String(user.dropLast()) + (user.hasSuffix("A") ? "B" : "A")
        let unknown = try await ask(key, ["iss": .string(ghost)])
        let wrong = try await ask(LegacyScene.key(), [:])
        let noKey = try await ask(key, ["device": .string(String(LegacyScene.deviceID.reversed()))])
        #expect(unknown == wrong)
        #expect(unknown == noKey)
        #expect(unknown.1 == 1 && unknown.2 == 0)
        try await legacy.signInWithPassword(password: "wrong").requireWrongUser()
        try await legacy.uploaded(authorization: legacy.basic("wrong")).requireWrongUser()
    }

    @Test func `only a password of a short time ago registers a key, and only its own user's`() async throws {
        let legacy = try await LegacyScene()
        let key = LegacyScene.key()
        let token = try await legacy.idToken()
        try await legacy.register(key, token: token, user: "auth0|somebody").require(401)
        try await legacy.register(key, token: "x.y.z").require(401)
        legacy.server.clock.advance(seconds: 901)
        try await legacy.register(key, token: token).require(401)
        try await legacy.register(key).require(201)
        // A token of the key itself registers no other key.
        let own = try await legacy.signIn(with: key).require(200).text("id_token")
        try await legacy.register(LegacyScene.key(), token: own).require(401)
        // Nor does one that was issued to another client.
        let foreign = try await legacy.user.signIn(asking: ["scope": "openid"]).require(200).text("id_token")
        try await legacy.register(LegacyScene.key(), token: foreign).require(404)
        // Nor does a password that was changed since.
        let earlier = try await legacy.idToken()
        legacy.server.clock.advance(seconds: 1)
        try await legacy.scene.mailed.reset(to: "quite another long one")
        try await legacy.register(LegacyScene.key(), token: earlier).require(401)
    }

    @Test func `with a passkey in the account, a password registers no key`() async throws {
        let legacy = try await LegacyScene()
        let scene = legacy.scene
        try await scene.device().enroll(scene.application.accountToken()).require(201)
        scene.server.clock.advance(seconds: PasswordClient.delay)
        #expect(try await legacy.register(LegacyScene.key()).code == "sign-in.confirmation-required")
        #expect(try await legacy.upload(LegacyScene.key()).code == "sign-in.confirmation-required")
    }

    @Test(arguments: [
        "", "x", "-----BEGIN RSA PUBLIC KEY-----\r-----END RSA PUBLIC KEY-----",
        "-----BEGIN RSA PUBLIC KEY-----\rMAA=\r-----END RSA PUBLIC KEY-----",
        "-----BEGIN PUBLIC KEY-----\rMAA=\r-----END PUBLIC KEY-----",
        "-----BEGIN RSA PUBLIC KEY-----\rMIAAAA==\r-----END RSA PUBLIC KEY-----",
    ])
    func `what is no key is rejected`(pem: String) async throws {
        let legacy = try await LegacyScene()
        let token = try await legacy.idToken()
        let response = try await legacy.server.send(
            .post(
                legacy.path(of: try await legacy.scene.userID()),
                json: ["public_key": .string(pem), "device": "phone"]
            ).setting("Authorization", to: "Bearer \(token)"))
        #expect(response.status == 400, "\(response.text)")
    }
}
