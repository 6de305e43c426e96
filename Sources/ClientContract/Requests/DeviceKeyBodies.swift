// SPDX-License-Identifier: Apache-2.0

package import WireFormats

/// `POST /device-keys/challenge`.
package struct DeviceKeyChallengeBody: Sendable {
    package var client: ClientParameters
    package var realm: String?

    package init(client: ClientParameters) {
        self.client = client
    }

    package init(_ body: JSONObject) {
        client = ClientParameters(body)
        realm = body.text("realm")
    }

    package var json: JSONObject {
        var body = client.json
        body.append(realm, as: "realm")
        return body
    }
}

/// `POST /device-keys`, with an access token for the user's own account.
package struct DeviceKeyCreateBody: Sendable {
    package var session: String
    /// The name that the user sees in the list of keys.
    package var deviceName: String
    /// A JWK with the members of its thumbprint.
    package var publicKey: JSONObject
    /// Signed by the new key, for the user of the access token.
    package var assertion: String

    package init(session: String, deviceName: String, publicKey: JSONObject, assertion: String) {
        self.session = session
        self.deviceName = deviceName
        self.publicKey = publicKey
        self.assertion = assertion
    }

    package init(_ body: JSONObject) {
        session = body.text("auth_session") ?? ""
        deviceName = body.text("device_name") ?? ""
        publicKey = body["public_key"]?.objectValue ?? JSONObject()
        assertion = body.text("assertion") ?? ""
    }

    package var json: JSONObject {
        var body = JSONObject()
        body.append(session, as: "auth_session")
        body.append(deviceName, as: "device_name")
        body.append(.object(publicKey), as: "public_key")
        body.append(assertion, as: "assertion")
        return body
    }
}

/// `POST /device-keys/register`: begins the sign-up of a user whose first way in is the key.
package struct DeviceKeyRegisterBody: Sendable {
    package var client: ClientParameters
    package var realm: String?
    /// The profile's members by their names in the request.
    package var profile: [String: String] = [:]
    package var metadata = JSONObject()
    /// How a phone number gets its code: `text` or `voice`.
    package var deliveryMethod: String?
    package var deviceName: String
    /// A JWK with the members of its thumbprint.
    package var publicKey: JSONObject

    package init(client: ClientParameters, deviceName: String, publicKey: JSONObject) {
        self.client = client
        self.deviceName = deviceName
        self.publicKey = publicKey
    }

    package init(_ body: JSONObject) {
        client = ClientParameters(body)
        realm = body.text("realm")
        profile = PasskeyRegisterBody.profile(of: body["user_profile"]?.objectValue ?? JSONObject())
        metadata = body["user_metadata"]?.objectValue ?? JSONObject()
        deliveryMethod = body.text("delivery_method")
        deviceName = body.text("device_name") ?? ""
        publicKey = body["public_key"]?.objectValue ?? JSONObject()
    }

    package var json: JSONObject {
        var body = client.json
        body.append(realm, as: "realm")
        body.append(.object(PasskeyRegisterBody.json(of: profile)), as: "user_profile")
        if !metadata.isEmpty { body.append(.object(metadata), as: "user_metadata") }
        body.append(deliveryMethod, as: "delivery_method")
        body.append(deviceName, as: "device_name")
        body.append(.object(publicKey), as: "public_key")
        return body
    }
}
