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

/// Whoever has not the key, or not this one, gets one answer.
struct DeviceKeyAttackTests {
    @Test(
        arguments: [
            ("another issuer", ["iss": "other-device"]), ("another audience", ["aud": "https://login.brand2.test/"]),
            ("two audiences", ["aud": [.string(DeviceKeyScene.issuer), "https://elsewhere.example/"]]),
            ("no audience", ["aud": .null]), ("another user", ["sub": "auth0|somebody"]), ("no user", ["sub": .null]),
            ("another challenge", ["challenge": "AAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAA"]),
            ("no challenge", ["challenge": .null]), ("no jti", ["jti": .null]), ("an empty jti", ["jti": ""]),
            ("no iat", ["iat": .null]), ("no exp", ["exp": .null]),
            ("a text for a number", ["exp": "1"]),
        ] as [(String, JSONObject)])
    func `claims for somebody or something else are rejected`(name: String, claims: JSONObject) async throws {
        let scene = try await DeviceKeyScene()
        let key = try await scene.added()
        try await scene.signIn(with: key, claims: claims).requireWrongKey()
        try await scene.signIn(with: key).require(200)
    }

    @Test(arguments: [(-200, 60), (-60, 0), (61, 60), (3600, 60), (0, 61), (-30, 95)])
    func `clocks are tolerated by a minute, and lifetimes not`(start: Int64, lifetime: Int64) async throws {
        let scene = try await DeviceKeyScene()
        let key = try await scene.added()
        let time = scene.server.clock.now.secondsSince1970 + start
        let claims: JSONObject = [
            "iat": .number(JSONNumber(time)), "exp": .number(JSONNumber(time + lifetime)),
        ]
        try await scene.signIn(with: key, claims: claims).requireWrongKey()
    }

    @Test(arguments: [-60, 0, 60] as [Int64])
    func `a clock that is off by a minute still signs in`(start: Int64) async throws {
        let scene = try await DeviceKeyScene()
        let key = try await scene.added()
        let time = scene.server.clock.now.secondsSince1970 + start
        try await scene.signIn(
            with: key, claims: ["iat": .number(JSONNumber(time)), "exp": .number(JSONNumber(time + 60))]
        ).require(200)
    }

    @Test func `another key, another kind of key and another client are rejected`() async throws {
        let scene = try await DeviceKeyScene()
        let (elliptic, rsa) = (try await scene.added(), try await scene.added(TestDeviceKey(.rsa(bits: 2048))))
        let id = try await scene.userID()
        // The same ID, signed by another key of either kind.
        for signer in [TestDeviceKey(), TestDeviceKey(.rsa(bits: 2048))] {
            for owner in [elliptic, rsa] {
                try await scene.signIn(with: signer, header: ["kid": .string(owner.id(of: id))]).requireWrongKey()
            }
        }
        // A key that signs for another one of the same account.
        try await scene.signIn(with: rsa, header: ["kid": .string(elliptic.id(of: id))]).requireWrongKey()
        try await scene.signIn(with: elliptic, client: "other-device").requireWrongKey()
        let pss = {
            var key = rsa
            key.algorithm = .ps256
            return key
        }()
        try await scene.signIn(with: pss).requireWrongKey()
    }

    @Test func `another account's key signs nobody else in`() async throws {
        let scene = try await DeviceKeyScene()
        let ada = try await scene.added()
        let adaID = try await scene.userID()
        let eve = scene.application.with { $0.email = "eve@example.org" }
        try await eve.signUp().require(200)
        let eveID = try #require(try await scene.server.users().first { $0.id.rawValue != adaID }).id.rawValue
        let key = TestDeviceKey()
        try await scene.add(key, token: eve.accountToken(), claims: ["sub": .string(eveID)]).require(201)
        // Eve's key with Ada's name, with Ada's key ID, and both.
        let headers: [(sub: String, kid: String)] = [
            (adaID, key.id(of: eveID)), (eveID, ada.id(of: adaID)), (adaID, ada.id(of: adaID)),
            (adaID, key.id(of: adaID)),
        ]
        for (sub, kid) in headers {
            try await scene.signIn(with: key, claims: ["sub": .string(sub)], header: ["kid": .string(kid)])
                .requireWrongKey()
        }
        let token = try await eve.accountToken()
        #expect(try await scene.keys(token).count == 1)
        #expect(try await scene.remove(ada, token: token).code == "sign-in.device-key-unknown")
    }

    @Test func `a signature by the public key, and none, are rejected`() async throws {
        let scene = try await DeviceKeyScene()
        let key = try await scene.added(TestDeviceKey(.rsa(bits: 2048)))
        let (id, challenge) = (try await scene.userID(), try await scene.challenge())
        let claims = JSONValue.object(try scene.claims(challenge, sub: .string(id))).serialized()
        let secrets = [
            key.key.publicKey.subjectPublicKeyInfo, Array(key.legacyPEM.utf8),
            Array(try #require(key.json["n"]?.stringValue).utf8),
        ]
        for algorithm in ["HS256", "none", "None", "RS512", "ES256"] {
            let header: JSONObject = [
                "alg": .string(algorithm), "typ": "device-key+jwt", "kid": .string(key.id(of: id)),
            ]
            let signed = Base64URL.encode(JSONValue.object(header).serialized()) + "." + Base64URL.encode(claims)
            for secret in secrets {
                let code = HMACKey(secret, digest: .sha256).authenticationCode(for: Array(signed.utf8))
                try await scene.exchange(signed + "." + Base64URL.encode(code), challenge: challenge).requireWrongKey()
            }
            try await scene.exchange(signed + ".", challenge: challenge).requireWrongKey()
        }
    }

    @Test(
        arguments: [
            ["typ": .null], ["typ": "JWT"], ["typ": "dpop+jwt"], ["kid": .null], ["kid": ""], ["kid": "device-key|x"],
            ["kid": "passkey|x"], ["crit": ["x"], "x": 1],
        ] as [JSONObject])
    func `a header of another kind is rejected`(header: JSONObject) async throws {
        let scene = try await DeviceKeyScene()
        let key = try await scene.added()
        try await scene.signIn(with: key, header: header).requireWrongKey()
    }

    @Test func `an assertion counts once, also if sixteen come at the same time`() async throws {
        let scene = try await DeviceKeyScene()
        let key = try await scene.added()
        let (id, challenge) = (try await scene.userID(), try await scene.challenge())
        let header: JSONObject = ["typ": "device-key+jwt", "kid": .string(key.id(of: id))]
        let claims = try scene.claims(challenge, sub: .string(id))
        let assertion = key.sign(claims, header: header)
        let statuses = try await withThrowingTaskGroup(of: Int.self) { group in
            for _ in 0..<16 {
                group.addTask { try await scene.exchange(assertion, challenge: challenge).status }
            }
            return try await group.reduce(into: [Int: Int]()) { $0[$1, default: 0] += 1 }
        }
        #expect(statuses == [200: 1, 403: 15])
        // Another assertion for the same challenge, and the same jti for another one.
        let again = key.sign(claims.with(["jti": "another"]), header: header)
        try await scene.exchange(again, challenge: challenge).requireWrongKey()
        try await scene.signIn(with: key, claims: ["jti": claims["jti"] ?? ""]).requireWrongKey()
    }

    @Test func `a challenge is its client's and its server's, for five minutes`() async throws {
        let scene = try await DeviceKeyScene()
        let key = try await scene.added()
        let id = try await scene.userID()
        let sign = { (challenge: TestResponse) in
            key.sign(
                try scene.claims(challenge, sub: .string(id)),
                header: ["typ": "device-key+jwt", "kid": .string(key.id(of: id))])
        }
        let foreign = try await scene.challenge(client: "other-device")
        try await scene.exchange(sign(foreign), challenge: foreign).requireWrongKey()
        let old = try await scene.challenge()
        scene.server.clock.advance(seconds: 300)
        try await scene.exchange(sign(old), challenge: old).requireWrongKey()
        let passkey = try await scene.device().beginSignIn()
        let challenge = try await scene.challenge()
        let body: JSONObject = ["auth_session": .string(passkey.session)]
        try await scene.exchange(sign(challenge), challenge: challenge, asking: body).requireWrongKey()
    }

    @Test func `a token of any length is one answer`() async throws {
        let scene = try await DeviceKeyScene()
        let key = try await scene.added()
        let challenge = try await scene.challenge()
        let long = String(repeating: "A", count: 16_384)
        for text in [
            long, long + "." + long + "." + long, "..", "a.b.c", "", "\u{0}", String(repeating: ".", count: 99),
        ] {
            let response = try await scene.exchange(text, challenge: challenge)
            #expect(response.status == 403 || response.status == 400, "\(response.status)")
        }
        try await scene.signIn(with: key, claims: ["x": .string(String(repeating: "x", count: 8000))])
            .requireWrongKey()
    }

    @Test func `keys that anybody could sign with are not added`() async throws {
        let scene = try await DeviceKeyScene()
        let token = try await scene.application.accountToken()
        let point = TestDeviceKey().json
        let numbers = TestDeviceKey(.rsa(bits: 2048)).json
        let short = TestDeviceKey(.rsa(bits: 1024))
        let keys: [(JSONObject, String)] = [
            (numbers.with(["e": "Aw"]), "exponent"), (numbers.with(["e": "AQ"]), "exponent"),
            (numbers.with(["e": "AAEAAQ"]), "malformed"), (short.json, "size"),
            (point.with(["y": point["x"] ?? ""]), "malformed"), (point.with(["x": "AAAA"]), "malformed"),
            (point.with(["crv": "P-384"]), "kind"), (point.with(["crv": "P-521"]), "kind"),
            (["kty": "EC"], "malformed"), (["kty": "RSA", "n": "", "e": "AQAB"], "size"),
            (numbers.with(["d": "AQ"]), "malformed"),
        ]
        for (key, rule) in keys {
            let response = try await scene.add(
                TestDeviceKey(), token: token, changing: ["public_key": .object(key)])
            #expect(response.status == 400)
            #expect(response.code == "sign-in.device-key-not-acceptable.\(rule)", "\(key)")
        }
        #expect(try await scene.keys(token).isEmpty)
    }

    @Test func `whoever adds a key has it, for the account and the client of the token`() async throws {
        let scene = try await DeviceKeyScene()
        let token = try await scene.application.accountToken()
        let (key, other) = (TestDeviceKey(), TestDeviceKey())
        let stolen = try await scene.add(key, token: token, changing: ["public_key": .object(other.json)])
        #expect(stolen.status == 400)
        #expect(stolen.code == "sign-in.device-key-mismatch")
        for claims: JSONObject in [["sub": "auth0|x"], ["sub": .null], ["iss": "other-device"]] {
            #expect(try await scene.add(key, token: token, claims: claims).code == "sign-in.device-key-mismatch")
        }
        let foreign = try await scene.application.with { $0.client = "other-device" }.accountToken()
        #expect(try await scene.add(key, token: foreign).code == "sign-in.device-key-mismatch")
        for name in ["", " ", "a\nb", String(repeating: "x", count: 101)] {
            #expect(try await scene.add(key, token: token, changing: ["device_name": .string(name)]).status == 400)
        }
    }

    @Test func `a blocked account and an unknown key are a wrong key, and cost the same`() async throws {
        let scene = try await DeviceKeyScene()
        let key = try await scene.added()
        let (ghost, id) = (TestDeviceKey(), try await scene.userID())
        let ask = { (key: TestDeviceKey, claims: JSONObject) in
            let challenge = try await scene.challenge()
            let before = (scene.counted.reads, scene.counted.transactions)
            let header: JSONObject = ["typ": "device-key+jwt", "kid": .string(key.id(of: id))]
            let assertion = key.sign(try scene.claims(challenge, sub: .string(id)).with(claims), header: header)
            let response = try await scene.exchange(assertion, challenge: challenge)
            response.requireWrongKey()
            return (
                AnswerShape(response), scene.counted.reads - before.0, scene.counted.transactions - before.1
            )
        }
        let unknown = try await ask(ghost, [:])
        let wrong = try await ask(key, ["challenge": "x"])
        let user = try await scene.mailed.id()
        let time = scene.server.clock.now
        try await scene.server.storage.withTransaction { try $0.users.apply(.blocked(true), to: user, at: time) }
        let blocked = try await ask(key, [:])
        #expect(unknown == wrong)
        #expect(unknown == blocked)
        #expect(unknown.1 == 1)
        #expect(unknown.2 == 0)
    }
}
