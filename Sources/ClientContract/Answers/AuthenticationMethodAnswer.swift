// SPDX-License-Identifier: Apache-2.0

package import WireFormats

/// A passkey in the My Account API.
package struct AuthenticationMethodAnswer: Sendable {
    package var id: String
    package var createdAt: Timestamp
    package var credentialID: [UInt8]
    package var userHandle: [UInt8]
    package var isSynced: Bool
    package var isBackedUp: Bool
    package var name: String?
    package var lastUsedAt: Timestamp?
    package var transports: [String] = []
    package var aaguid: String?
    package var relyingPartyID: String?
    package var identity: String?
    /// A COSE key. Clients have no use for it.
    package var publicKey: [UInt8] = []
    package var userAgent: String?
    package var supersededBy: String?
    /// Until when it proves no more than what added it.
    package var unconfirmedUntil: Timestamp?

    package init(
        id: String, createdAt: Timestamp, credentialID: [UInt8], userHandle: [UInt8], isSynced: Bool, isBackedUp: Bool
    ) {
        self.id = id
        self.createdAt = createdAt
        self.credentialID = credentialID
        self.userHandle = userHandle
        self.isSynced = isSynced
        self.isBackedUp = isBackedUp
    }

    /// Returns `nil` if this is not a passkey, or a member is missing.
    package init?(_ body: JSONObject) {
        guard body.text("type") == "passkey", let id = body.text("id"),
            let createdAt = body.text("created_at").flatMap(Timestamp.init),
            let credentialID = body.text("key_id").flatMap({ Base64URL.decode($0) }),
            let userHandle = body.text("user_handle").flatMap({ Base64URL.decode($0) })
        else { return nil }
        self.init(
            id: id, createdAt: createdAt, credentialID: credentialID, userHandle: userHandle,
            isSynced: body.text("credential_device_type") == "multi_device",
            isBackedUp: body["credential_backed_up"]?.boolValue ?? false)
        name = body.text("name")
        lastUsedAt = body.text("last_auth_at").flatMap(Timestamp.init)
        transports = (body["transports"]?.arrayValue ?? []).compactMap(\.stringValue)
        aaguid = body.text("aaguid")
        relyingPartyID = body.text("relying_party_id")
        identity = body.text("identity_user_id")
        publicKey = body.text("public_key").flatMap { Base64.decode($0) } ?? []
        userAgent = body.text("user_agent")
        supersededBy = body.text("superseded_by")
        unconfirmedUntil = body.text("unconfirmed_until").flatMap(Timestamp.init)
    }

    /// SDKs expect times with fractions, the key in padded base64 and the handle in base64url.
    package var json: JSONObject {
        var body: JSONObject = [
            "id": .string(id), "type": "passkey", "created_at": .string(createdAt.withMilliseconds),
            "usage": ["primary"],
        ]
        body.append(identity, as: "identity_user_id")
        body.append(Base64URL.encode(credentialID), as: "key_id")
        body.append(Base64.encode(publicKey), as: "public_key")
        body.append(Base64URL.encode(userHandle), as: "user_handle")
        body.append(isSynced ? "multi_device" : "single_device", as: "credential_device_type")
        body.append(.bool(isBackedUp), as: "credential_backed_up")
        body.append(.array(transports.map(JSONValue.string)), as: "transports")
        body.append(aaguid, as: "aaguid")
        body.append(relyingPartyID, as: "relying_party_id")
        body.append(userAgent, as: "user_agent")
        body.append(lastUsedAt?.withMilliseconds, as: "last_auth_at")
        body.append(name, as: "name")
        body.append(supersededBy, as: "superseded_by")
        body.append(unconfirmedUntil?.withMilliseconds, as: "unconfirmed_until")
        return body
    }
}
