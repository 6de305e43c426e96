// SPDX-License-Identifier: Apache-2.0

import IdentityModel
import WebAuthnMessages
import WebAuthnVerification
import WireFormats

extension Passkey {
    /// The passkey in the My Account API. SDKs expect times with fractions, the key in padded base64 and the handle in
    /// base64url.
    var json: JSONObject {
        var body: JSONObject = [
            "id": .string(id.rawValue), "type": "passkey", "created_at": .string(origin.createdAt.withMilliseconds),
            "usage": ["primary"], "identity_user_id": .string(String(owner.identity)),
            "key_id": .string(Base64URL.encode(origin.credentialID.bytes)),
            "public_key": .string(Base64.encode(origin.publicKey)),
            "user_handle": .string(Base64URL.encode(origin.userHandle.bytes)),
            "credential_device_type": .string(origin.isBackupEligible ? "multi_device" : "single_device"),
            "credential_backed_up": .bool(isBackedUp),
            "transports": .array(origin.transports.map { .string($0.rawValue) }),
            "aaguid": .string(origin.aaguid.description), "relying_party_id": .string(origin.relyingPartyID),
        ]
        body["user_agent"] = origin.userAgent.map(JSONValue.string)
        body["last_auth_at"] = lastUsedAt.map { .string($0.withMilliseconds) }
        body["name"] = name.map(JSONValue.string)
        body["superseded_by"] = supersededBy.map { .string($0.rawValue) }
        return body
    }
}
