// SPDX-License-Identifier: Apache-2.0

package import WireFormats

/// A password in the My Account API.
package struct PasswordMethodAnswer: Sendable {
    package let id: String
    package let setAt: Timestamp
    package var identity: String?
    /// Whether only passkeys sign in.
    package var isDisabled = false
    /// Until when older ways in may stop it.
    package var unconfirmedUntil: Timestamp?

    package init(id: String, setAt: Timestamp) {
        self.id = id
        self.setAt = setAt
    }

    /// Returns `nil` if this is not a password, or a member is missing.
    package init?(_ body: JSONObject) {
        guard body.text("type") == "password", let id = body.text("id"),
            let setAt = body.text("created_at").flatMap(Timestamp.init)
        else { return nil }
        self.init(id: id, setAt: setAt)
        identity = body.text("identity_user_id")
        isDisabled = body["is_disabled"]?.boolValue ?? false
        unconfirmedUntil = body.text("unconfirmed_until").flatMap(Timestamp.init)
    }

    package var json: JSONObject {
        var body: JSONObject = [
            "id": .string(id), "type": "password", "created_at": .string(setAt.withMilliseconds), "usage": ["primary"],
        ]
        body.append(identity, as: "identity_user_id")
        body.append(setAt.withMilliseconds, as: "last_password_reset")
        if isDisabled { body.append(true, as: "is_disabled") }
        body.append(unconfirmedUntil?.withMilliseconds, as: "unconfirmed_until")
        return body
    }
}
