// SPDX-License-Identifier: Apache-2.0

package import WireFormats

/// A proven address in the My Account API.
package struct AddressMethodAnswer: Sendable {
    /// `email` or `phone`.
    package let type: AuthenticationMethodType
    package let id: String
    package let address: String
    package let identity: String
    package let createdAt: Timestamp
    /// Until when it proves nothing, because older ways in may still take it back.
    package var unconfirmedUntil: Timestamp?

    package init(type: AuthenticationMethodType, id: String, address: String, identity: String, createdAt: Timestamp) {
        self.type = type
        self.id = id
        self.address = address
        self.identity = identity
        self.createdAt = createdAt
    }

    package var json: JSONObject {
        var body: JSONObject = [
            "id": .string(id), "type": .string(type.rawValue), "created_at": .string(createdAt.withMilliseconds),
            "usage": ["primary"], "identity_user_id": .string(identity), "confirmed": true,
        ]
        body[type == .email ? "email" : "phone_number"] = .string(address)
        body.append(unconfirmedUntil?.withMilliseconds, as: "unconfirmed_until")
        return body
    }
}
