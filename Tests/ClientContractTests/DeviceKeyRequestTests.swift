// SPDX-License-Identifier: Apache-2.0

import ClientContract
import Testing
import WireFormats

/// What clients send and are answered about the keys of devices.
@Suite(.timeLimit(.minutes(1)))
struct DeviceKeyRequestTests {
    private let client = ClientParameters(id: "app")
    private let publicKey: JSONObject = ["kty": "EC", "crv": "P-256", "x": "eA", "y": "eQ"]

    @Test func `bodies about device keys are read as they were written`() {
        var challenge = DeviceKeyChallengeBody(client: client)
        challenge.realm = "People"
        #expect(DeviceKeyChallengeBody(challenge.json).json == ["client_id": "app", "realm": "People"])
        let created = DeviceKeyCreateBody(
            session: "session", deviceName: "Ada's phone", publicKey: publicKey, assertion: "a.b.c")
        #expect(DeviceKeyCreateBody(created.json).json == created.json)
        #expect(created.json["public_key"] == .object(publicKey) && created.json["device_name"] == "Ada's phone")
        var signUp = DeviceKeyRegisterBody(client: client, deviceName: "Ada's phone", publicKey: publicKey)
        (signUp.realm, signUp.profile["email"], signUp.metadata["plan"]) = ("People", "ada@example.org", "free")
        #expect(DeviceKeyRegisterBody(signUp.json).json == signUp.json)
        #expect(signUp.json["user_profile"] == ["email": "ada@example.org"])
    }

    @Test func `a request for tokens has the assertion of a device key`() {
        let body = TokenBody(client: client, grantType: "jwt-bearer", ceremonySession: "session", assertion: "a.b.c")
        #expect(TokenBody(body.json).assertion == "a.b.c" && body.json["auth_session"] == "session")
        #expect(TokenBody(client: client, grantType: "jwt-bearer").json["assertion"] == nil)
    }

    @Test func `a challenge has the time of the server that sent it`() throws {
        let body = #"{"auth_session":"session","challenge":"challenge","expires_in":300}"#
        let response = APIResponse(
            status: 200, headers: [("date", "Sun, 06 Nov 1994 08:49:37 GMT")], body: Array(body.utf8))
        let answer = try APIRequest.deviceKeyChallenge(DeviceKeyChallengeBody(client: client)).answer(in: response)
        #expect(answer.date == "Sun, 06 Nov 1994 08:49:37 GMT" && answer.validFor == 300)
        #expect(DeviceKeyChallengeAnswer(answer.json)?.challenge == "challenge")
        #expect(DeviceKeyChallengeAnswer(["auth_session": "session"]) == nil)
        var signUp = answer
        signUp.verificationRequired = ["email"]
        #expect(DeviceKeyChallengeAnswer(signUp.json)?.verificationRequired == ["email"])
    }

    @Test func `a list of device keys is read as it was written`() throws {
        let createdAt = Timestamp(secondsSince1970: 1_700_000_000)
        let new = DeviceKeyAnswer(id: "device-key|1", deviceName: "Phone", clientID: "app", createdAt: createdAt)
        var old = DeviceKeyAnswer(id: "device-key|2", deviceName: "Tablet", clientID: "app", createdAt: createdAt)
        (old.lastUsedAt, old.unconfirmedUntil, old.replacedBy) = (createdAt, createdAt, "passkey|3")
        let list = DeviceKeyListAnswer(deviceKeys: [new, old])
        let read = try #require(DeviceKeyListAnswer(list.json))
        #expect(read.json == list.json)
        #expect(read.deviceKeys[0].replacedBy == nil && read.deviceKeys[1].replacedBy == "passkey|3")
    }

    @Test func `the identifier of a device key is one segment of the path`() {
        #expect(APIRequest.deviceKeyRemoval(of: "device-key|AQ_-").path == "/device-keys/device-key%7CAQ_-")
        #expect(APIRequest.deviceKeys.path == "/device-keys")
    }
}
