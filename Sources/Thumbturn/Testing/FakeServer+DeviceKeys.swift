// SPDX-License-Identifier: Apache-2.0

import ClientContract
import CryptoKit
import Foundation
import WireFormats

// The device keys of the account that `FakePasskeys` has. What calls these holds the lock. Keys of earlier libraries are
// not among them: their signatures would need RSA.
extension FakeServer {
    /// The keys, and what they have to sign.
    struct DeviceKeyRing {
        struct Key {
            var answer: DeviceKeyAnswer
            let publicKey: JSONObject
        }

        var keys: [Key] = []
        /// The challenges by their sessions.
        var challenges: [String: String] = [:]
        /// The keys of sign-ups by their sessions.
        var signUps: [String: (name: String, publicKey: JSONObject)] = [:]
        /// The key that the session began with.
        var lastUsed: String?
        /// The passkeys that were added with a key, by its identifier, and are not three days old.
        var replacements: [String: String] = [:]
    }

    func answer(_ method: String, toDeviceKeys last: String?, with body: JSONObject) -> Answer {
        switch (method, last) {
        case ("POST", "challenge"): return Answer(body: challenge().json)
        case ("POST", "register"): return signUpWithDeviceKey(DeviceKeyRegisterBody(body))
        case ("POST", _): return addDeviceKey(DeviceKeyCreateBody(body))
        case ("GET", _):
            return Answer(body: DeviceKeyListAnswer(deviceKeys: deviceKeys.keys.map(\.answer)).json)
        default: return removeDeviceKey(last ?? "")
        }
    }

    private func challenge() -> DeviceKeyChallengeAnswer {
        let random = (0..<32).map { _ in UInt8.random(in: .min ... .max) }
        let answer = DeviceKeyChallengeAnswer(
            session: UUID().uuidString, challenge: Base64URL.encode(random), validFor: 300)
        deviceKeys.challenges[answer.session] = answer.challenge
        return answer
    }

    // MARK: Adding and removing

    private func addDeviceKey(_ body: DeviceKeyCreateBody) -> Answer {
        guard let user, isSigned(body.assertion, by: body.publicKey, for: user.id, in: body.session) else {
            return Self.mismatch
        }
        deviceKeys.challenges[body.session] = nil
        let key = keepDeviceKey(named: body.deviceName, publicKey: body.publicKey, of: user)
        return Answer(status: 201, body: key.json)
    }

    @discardableResult
    private func keepDeviceKey(named name: String, publicKey: JSONObject, of user: User) -> DeviceKeyAnswer {
        let answer = DeviceKeyAnswer(
            id: DeviceKeyID.text(for: user.id, publicKey: publicKey), deviceName: name, clientID: Self.clientID,
            createdAt: Self.now)
        deviceKeys.keys.append(DeviceKeyRing.Key(answer: answer, publicKey: publicKey))
        return answer
    }

    private func removeDeviceKey(_ id: String) -> Answer {
        guard let index = deviceKeys.keys.firstIndex(where: { $0.answer.id == id }) else {
            return .problem("sign-in.device-key-unknown", status: 404)
        }
        guard deviceKeys.keys.count > 1 || !methods.isEmpty || password != nil else {
            return .problem("sign-in.last-device-key", status: 409)
        }
        deviceKeys.keys.remove(at: index)
        return Answer()
    }

    /// A passkey was added to the session. It takes the place of the key that the session began with once it is three days
    /// old.
    func noteEnrollment(of passkey: String) {
        if let key = deviceKeys.lastUsed { deviceKeys.replacements[key] = passkey }
    }

    /// Lets three days pass.
    func settleEnrollments() {
        for index in deviceKeys.keys.indices {
            let replacement = deviceKeys.replacements[deviceKeys.keys[index].answer.id]
            deviceKeys.keys[index].answer.replacedBy = replacement ?? deviceKeys.keys[index].answer.replacedBy
        }
        deviceKeys.replacements = [:]
    }

    // MARK: Signing in and up

    private func signUpWithDeviceKey(_ body: DeviceKeyRegisterBody) -> Answer {
        guard user == nil else { return .problem("sign-in.account-exists") }
        let profile = body.json["user_profile"]?.objectValue ?? JSONObject()
        signUp(profile)
        var answer = challenge()
        answer.verificationRequired = requireVerification(of: profile, in: answer.session)
        deviceKeys.signUps[answer.session] = (body.deviceName, body.publicKey)
        return Answer(body: answer.json)
    }

    /// Returns `nil` if there is no assertion in the request, or one that a key of the account has signed.
    func rejection(ofAssertionIn body: JSONObject) -> Answer? {
        guard body["grant_type"] != "refresh_token" else { return nil }
        deviceKeys.lastUsed = nil
        guard let assertion = body["assertion"]?.stringValue else { return nil }
        guard let session = body["auth_session"]?.stringValue, let user else { return Self.mismatch }
        if let new = deviceKeys.signUps[session] {
            guard isSigned(assertion, by: new.publicKey, for: nil, in: session) else { return Self.mismatch }
            deviceKeys.signUps[session] = nil
            deviceKeys.lastUsed = keepDeviceKey(named: new.name, publicKey: new.publicKey, of: user).id
        } else {
            let id = Self.part(0, of: assertion)?["kid"]?.stringValue
            guard let index = deviceKeys.keys.firstIndex(where: { $0.answer.id == id }),
                isSigned(assertion, by: deviceKeys.keys[index].publicKey, for: user.id, in: session)
            else { return Self.mismatch }
            deviceKeys.keys[index].answer.lastUsedAt = Self.now
            deviceKeys.lastUsed = id
        }
        deviceKeys.challenges[session] = nil
        return nil
    }

    // MARK: Assertions

    private func isSigned(_ assertion: String, by key: JSONObject, for user: String?, in session: String) -> Bool {
        let parts = assertion.split(separator: ".").map(String.init)
        guard parts.count == 3, let header = Self.part(0, of: assertion), let claims = Self.part(1, of: assertion),
            header["typ"] == "device-key+jwt", header["alg"] == "ES256", let challenge = deviceKeys.challenges[session],
            claims["challenge"] == .string(challenge), claims["sub"] == user.map(JSONValue.string),
            claims["iss"] == .string(Self.clientID), claims["aud"] == .string("https://\(Self.domain)/"),
            let bytes = Base64URL.decode(parts[2]),
            let signature = try? P256.Signing.ECDSASignature(rawRepresentation: Data(bytes)),
            let x = key.text("x").flatMap({ Base64URL.decode($0) }),
            let y = key.text("y").flatMap({ Base64URL.decode($0) }),
            let publicKey = try? P256.Signing.PublicKey(rawRepresentation: Data(x + y))
        else { return false }
        return publicKey.isValidSignature(signature, for: Data("\(parts[0]).\(parts[1])".utf8))
    }

    private static func part(_ index: Int, of assertion: String) -> JSONObject? {
        let parts = assertion.split(separator: ".").map(String.init)
        guard parts.indices.contains(index), let bytes = Base64URL.decode(parts[index]) else { return nil }
        return (try? JSONReader.read(bytes))?.objectValue
    }

    private static var mismatch: Answer { .problem("sign-in.device-key-mismatch", status: 403) }

    private static var now: Timestamp { Timestamp(secondsSince1970: Int64(Date().timeIntervalSince1970)) }
}
