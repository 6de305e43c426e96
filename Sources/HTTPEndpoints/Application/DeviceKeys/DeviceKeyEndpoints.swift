// SPDX-License-Identifier: Apache-2.0

import ClientContract
import HTTPContract
import HTTPServer
import IdentityModel
import OpenIDProvider
import RateLimiting
import SignIn
import WireFormats

/// `/device-keys…`: the keys of applications on single devices. The token endpoint takes what they sign.
///
/// A challenge is the same for everybody, and stores nothing. What changes an account needs an access token for it.
enum DeviceKeyEndpoints {
    static let rows = [challenge, register, list, add, remove]

    private static let path: Path = "/device-keys"
    private static let signIn = Family(limit: .ceremonyStart, isCrossOrigin: true)

    private static let challenge = Row(
        .post, "/device-keys/challenge", in: signIn, by: .client, taking: .jsonOrForm(DeviceKeyChallengeBody.self),
        id: "beginDeviceKey", summary: "Returns a challenge for a device key",
        success: .json("What the key signs, and the session to return.", .deviceKeyChallenge)
    ) { request in
        let context = request.context
        let started = try BeginDeviceKey(ceremonies: context.ceremonies())(
            for: AdmissionRequest(client: request.caller, host: context.host.host, realm: request.input.realm),
            in: context.configuration)
        return .json(.object(DeviceKeyChallengeAnswer(started).json))
    }

    private static let register = Row(
        .post, "/device-keys/register", in: signIn, by: .client, taking: .json(DeviceKeyRegisterBody.self),
        id: "beginDeviceKeySignUp", summary: "Begins a sign-up whose first way in is a device key",
        success: .json("What the key signs, and the session to return.", .deviceKeyChallenge), failing: [409]
    ) { request in
        let (context, body) = (request.context, request.input)
        var profile = SignUpProfile(texts: body.profile)
        profile.metadata = body.metadata
        for key in profile.limitKeys { try context.take(.account, key: key) }
        let started = try await BeginDeviceKey(ceremonies: context.ceremonies())(
            profile, key: body.publicKey, on: body.deviceName,
            for: AdmissionRequest(client: request.caller, host: context.host.host, realm: body.realm),
            dispatching: context.codeDispatch(by: body.deliveryMethod), in: context.configuration)
        return .json(.object(DeviceKeyChallengeAnswer(started).json))
    }

    private static let list = Row(
        .get, path, in: MyAccountEndpoints.family, by: .owner("read:me:authentication_methods"), taking: .nothing,
        id: "listDeviceKeys", summary: "Lists the device keys of the account",
        success: .json("The device keys, ten at most.", .deviceKeys)
    ) { request in
        let entries = try await request.deviceKeys.list(of: request.caller, in: request.context.configuration)
        return .json(.object(DeviceKeyListAnswer(deviceKeys: entries.map(DeviceKeyAnswer.init)).json))
    }

    private static let add = Row(
        .post, path, in: MyAccountEndpoints.family, by: .owner("create:me:authentication_methods"),
        taking: .json(DeviceKeyCreateBody.self), id: "addDeviceKey", summary: "Adds a device key to the account",
        success: .json("The device key.", .deviceKey, status: 201), failing: [409]
    ) { request in
        let (context, body) = (request.context, request.input)
        let submission = DeviceKeyManagement.Submission(
            session: body.session, assertion: body.assertion, deviceName: body.deviceName,
            publicKey: body.publicKey, issuer: context.issuer.url)
        let key = try await request.deviceKeys.add(submission, by: request.caller, in: context.configuration)
        return .json(.object(DeviceKeyAnswer(key).json), status: 201)
    }

    private static let remove = Row(
        .delete, "/device-keys/{id}", in: MyAccountEndpoints.family, by: .owner("delete:me:authentication_methods"),
        taking: .nothing, id: "removeDeviceKey", summary: "Removes a device key",
        success: .init(204, "The device key is removed."), failing: [404, 409]
    ) { request in
        let id = DeviceKey.ID(rawValue: request.context.incoming.name ?? "")
        try await request.deviceKeys.remove(id, of: request.caller, in: request.context.configuration)
        return HTTPResponse(status: 204, headers: ["Cache-Control": "no-store"])
    }
}

extension CheckedRequest where Caller == AccountOwner {
    fileprivate var deviceKeys: DeviceKeyManagement {
        get throws { DeviceKeyManagement(ceremonies: try context.ceremonies()) }
    }
}

extension DeviceKeyChallengeAnswer {
    init(_ started: StartedDeviceKey) {
        self.init(session: started.session, challenge: started.challenge, validFor: started.validFor)
        verificationRequired = started.verifications.map(\.verificationName)
    }
}

extension DeviceKeyAnswer {
    init(_ key: DeviceKey) {
        self.init(id: key.id.rawValue, deviceName: key.deviceName, clientID: key.client, createdAt: key.createdAt)
        lastUsedAt = key.lastUsedAt
        unconfirmedUntil = key.unconfirmedUntil
    }

    init(_ entry: DeviceKeyManagement.Entry) {
        self.init(entry.key)
        unconfirmedUntil = entry.unconfirmedUntil
        replacedBy = entry.replacement?.rawValue
    }
}
