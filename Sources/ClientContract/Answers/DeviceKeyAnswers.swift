// SPDX-License-Identifier: Apache-2.0

package import WireFormats

/// What a device key signs next. A sign-up is answered with it as well.
package struct DeviceKeyChallengeAnswer: Sendable {
    /// Comes back with the assertion.
    package let session: String
    /// The value of the assertion's claim.
    package let challenge: String
    /// In seconds.
    package let validFor: Int
    /// The identifiers that a sign-up has to prove, `email` or `phone`. Their codes have been sent.
    package var verificationRequired: [String] = []
    /// The server's time as its header field says it, because a device's clock may be wrong. It is not in the body.
    package var date: String?

    package init(session: String, challenge: String, validFor: Int) {
        self.session = session
        self.challenge = challenge
        self.validFor = validFor
    }

    /// Returns `nil` if a member is missing.
    package init?(_ body: JSONObject) {
        guard let session = body.text("auth_session"), let challenge = body.text("challenge"),
            let validFor = body["expires_in"]?.intValue
        else { return nil }
        self.init(session: session, challenge: challenge, validFor: validFor)
        verificationRequired = body.texts("verification_required")
    }

    init?(_ response: APIResponse, body: JSONObject) {
        self.init(body)
        date = response["Date"]
    }

    package var json: JSONObject {
        var body: JSONObject = [
            "auth_session": .string(session), "challenge": .string(challenge),
            "expires_in": .number(JSONNumber(Int64(validFor))),
        ]
        if !verificationRequired.isEmpty {
            body.append(.array(verificationRequired.map(JSONValue.string)), as: "verification_required")
        }
        return body
    }
}

/// A device key of an account.
package struct DeviceKeyAnswer: Sendable {
    package var id: String
    package var deviceName: String
    package var clientID: String
    package var createdAt: Timestamp
    package var lastUsedAt: Timestamp?
    /// Until when it proves no more than what added it.
    package var unconfirmedUntil: Timestamp?
    /// The passkey that was added with this key and has settled, so that the key may go.
    package var replacedBy: String?

    package init(id: String, deviceName: String, clientID: String, createdAt: Timestamp) {
        self.id = id
        self.deviceName = deviceName
        self.clientID = clientID
        self.createdAt = createdAt
    }

    /// Returns `nil` if a member is missing.
    package init?(_ body: JSONObject) {
        guard let id = body.text("id"), let clientID = body.text("client_id"),
            let createdAt = body.text("created_at").flatMap(Timestamp.init)
        else { return nil }
        self.init(id: id, deviceName: body.text("device_name") ?? "", clientID: clientID, createdAt: createdAt)
        lastUsedAt = body.text("last_used_at").flatMap(Timestamp.init)
        unconfirmedUntil = body.text("unconfirmed_until").flatMap(Timestamp.init)
        replacedBy = body.text("replaced_by")
    }

    package var json: JSONObject {
        var body: JSONObject = ["id": .string(id)]
        body.append(deviceName, as: "device_name")
        body.append(clientID, as: "client_id")
        body.append(createdAt.withMilliseconds, as: "created_at")
        body.append(lastUsedAt?.withMilliseconds, as: "last_used_at")
        body.append(unconfirmedUntil?.withMilliseconds, as: "unconfirmed_until")
        body.append(replacedBy, as: "replaced_by")
        return body
    }
}

/// The device keys of an account.
package struct DeviceKeyListAnswer: Sendable {
    package var deviceKeys: [DeviceKeyAnswer]

    package init(deviceKeys: [DeviceKeyAnswer]) {
        self.deviceKeys = deviceKeys
    }

    /// Returns `nil` if there is no list.
    package init?(_ body: JSONObject) {
        guard let list = body["device_keys"]?.arrayValue else { return nil }
        deviceKeys = list.compactMap { $0.objectValue.flatMap(DeviceKeyAnswer.init) }
    }

    package var json: JSONObject { ["device_keys": .array(deviceKeys.map { .object($0.json) })] }
}
